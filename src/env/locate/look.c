/* look.c: finds out how this system would answer the recorded calls.
 *
 * If no rerun is possible, the recording still shows what the program asked for: files, variables,
 * limits, addresses. drift itself repeats every question that changes nothing. The result is a
 * trace like the recorded one with the answers of this system, and the two are compared like two
 * recorded runs. Answers that drift cannot find out stay as recorded.
 */
#include "env/trace/decode.h"
#include "env/compare/owner.h"
#include "env/record/head.h"
#include "env/locate/locate.h"

#include <arpa/inet.h>
#include <errno.h>
#include <fcntl.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/statfs.h>
#include <sys/syscall.h>
#include <unistd.h>

typedef struct SystemLook {
	const World *world; /* of the recording */
	Trace *out;
	u64 *position; /* by object: where the next read begins */
} SystemLook;

/* ---- the head ---- */

static void keep_pseudo(void *user, const TraceCall *c)
{
	SystemLook *l = user;
	Trace *t = l->out;
	/* The program and the descriptors would be drift's own. */
	if (c->nr != PSEUDO_CWD && c->nr != PSEUDO_VAR && c->nr != PSEUDO_LIMIT &&
		c->nr != PSEUDO_IDS && c->nr != PSEUDO_UMASK && c->nr != PSEUDO_UNAME)
		return;
	TraceCall copy = *c;
	copy.data = arena_array(&t->arena, TraceData, c->n_data);
	for (u32 i = 0; i < c->n_data; i++) {
		copy.data[i] = c->data[i];
		u8 *bytes = arena_alloc(&t->arena, (size_t)c->data[i].len + 1);
		memcpy(bytes, c->data[i].at, c->data[i].len);
		copy.data[i].at = bytes;
	}
	vec_push(&t->calls, copy);
}

static void look_at_head(SystemLook *l, const Trace *good, char *const envp[])
{
	char *argv[] = {"", NULL};
	TracedTask self = {.tid = getpid(), .tgid = getpid()};
	head_capture(&self, argv, envp, NULL, keep_pseudo, l);
	for (u32 i = 0; i < good->head; i++) {
		const TraceCall *c = &good->calls.at[i];
		if (c->nr == PSEUDO_PROGRAM || c->nr == PSEUDO_FDS || c->nr == PSEUDO_AUXV ||
			c->nr == PSEUDO_SIGNALS || c->nr == PSEUDO_TIMERS)
			vec_push(&l->out->calls, *c);
	}
	l->out->head = (u32)l->out->calls.len;
}

/* ---- names ---- */

static i64 errno_of(int result)
{
	return result == 0 ? 0 : -errno;
}

static u64 open_flags(const TraceCall *c)
{
	if (c->nr == SYS_openat)
		return c->args[2];
	return c->nr == SYS_open ? c->args[1] : O_RDONLY;
}

/* The result of open, as far as permissions and names decide it. */
static i64 look_at_open(const TraceCall *c, const char *path)
{
	enum { SOME_FD = 900 }; /* a number that nothing else uses */
	u64 flags = open_flags(c);
	struct stat st;
	int mode = (flags & O_ACCMODE) == O_RDONLY   ? R_OK
			   : (flags & O_ACCMODE) == O_WRONLY ? W_OK
												 : R_OK | W_OK;
	bool there = stat(path, &st) == 0;
	i64 ret = 0;
	if (there && flags & O_CREAT && flags & O_EXCL)
		ret = -EEXIST;
	else if (there || !(flags & O_CREAT))
		ret = errno_of(faccessat(AT_FDCWD, path, mode, AT_EACCESS));
	else {
		char *dir = xstrdup(path), *slash = strrchr(dir, '/');
		slash[slash == dir] = 0;
		ret = errno_of(faccessat(AT_FDCWD, dir, W_OK, AT_EACCESS));
		free(dir);
	}
	if (ret < 0)
		return ret;
	return is_error(c->ret) ? SOME_FD : c->ret;
}

static i64 look_at_name(const TraceCall *c, const char *path)
{
	struct stat st;
	struct statfs fs;
	char byte;
	switch (c->nr) {
	case SYS_open:
	case SYS_openat: return look_at_open(c, path);
	case SYS_stat:
	case SYS_newfstatat:
	case SYS_statx: return errno_of(stat(path, &st));
	case SYS_lstat: return errno_of(lstat(path, &st));
	case SYS_access: return errno_of(access(path, (int)c->args[1]));
	case SYS_faccessat:
	case SYS_faccessat2: return errno_of(access(path, (int)c->args[2]));
	case SYS_execve: return errno_of(access(path, X_OK));
	case SYS_mkdir:
	case SYS_mkdirat: return lstat(path, &st) == 0 ? -EEXIST : c->ret;
	case SYS_chdir: return errno_of(access(path, X_OK));
	case SYS_statfs: return errno_of(statfs(path, &fs));
	case SYS_readlink:
	case SYS_readlinkat: return errno_of((int)readlink(path, &byte, 1) > 0 ? 0 : -1);
	default: return c->ret;
	}
}

/* ---- contents ---- */

static u8 *read_part(SystemLook *l, const char *path, u64 offset, size_t n, size_t *got)
{
	u8 *bytes = arena_alloc(&l->out->arena, n + 1);
	int fd = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY);
	*got = 0;
	while (fd >= 0 && *got < n) {
		ssize_t k = pread(fd, bytes + *got, n - *got, (off_t)(offset + *got));
		if (k <= 0)
			break;
		*got += (size_t)k;
	}
	if (fd >= 0)
		close(fd);
	return bytes;
}

static void put_piece(SystemLook *l, TraceCall *c, const TraceData *old, const u8 *bytes, size_t n)
{
	TraceData *data = arena_array(&l->out->arena, TraceData, c->n_data);
	for (u32 i = 0; i < c->n_data; i++) {
		data[i] = c->data[i];
		if (&c->data[i] == old) {
			data[i].at = bytes;
			data[i].len = (u32)n;
			data[i].full = n;
		}
	}
	c->data = data;
}

/* Drops the memory that the call wrote and keeps what it read. */
static void drop_answers(SystemLook *l, TraceCall *c)
{
	TraceData *data = arena_array(&l->out->arena, TraceData, c->n_data);
	u32 n = 0;
	for (u32 i = 0; i < c->n_data; i++)
		if (c->data[i].dir == DATA_IN)
			data[n++] = c->data[i];
	c->data = data;
	c->n_data = n;
}

/* Repeats a read of a file, at the position of the recorded one. */
static void look_at_read(SystemLook *l, TraceCall *c, const CallUse *use)
{
	const WorldObject *o = world_object(l->world, use->objects[0]);
	const TraceData *d = call_data(c, 1, 0, DATA_OUT);
	u64 *position = &l->position[use->objects[0]];
	u64 from = c->nr == SYS_pread64 ? c->args[3] : *position;
	struct stat st;
	size_t got;
	if (c->nr == SYS_read && c->ret > 0)
		*position += (u64)c->ret;
	const char *path = o->path ? world_path(l->world, o->path) : "";
	if (is_error(c->ret) || *path != '/' || stat(path, &st) != 0 || !S_ISREG(st.st_mode) ||
		o->writable || c->args[2] > 1 << 26 || !strncmp(path, "/proc/", 6))
		return;
	u8 *bytes = read_part(l, path, from, c->args[2], &got);
	if (d && call_blocks(c)) {
		Buf hashes = {0};
		blocks_add(&hashes, bytes, got);
		u8 *copy = arena_alloc(&l->out->arena, hashes.len + 1);
		memcpy(copy, buf_str(&hashes), hashes.len);
		put_piece(l, c, call_blocks(c), copy, hashes.len);
		buf_free(&hashes);
		c->ret = (i64)got;
	} else if (d && (got != d->len || memcmp(bytes, d->at, got) != 0)) {
		put_piece(l, c, d, bytes, got);
		c->ret = (i64)got;
	}
}

static void look_at_mapping(SystemLook *l, TraceCall *c, const CallUse *use)
{
	const WorldObject *o = world_object(l->world, use->objects[0]);
	const TraceData *d = call_data(c, 4, SUB_MAPPING, DATA_OUT);
	const char *path = o->path ? world_path(l->world, o->path) : "";
	size_t got;
	if (!d || *path != '/' || access(path, R_OK) != 0)
		return;
	u8 *bytes = read_part(l, path, c->args[5], d->len, &got);
	if (got == d->len && !memcmp(bytes, d->at, got))
		return;
	put_piece(l, c, d, bytes, got);
	const TraceData *id = call_data(c, 4, SUB_IDENTITY, DATA_OUT);
	u64 none[2] = {0};
	u8 *copy = arena_alloc(&l->out->arena, sizeof none + 1);
	if (id)
		put_piece(l, c, id, copy, sizeof none);
}

/* Compares the source of a copy that the kernel made, from the position of the last one on. */
static void look_at_copy(SystemLook *l, TraceCall *c, const CallUse *use)
{
	int arg = copy_source(c->nr);
	const TraceData *d = call_data(c, arg, SUB_MAPPING, DATA_OUT);
	u32 object = use->n_objects ? use->objects[use->n_objects > 1 && arg == 1 ? 1 : 0] : 0;
	const WorldObject *o = world_object(l->world, object);
	const char *path = o->path ? world_path(l->world, o->path) : "";
	struct stat st;
	size_t got;
	if (!d || *path != '/' || o->writable || stat(path, &st) != 0 || !S_ISREG(st.st_mode))
		return;
	u8 *bytes = read_part(l, path, l->position[object], d->len + 1, &got);
	l->position[object] += d->len;
	if (got < d->len || memcmp(bytes, d->at, d->len) != 0)
		put_piece(l, c, d, bytes, got < d->len ? got : d->len);
}

/* Replaces the attributes that a call reported about a name. */
static void look_at_attributes(SystemLook *l, TraceCall *c, const char *path)
{
	bool link = c->nr == SYS_lstat || (c->nr == SYS_newfstatat && c->args[3] & AT_SYMLINK_NOFOLLOW);
	const TraceData *d = call_data(c, c->nr == SYS_newfstatat ? 2 : 1, 0, DATA_OUT);
	struct stat st;
	bool stats = c->nr == SYS_stat || c->nr == SYS_lstat || c->nr == SYS_newfstatat;
	if (!stats || !d || d->len != sizeof st || (link ? lstat(path, &st) : stat(path, &st)) != 0)
		return;
	u8 *copy = arena_alloc(&l->out->arena, sizeof st + 1);
	memcpy(copy, &st, sizeof st);
	put_piece(l, c, d, copy, sizeof st);
}

/* The same for calls that newer programs make, for file systems and for links. */
static void look_at_more(SystemLook *l, TraceCall *c, const char *path)
{
	const TraceData *d = call_data(c,
								   c->nr == SYS_statx        ? 4
								   : c->nr == SYS_readlinkat ? 2
															 : 1,
								   0, DATA_OUT);
	struct statx extended;
	struct statfs fs;
	char target[4096];
	const void *from = NULL;
	size_t n = 0;
	if (!d)
		return;
	if (c->nr == SYS_statx && d->len == sizeof extended &&
		statx(AT_FDCWD, path, (int)c->args[2], (u32)c->args[3], &extended) == 0) {
		from = &extended;
		n = sizeof extended;
	} else if (c->nr == SYS_statfs && d->len == sizeof fs && statfs(path, &fs) == 0) {
		from = &fs;
		n = sizeof fs;
	} else if (c->nr == SYS_readlink || c->nr == SYS_readlinkat) {
		ssize_t k = readlink(path, target, sizeof target);
		from = k > 0 ? target : NULL;
		n = k > 0 ? (size_t)k : 0;
	}
	if (!from)
		return;
	u8 *copy = arena_alloc(&l->out->arena, n + 1);
	memcpy(copy, from, n);
	put_piece(l, c, d, copy, n);
	if (c->nr == SYS_readlink || c->nr == SYS_readlinkat)
		c->ret = (i64)n;
}

/* ---- addresses ---- */

static void look_at_address(TraceCall *c)
{
	const TraceData *d = call_data(c, 1, 0, DATA_IN);
	u16 port;
	struct stat st;
	if (!d || d->len < 8)
		return;
	sa_family_t family;
	memcpy(&family, d->at, sizeof family);
	memcpy(&port, d->at + 2, sizeof port);
	bool inet = family == AF_INET || family == AF_INET6;
	bool local = family == AF_INET && d->at[4] == 127;
	bool named = family == AF_UNIX && d->at[2] == '/';
	const char *path = (const char *)d->at + 2; /* a NUL follows the bytes */
	if (c->nr == SYS_bind && !is_error(c->ret)) {
		if ((inet && port && port_listens(ntohs(port))) || (named && lstat(path, &st) == 0))
			c->ret = -EADDRINUSE;
	} else if (c->nr == SYS_connect && !is_error(c->ret)) {
		if (local && !port_listens(ntohs(port)))
			c->ret = -ECONNREFUSED;
		else if (named && stat(path, &st) != 0)
			c->ret = -errno;
	}
}

/* ---- the whole trace ---- */

static bool is_readable_name(i32 nr)
{
	switch (nr) {
	case SYS_open:
	case SYS_openat:
	case SYS_stat:
	case SYS_lstat:
	case SYS_newfstatat:
	case SYS_statx:
	case SYS_access:
	case SYS_faccessat:
	case SYS_faccessat2:
	case SYS_execve:
	case SYS_mkdir:
	case SYS_mkdirat:
	case SYS_statfs:
	case SYS_readlink:
	case SYS_readlinkat:
	case SYS_chdir: return true;
	default: return false;
	}
}

/* made: names that the program itself had changed before; what is there now is not what it would
 * find. */
static void look_at_call(SystemLook *l, const CallUse *use, const bool *made, TraceCall *c)
{
	const char *path = use->n_paths ? world_path(l->world, use->paths[0]) : "";
	if (c->flags & (CALL_UNFINISHED | CALL_COMPAT))
		return;
	if (is_readable_name(c->nr) && *path == '/' && !made[use->paths[0]] &&
		strncmp(path, "/proc/", 6) != 0) {
		i64 ret = look_at_name(c, path);
		if (is_error(ret) != is_error(c->ret)) {
			c->ret = ret;
			drop_answers(l, c);
		} else if (!is_error(ret)) {
			look_at_attributes(l, c, path);
			look_at_more(l, c, path);
		}
	} else if (copy_source(c->nr) >= 0 && use->n_objects && c->ret > 0) {
		look_at_copy(l, c, use);
	} else if ((c->nr == SYS_read || c->nr == SYS_pread64) && use->n_objects) {
		look_at_read(l, c, use);
	} else if (c->nr == SYS_lseek && use->n_objects && !is_error(c->ret)) {
		l->position[use->objects[0]] = (u64)c->ret;
	} else if (c->nr == SYS_mmap && use->n_objects) {
		look_at_mapping(l, c, use);
	} else if (c->nr == SYS_bind || c->nr == SYS_connect) {
		look_at_address(c);
	}
}

void look_here(const Trace *good, const World *w, char *const envp[], Trace *out)
{
	*out = (Trace){.status = good->status};
	SystemLook l = {.world = w, .out = out};
	l.position = xcalloc(world_object_count(w) + 1, sizeof *l.position);
	bool *made = xcalloc(world_path_count(w) + 1, 1);
	vec_append(&out->tasks, good->tasks.at, good->tasks.len);
	look_at_head(&l, good, envp);
	for (u32 i = good->head; i < good->calls.len; i++) {
		TraceCall c = good->calls.at[i];
		const CallUse *use = world_use(w, i);
		look_at_call(&l, use, made, &c);
		vec_push(&out->calls, c);
		for (u8 k = 0; k < use->n_paths; k++)
			made[use->paths[k]] |= (use->path_use[k] & PATH_CHANGED) != 0;
	}
	free(made);
	free(l.position);
}
