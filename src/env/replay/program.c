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

/* Creates a file with the recorded contents, once per call. It keeps its name, since programs read
 * it. */
static char *stand_in_file(const Script *s, u32 call, const TraceData *bytes, const char *name)
{
	char *dir = xasprintf("%s/call-%u", s->dir, call);
	char *path = xasprintf("%s/%s", dir, base_name(name));
	bool ok = file_exists(path) ||
			  (mkdir(dir, 0755) == 0 && file_write(path, bytes->at, bytes->len, NULL) &&
			   chmod(dir, 0755) == 0 && chmod(path, 0755) == 0);
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
	char *path = stand_in_file(r->script, call, call_data(rec, arg, SUB_MAPPING, DATA_OUT),
							   call_text(rec, arg));
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
		return stand_in_file(r->script, i, bytes, there);
	}
	return NULL;
}
