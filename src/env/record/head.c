/* head.c: captures pseudo-calls and applies them. */
#include "env/record/head.h"
#include "env/record/own.h"
#include "env/trace/world.h"

#include <dirent.h>
#include <elf.h>
#include <errno.h>
#include <fcntl.h>
#include <grp.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/utsname.h>
#include <unistd.h>

typedef struct Capture {
	void (*put)(void *user, const TraceCall *c);
	void *user;
} Capture;

static void emit(const Capture *to, i32 nr, const u64 *args, TraceData *data, u32 n)
{
	TraceCall c = {.nr = nr, .n_data = n, .data = data};
	if (args)
		memcpy(c.args, args, sizeof c.args);
	to->put(to->user, &c);
}

static TraceData piece(u8 arg, u8 sub, u8 dir, const void *bytes, size_t n)
{
	return (TraceData){.arg = arg, .sub = sub, .dir = dir, .len = (u32)n, .full = n, .at = bytes};
}

static TraceData text_piece(u8 arg, u8 sub, u8 dir, const char *s)
{
	return piece(arg, sub, dir, s, strlen(s));
}

/* The file that was given to execve: for a script not its interpreter. */
static void executed_path(pid_t tid, Buf *out)
{
	u64 entry[2];
	Buf name = {0};
	char *cwd = getcwd(NULL, 0);
	for (u64 at = auxv_address(tid); at; at += 16) {
		if (mem_read(tid, at, entry, 16) != 16 || entry[0] == AT_NULL)
			break;
		if (entry[0] == AT_EXECFN && mem_read_string(tid, entry[1], 4096, &name))
			path_resolve(cwd ? cwd : "/", buf_str(&name), out);
	}
	buf_free(&name);
	free(cwd);
}

static void capture_program(const Capture *to, pid_t tid, char *const argv[])
{
	TraceData data[253];
	u32 n = 0;
	for (; argv[n] && n < 250; n++)
		data[n] = text_piece(0, (u8)n, DATA_IN, argv[n]);
	char link[64], path[4096];
	snprintf(link, sizeof link, "/proc/%d/exe", tid);
	ssize_t k = readlink(link, path, sizeof path - 1);
	path[k > 0 ? k : 0] = 0;
	Buf id = {0};
	image_build_id(link, &id);
	data[n++] = text_piece(1, 0, DATA_OUT, path);
	data[n++] = text_piece(1, SUB_IMAGE, DATA_OUT, buf_str(&id));
	Buf name = {0};
	executed_path(tid, &name);
	if (name.len)
		data[n++] = text_piece(2, 0, DATA_OUT, name.at);
	emit(to, PSEUDO_PROGRAM, NULL, data, n);
	buf_free(&id);
	buf_free(&name);
}

static void capture_variables(const Capture *to, char *const envp[])
{
	for (; *envp; envp++) {
		const char *eq = strchr(*envp, '=');
		if (!eq)
			continue;
		TraceData data[2] = {piece(0, 0, DATA_IN, *envp, (size_t)(eq - *envp)),
							 text_piece(1, 0, DATA_OUT, eq + 1)};
		emit(to, PSEUDO_VAR, NULL, data, 2);
	}
}

static void capture_limits(const Capture *to, pid_t tid)
{
	for (u64 r = 0; r < RLIM_NLIMITS; r++) {
		struct rlimit lim;
		if (prlimit(tid, (__rlimit_resource_t)r, NULL, &lim) == 0)
			emit(to, PSEUDO_LIMIT, (u64[6]){r, lim.rlim_cur, lim.rlim_max}, NULL, 0);
	}
}

/* The child has the identity, mask and system of this process, since it was forked from it and not
 * changed. */
static void capture_process(const Capture *to)
{
	gid_t groups[1024];
	int n = getgroups(countof(groups), groups);
	TraceData ids = piece(4, 0, DATA_OUT, groups, n > 0 ? 4 * (size_t)n : 0);
	emit(to, PSEUDO_IDS, (u64[6]){getuid(), geteuid(), getgid(), getegid()}, &ids, 1);
	mode_t mask = umask(0);
	umask(mask);
	emit(to, PSEUDO_UMASK, (u64[6]){mask}, NULL, 0);
	struct utsname u;
	uname(&u);
	TraceData name = piece(0, 0, DATA_OUT, &u, sizeof u);
	emit(to, PSEUDO_UNAME, NULL, &name, 1);
}

static void capture_descriptors(const Capture *to, pid_t tid)
{
	char dir_path[64], link[400], target[4096];
	snprintf(dir_path, sizeof dir_path, "/proc/%d/fd", tid);
	DIR *dir = opendir(dir_path);
	for (struct dirent *e; dir && (e = readdir(dir));) {
		if (e->d_name[0] == '.')
			continue;
		snprintf(link, sizeof link, "%s/%s", dir_path, e->d_name);
		ssize_t k = readlink(link, target, sizeof target - 1);
		target[k > 0 ? k : 0] = 0;
		TraceData d = text_piece(1, 0, DATA_OUT, target);
		emit(to, PSEUDO_FDS, (u64[6]){(u64)atoi(e->d_name)}, &d, 1);
	}
	if (dir)
		closedir(dir);
}

static bool is_environment(u64 type)
{
	switch (type) {
	case AT_HWCAP:
	case AT_HWCAP2:
	case AT_CLKTCK:
	case AT_UID:
	case AT_EUID:
	case AT_GID:
	case AT_EGID:
	case AT_SECURE:
	case AT_RANDOM:
	case AT_PLATFORM: return true;
	default: return false;
	}
}

static void capture_auxv(const Capture *to, pid_t tid)
{
	u64 entry[2];
	for (u64 at = auxv_address(tid); at; at += 16) {
		if (mem_read(tid, at, entry, 16) != 16 || entry[0] == AT_NULL)
			break;
		if (!is_environment(entry[0]))
			continue;
		u64 args[6] = {entry[0], entry[1]};
		u8 random[16];
		Buf text = {0};
		TraceData d = {0};
		if (entry[0] == AT_RANDOM)
			d = piece(1, 0, DATA_OUT, random, mem_read(tid, entry[1], random, sizeof random));
		else if (entry[0] == AT_PLATFORM && mem_read_string(tid, entry[1], 64, &text))
			d = text_piece(1, 0, DATA_OUT, buf_str(&text));
		if (d.at)
			args[1] = 0; /* the value of a pointer means nothing */
		emit(to, PSEUDO_AUXV, args, &d, d.at != NULL);
		buf_free(&text);
	}
}

static void capture_signals(const Capture *to, pid_t tid)
{
	char path[64];
	Buf status = {0};
	unsigned long long blocked = 0, ignored = 0;
	snprintf(path, sizeof path, "/proc/%d/status", tid);
	file_read(path, &status, NULL);
	const char *b = strstr(buf_str(&status), "\nSigBlk:");
	const char *i = strstr(buf_str(&status), "\nSigIgn:");
	if (b && i && sscanf(b, "\nSigBlk: %llx", &blocked) == 1 &&
		sscanf(i, "\nSigIgn: %llx", &ignored) == 1)
		emit(to, PSEUDO_SIGNALS, (u64[6]){blocked, ignored}, NULL, 0);
	buf_free(&status);
}

static u64 microseconds(struct timeval t)
{
	return (u64)t.tv_sec * 1000000 + (u64)t.tv_usec;
}

static void capture_timers(const Capture *to, const OwnLimits *own)
{
	u64 args[6] = {0};
	for (int i = 0; i < OWN_TIMERS && own; i++) {
		args[i] = microseconds(own->timers[i].it_value);
		args[i + OWN_TIMERS] = microseconds(own->timers[i].it_interval);
	}
	if (own)
		emit(to, PSEUDO_TIMERS, args, NULL, 0);
}

/* ---- of a process that runs already ---- */

/* Splits a file of strings that end with NULs; the pointers lead into it. */
static char **strings_of(pid_t tid, const char *file, Buf *bytes)
{
	char path[64];
	VEC(char *) out = {0};
	snprintf(path, sizeof path, "/proc/%d/%s", tid, file);
	file_read(path, bytes, NULL);
	for (size_t at = 0; at < bytes->len; at += strlen(bytes->at + at) + 1)
		vec_push(&out, bytes->at + at);
	vec_push(&out, NULL);
	return out.at;
}

/* Numbers of a line of /proc/PID/status; returns how many there are. */
static u32 status_numbers(const char *status, const char *name, int base, u32 *out, u32 most)
{
	const char *p = strstr(status, name);
	u32 n = 0;
	for (p = p ? p + strlen(name) : ""; n < most; n++) {
		char *end;
		p += strspn(p, " \t");
		unsigned long v = strtoul(p, &end, base);
		if (end == p)
			break;
		out[n] = (u32)v;
		p = end;
	}
	return n;
}

static void capture_identity_of(const Capture *to, pid_t tid)
{
	char path[64];
	Buf status = {0};
	u32 uid[2] = {0}, gid[2] = {0}, mask = 0, groups[1024];
	snprintf(path, sizeof path, "/proc/%d/status", tid);
	file_read(path, &status, NULL);
	status_numbers(buf_str(&status), "\nUid:", 10, uid, 2);
	status_numbers(buf_str(&status), "\nGid:", 10, gid, 2);
	u32 n = status_numbers(buf_str(&status), "\nGroups:", 10, groups, countof(groups));
	TraceData ids = piece(4, 0, DATA_OUT, groups, 4 * (size_t)n);
	emit(to, PSEUDO_IDS, (u64[6]){uid[0], uid[1], gid[0], gid[1]}, &ids, 1);
	if (status_numbers(buf_str(&status), "\nUmask:", 8, &mask, 1))
		emit(to, PSEUDO_UMASK, (u64[6]){mask}, NULL, 0);
	buf_free(&status);
}

/* Its host name is that of this process, unless it has another namespace. */
static void capture_system_of(const Capture *to, pid_t tid)
{
	char path[64];
	struct stat own, other;
	struct utsname u;
	snprintf(path, sizeof path, "/proc/%d/ns/uts", tid);
	if (stat("/proc/self/ns/uts", &own) != 0 || stat(path, &other) != 0 ||
		own.st_ino != other.st_ino || uname(&u) != 0)
		return;
	TraceData name = piece(0, 0, DATA_OUT, &u, sizeof u);
	emit(to, PSEUDO_UNAME, NULL, &name, 1);
}

void head_capture_running(const TracedTask *task, void (*put)(void *user, const TraceCall *c),
						  void *user)
{
	Capture to = {put, user};
	Buf args = {0}, vars = {0};
	char link[64], cwd[4096];
	char **argv = strings_of(task->tid, "cmdline", &args);
	char **envp = strings_of(task->tid, "environ", &vars);
	capture_program(&to, task->tid, argv);
	snprintf(link, sizeof link, "/proc/%d/cwd", task->tid);
	ssize_t n = readlink(link, cwd, sizeof cwd - 1);
	cwd[n > 0 ? n : 0] = 0;
	TraceData d = text_piece(0, 0, DATA_OUT, cwd);
	emit(&to, PSEUDO_CWD, NULL, &d, 1);
	capture_variables(&to, envp);
	capture_limits(&to, task->tid);
	capture_identity_of(&to, task->tid);
	capture_system_of(&to, task->tid);
	capture_descriptors(&to, task->tid);
	capture_signals(&to, task->tid);
	free(argv);
	free(envp);
	buf_free(&args);
	buf_free(&vars);
}

/* ---- of one that was just started ---- */

void head_capture(const TracedTask *task, char *const argv[], char *const envp[],
				  const OwnLimits *own, void (*put)(void *user, const TraceCall *c), void *user)
{
	Capture to = {put, user};
	capture_program(&to, task->tid, argv);
	char *cwd = getcwd(NULL, 0);
	TraceData d = text_piece(0, 0, DATA_OUT, cwd ? cwd : "");
	emit(&to, PSEUDO_CWD, NULL, &d, 1);
	free(cwd);
	capture_variables(&to, envp);
	capture_limits(&to, task->tid);
	capture_process(&to);
	capture_descriptors(&to, task->tid);
	capture_auxv(&to, task->tid);
	capture_signals(&to, task->tid);
	capture_timers(&to, own);
}

/* ---- applying ---- */

static bool is_variable(const TraceCall *c, const char *entry)
{
	const TraceData *name = call_data(c, 0, 0, DATA_IN);
	return c->nr == PSEUDO_VAR && name && !strncmp(entry, (const char *)name->at, name->len) &&
		   entry[name->len] == '=';
}

void head_add_absent(Trace *t, char *const envp[])
{
	for (; *envp; envp++) {
		const char *eq = strchr(*envp, '=');
		bool known = !eq;
		for (u32 i = 0; i < t->head && !known; i++)
			known = is_variable(&t->calls.at[i], *envp);
		if (known)
			continue;
		TraceData *data = arena_array(&t->arena, TraceData, 1);
		char *name = arena_strndup(&t->arena, *envp, (size_t)(eq - *envp));
		data[0] = text_piece(0, 0, DATA_IN, name);
		TraceCall c = {.nr = PSEUDO_VAR, .flags = CALL_ABSENT, .n_data = 1, .data = data};
		/* The head must stay contiguous: everything after it moves up by one. */
		vec_push(&t->calls, c);
		memmove(&t->calls.at[t->head + 1], &t->calls.at[t->head],
				(t->calls.len - 1 - t->head) * sizeof c);
		t->calls.at[t->head++] = c;
	}
}

char **head_environment(const Trace *t, const bool *replay, char *const envp[], Arena *arena)
{
	size_t n = 0;
	while (envp[n])
		n++;
	char **out = arena_array(arena, char *, n + t->head + 1);
	size_t len = 0;
	for (size_t i = 0; i < n; i++) {
		bool ours = true;
		for (u32 k = 0; k < t->head && ours; k++)
			ours = !(replay[k] && is_variable(&t->calls.at[k], envp[i]));
		if (ours)
			out[len++] = envp[i];
	}
	for (u32 k = 0; k < t->head; k++) {
		const TraceCall *c = &t->calls.at[k];
		const TraceData *name = call_data(c, 0, 0, DATA_IN), *value = call_data(c, 1, 0, DATA_OUT);
		if (!replay[k] || c->nr != PSEUDO_VAR || !name || !value)
			continue;
		char *entry = arena_alloc(arena, (size_t)name->len + value->len + 2);
		memcpy(entry, name->at, name->len);
		entry[name->len] = '=';
		memcpy(entry + name->len + 1, value->at, value->len);
		out[len++] = entry;
	}
	return out;
}

static void apply_limit(const TraceCall *c)
{
	struct rlimit lim = {c->args[1], c->args[2]}, now;
	__rlimit_resource_t r = (__rlimit_resource_t)c->args[0];
	if (setrlimit(r, &lim) == 0 || getrlimit(r, &now) != 0)
		return;
	/* Without privilege the hard limit stays, and the soft limit is raised up to it. */
	lim.rlim_max = now.rlim_max;
	if (lim.rlim_cur > lim.rlim_max)
		lim.rlim_cur = lim.rlim_max;
	setrlimit(r, &lim);
}

static struct timeval timeval_of(u64 us)
{
	return (struct timeval){(time_t)(us / 1000000), (suseconds_t)(us % 1000000)};
}

static void apply_timers(const TraceCall *c)
{
	struct itimerval timers[OWN_TIMERS];
	for (int i = 0; i < OWN_TIMERS; i++)
		timers[i] = (struct itimerval){.it_value = timeval_of(c->args[i]),
									   .it_interval = timeval_of(c->args[i + OWN_TIMERS])};
	own_timers_set(timers);
}

static void apply_ids(const TraceCall *c)
{
	const TraceData *groups = call_data(c, 4, 0, DATA_OUT);
	if (geteuid() != 0 || (c->args[0] == getuid() && c->args[1] == geteuid() &&
						   c->args[2] == getgid() && c->args[3] == getegid()))
		return;
	if (groups && setgroups(groups->len / 4, (const gid_t *)(const void *)groups->at) != 0)
		return;
	if (setresgid((gid_t)c->args[2], (gid_t)c->args[3], (gid_t)c->args[3]) == 0 &&
		setresuid((uid_t)c->args[0], (uid_t)c->args[1], (uid_t)c->args[1]) != 0)
		_exit(126);
}

void head_apply(const Trace *t, const bool *replay)
{
	const TraceCall *ids = NULL;
	for (u32 i = 0; i < t->head; i++) {
		const TraceCall *c = &t->calls.at[i];
		const TraceData *d = call_data(c, 0, 0, DATA_OUT);
		if (!replay[i])
			continue;
		if (c->nr == PSEUDO_LIMIT)
			apply_limit(c);
		else if (c->nr == PSEUDO_UMASK)
			umask((mode_t)c->args[0]);
		else if (c->nr == PSEUDO_CWD && d && chdir((const char *)d->at) != 0)
			continue; /* it does not exist here: do not change the directory */
		else if (c->nr == PSEUDO_SIGNALS)
			own_signals_set(c->args[0], c->args[1]);
		else if (c->nr == PSEUDO_TIMERS)
			apply_timers(c);
		else if (c->nr == PSEUDO_IDS)
			ids = c;
	}
	if (ids) /* last, since it may remove the right to do the others */
		apply_ids(ids);
}

static void apply_auxv_entry(const TraceCall *c, pid_t tid, u64 at, const u64 entry[2])
{
	const TraceData *d = call_data(c, 1, 0, DATA_OUT);
	if (!d) {
		mem_write(tid, at + 8, &c->args[1], 8);
		return;
	}
	/* Bytes behind a pointer are written only if they fit into the existing space. */
	Buf old = {0};
	if (entry[0] == AT_RANDOM && d->len == 16)
		mem_write(tid, entry[1], d->at, 16);
	else if (mem_read_string(tid, entry[1], 64, &old) && old.len == d->len)
		mem_write(tid, entry[1], d->at, d->len);
	buf_free(&old);
}

void head_apply_auxv(const Trace *t, const bool *replay, pid_t tid)
{
	u64 entry[2];
	for (u64 at = auxv_address(tid); at; at += 16) {
		if (mem_read(tid, at, entry, 16) != 16 || entry[0] == AT_NULL)
			break;
		for (u32 i = 0; i < t->head; i++) {
			const TraceCall *c = &t->calls.at[i];
			if (replay[i] && c->nr == PSEUDO_AUXV && c->args[0] == entry[0] &&
				is_environment(entry[0]))
				apply_auxv_entry(c, tid, at, entry);
		}
	}
}
