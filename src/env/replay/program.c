/* program.c: executes recorded programs.
 *
 * Every rerun executes execve, but the executed file is part of the environment. So the trace
 * contains the file. If it is missing or different here, a copy with the recorded contents is
 * executed.
 */
#include "env/replay/replay.h"
#include "env/trace/decode.h"

#include <errno.h>
#include <fcntl.h>
#include <sys/stat.h>
#include <sys/xattr.h>
#include <unistd.h>

/* True if the file can be executed here and has the recorded contents. */
static bool is_same(Script *s, int fd, const TraceCall *rec, const TraceData *bytes)
{
	const TraceData *identity = call_data(rec, bytes->arg, SUB_IDENTITY, DATA_OUT);
	char link[64];
	struct stat st;
	u64 key[2], known;
	snprintf(link, sizeof link, "/proc/self/fd/%d", fd);
	if (fstat(fd, &st) != 0 || access(link, X_OK) != 0)
		return false;
	file_identity(&st, key);
	if (identity && identity->len == sizeof key && !memcmp(identity->at, key, sizeof key))
		return true;
	Key pair = KEY(key[0], key[1], 0, (uintptr_t)bytes);
	if (keymap_get(&s->same_files, pair, &known))
		return known == 1;
	Buf here = {0};
	bool same = (u64)st.st_size == bytes->len && file_read(link, &here, NULL) &&
				here.len == bytes->len && !memcmp(here.at, bytes->at, here.len);
	buf_free(&here);
	keymap_put(&s->same_files, pair, same ? 1 : 2);
	return same;
}

bool program_is_same(EnvRerun *r, const TracedTask *task, const TraceCall *rec)
{
	int arg = program_arg(rec);
	const TraceData *bytes = call_data(rec, arg, SUB_MAPPING, DATA_OUT);
	if (!bytes || !call_text(rec, arg) || !r->script->dir)
		return true; /* there is no recorded file to execute instead */
	Buf path = {0};
	mem_read_string(task->tid, task->args[arg], 4096, &path);
	int fd = program_open(task, buf_str(&path));
	bool same = fd >= 0 && is_same(r->script, fd, rec, bytes);
	if (fd >= 0)
		close(fd);
	buf_free(&path);
	return same;
}

static const char *base_name(const char *path)
{
	const char *slash = strrchr(path, '/');
	return slash ? slash + 1 : path;
}

/* ---- the user who executes it ---- */

/* The user by whose rights the task opens files. */
static uid_t user_of(pid_t tid)
{
	char path[64];
	Buf status = {0};
	unsigned ids[4] = {geteuid(), geteuid(), geteuid(), geteuid()};
	snprintf(path, sizeof path, "/proc/%d/status", tid);
	file_read(path, &status, NULL);
	const char *found = strstr(buf_str(&status), "\nUid:");
	if (found)
		sscanf(found, "\nUid: %u %u %u %u", &ids[0], &ids[1], &ids[2], &ids[3]);
	buf_free(&status);
	return (uid_t)ids[3];
}

/* The user who executes the program itself. */
static uid_t user_of_head(const EnvRerun *r)
{
	const Trace *t = r->script->trace;
	for (u32 i = 0; i < t->head && geteuid() == 0; i++)
		if (t->calls.at[i].nr == PSEUDO_IDS && r->replay[i])
			return (uid_t)t->calls.at[i].args[1];
	return geteuid();
}

/* Lets one other user, and nobody else, pass through drift's own directory, by an access control
 * list. Not needed in a sandbox, which hides that directory. */
static bool let_pass(const char *shown, uid_t uid)
{
	const struct {
		u16 tag, rights;
		u32 id;
	} list[] = {
		{0x01, 7, UINT32_MAX}, /* the owner: all */
		{0x02, 1, uid},        /* that user: pass */
		{0x04, 0, UINT32_MAX}, /* the group: nothing */
		{0x10, 1, UINT32_MAX}, /* at most, for users and groups: pass */
		{0x20, 0, UINT32_MAX}, /* others: nothing */
	};
	u8 value[4 + sizeof list] = {2}; /* the version of the format */
	memcpy(value + 4, list, sizeof list);
	const char *slash = strrchr(shown, '/');
	char *dir = xstrndup(shown, (size_t)(slash - shown));
	bool ok = setxattr(dir, "system.posix_acl_access", value, sizeof value, 0) == 0;
	free(dir);
	return ok;
}

/* ---- the copy ---- */

/* Creates a file with the recorded contents, once per call and user. It keeps its name, since
 * programs read it. Only that user can enter its directory. */
static char *stand_in_file(const EnvRerun *r, u32 call, const TraceData *bytes, const char *name,
						   uid_t uid)
{
	const char *shown = r->script->dir;
	bool other = uid != geteuid();
	char *dir = xasprintf("%s/call-%u-%u", shown, call, (unsigned)uid);
	char *path = xasprintf("%s/%s", dir, base_name(name));
	bool ok = file_exists(path) ||
			  (mkdir(dir, 0700) == 0 && file_write_private(path, bytes->at, bytes->len, NULL) &&
			   chmod(path, 0755) == 0 && (!other || chown(dir, uid, (gid_t)-1) == 0));
	ok = ok && (!other || r->cell || let_pass(shown, uid));
	free(dir);
	if (!ok) {
		free(path);
		return NULL;
	}
	return path;
}

bool program_stand_in(EnvRerun *r, TracedTask *task, u32 call)
{
	const TraceCall *rec = &r->script->trace->calls.at[call];
	int arg = program_arg(rec);
	char *path = stand_in_file(r, call, call_data(rec, arg, SUB_MAPPING, DATA_OUT),
							   call_text(rec, arg), user_of(task->tid));
	u64 at = scratch_address(task->tid);
	bool ok = path && at && strlen(path) < 1024 &&
			  mem_write(task->tid, at, path, strlen(path) + 1) && reg_set_arg(task->tid, arg, at);
	free(path);
	return ok;
}

/* If the program itself is replayed: the recorded file, if it differs from the one here. */
char *program_of_head(EnvRerun *r)
{
	const Trace *t = r->script->trace;
	for (u32 i = 0; i < t->head && r->script->dir; i++) {
		const TraceCall *c = &t->calls.at[i];
		const TraceData *bytes = call_data(c, 1, SUB_MAPPING, DATA_OUT);
		const TraceData *name = call_data(c, 0, 0, DATA_IN);
		if (c->nr != PSEUDO_PROGRAM || !r->replay[i] || !bytes || !name)
			continue;
		const char *there = base_name((const char *)name->at);
		int fd = program_find(r->launch.argv[0]);
		bool same = fd < 0 || is_same(r->script, fd, c, bytes);
		if (fd >= 0)
			close(fd);
		if (same || strcmp(there, base_name(r->launch.argv[0])) != 0)
			return NULL;
		return stand_in_file(r, i, bytes, there, user_of_head(r));
	}
	return NULL;
}
