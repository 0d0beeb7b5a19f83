/* core.c: creates and frees an Os, accesses the subject's memory, captures output, and
 * dispatches system calls.
 */
#include <sys/syscall.h>
#include <unistd.h>
#include "base/check.h"
#include "engine/os/calls.h"
#include "engine/os/family/family.h"

/* ---- the subject's memory ---- */

bool os_get(Os *os, u64 addr, void *to, size_t n)
{
	if (n && !os->mem.read(os->mem.machine, addr, to, NULL, n))
		os->status = OS_FAULT;
	return os->status != OS_FAULT;
}

bool os_set_tagged(Os *os, u64 addr, const u8 *bytes, const Tag *tags, size_t n)
{
	if (n && !os->mem.write(os->mem.machine, addr, bytes, tags, n))
		os->status = OS_FAULT;
	return os->status != OS_FAULT;
}

bool os_set(Os *os, u64 addr, const void *from, size_t n)
{
	return os_set_tagged(os, addr, from, NULL, n);
}

static bool any(const Tag *tags, size_t n)
{
	for (size_t i = 0; i < n; i++)
		if (tags[i])
			return true;
	return false;
}

bool os_gather(Os *os, u64 addr, size_t n)
{
	size_t at = os->scratch.len;
	if (at == 0)
		os->scratch_tagged = false;
	if (!n)
		return true;
	vec_reserve(&os->scratch, at + n);
	os->scratch.len += n;
	bool ask = !os->mem.tagged || os->mem.tagged(os->mem.machine, addr, n);
	if (!ask && !os->scratch_tagged)
		return os_get(os, addr, os->scratch.at + at, n);
	vec_reserve(&os->tags, at + n);
	if (!os->scratch_tagged)
		memset(os->tags.at, 0, at * sizeof(Tag));
	if (!os->mem.read(os->mem.machine, addr, os->scratch.at + at, os->tags.at + at, n)) {
		os->status = OS_FAULT;
		return false;
	}
	os->scratch_tagged = os->scratch_tagged || any(os->tags.at + at, n);
	return true;
}

int os_text(Os *os, u64 addr, Buf *to)
{
	buf_reset(to);
	if (!os->mem.text(os->mem.machine, addr, to)) {
		os->status = OS_FAULT;
		return 0;
	}
	return to->len >= OS_PATH_MAX ? -ENAMETOOLONG : 0;
}

i64 os_refuse(Os *os, const char *fmt, ...)
{
	va_list ap;
	va_start(ap, fmt);
	buf_reset(&os->message);
	buf_vaddf(&os->message, fmt, ap);
	va_end(ap);
	os->status = OS_UNSUPPORTED;
	return 0;
}

const char *os_message(const Os *os)
{
	return buf_str(&os->message);
}

/* ---- calls ---- */

typedef struct Row {
	const char *name; /* NULL: not a call we know */
	SysFn *fn;        /* NULL: known and not supported */
	OsFdAnswer fd;    /* what a descriptor tells that the run did not open itself */
	u32 asks;         /* ASKS_*: what the call may ask of the world */
} Row;

#define ROW(call, fd, asks) [SYS_##call] = {#call, sys_##call, fd, asks},
#define ROW_AS(call, fn, fd, asks) [SYS_##call] = {#call, fn, fd, asks},
#define ROW_REFUSED(call) [SYS_##call] = {.name = #call},

static const Row rows[] = {OS_CALLS(ROW) OS_SIMPLE(ROW_AS) OS_REFUSED(ROW_REFUSED)};

u32 os_may_ask(long nr)
{
	return (unsigned long)nr < countof(rows) ? rows[nr].asks : ASKS_NOTHING;
}

/* A call that has no row in the table knows nothing of descriptors either. */
static void ask_descriptors(Os *os, const Row *row)
{
	OpenFile *out = os->call.stream;
	if (row->fd == FD_ALIKE || row->fd == FD_SELF || os->status == OS_EXIT)
		return;
	if (os->call.input)
		os_kind_matters(os, os->call.input);
	if (out && !(row->fd == FD_OUTPUT && vfile_writes(out)))
		os_kind_matters(os, out);
}

/* What was asked is in the table. */
static void check_asked(const Os *os, const Row *row)
{
	for (size_t i = 0; i < os->asked.len; i++)
		must_that(row->asks >> os->asked.at[i].kind & 1, "%s asks about the world: kind %d",
				  row->name, os->asked.at[i].kind);
}

/* With several tasks, a call that a signal interrupts is repeated as the kernel does it (SA_RESTART). */
static OsStatus deliver_after(Os *os, long nr, i64 *result)
{
	static const long begun_again[] = {SYS_read,  SYS_write,  SYS_readv, SYS_writev,
									   SYS_wait4, SYS_waitid, SYS_futex};
	bool again = false;
	if (os->family && *result == -EINTR)
		os_queue_mark(os, OS_CANCEL, nr == SYS_futex ? 2 : 1);
	for (size_t i = 0; os->family && *result == -EINTR && i < countof(begun_again); i++)
		again |= begun_again[i] == nr;
	again = again && os_signal_restarts(os);
	OsStatus status = os_signal_deliver(os, result);
	return status == OS_SIGNAL && again ? OS_AGAIN : status;
}

OsStatus os_syscall(Os *os, long nr, const u64 args[6], i64 *result)
{
	os->status = OS_DONE;
	if (unlikely(os->outside.open))
		os_outside_hear(os);
	os->output = NULL;
	os->call.changed.node = NULL;
	os->asked.len = os->names.len = 0;
	*result = 0;
	os->process.seen.inside = nr == SYS_openat && args[4] == OS_INSIDE;
	os->call.input = os->call.stream = NULL;
	const Row *row = (unsigned long)nr < countof(rows) ? &rows[nr] : NULL;
	if (!row || !row->name)
		os_refuse(os, "system call %ld", nr);
	else if (!row->fn)
		os_refuse(os, "%s", row->name);
	else {
		*result = row->fn(os, args);
		if (unlikely(os->family != NULL) && os->status != OS_BLOCKED)
			family_completed(os);
		ask_descriptors(os, row);
		if (CHECKED)
			check_asked(os, row);
	}
	if (os->status == OS_BLOCKED)
		return OS_BLOCKED;
	/* The alarm goes off where the program waits, or at the first call after its time. */
	if (unlikely(os->process.alarm.due) && os->status == OS_DONE &&
		os->elapsed >= os->process.alarm.due)
		os_alarm_wait(os, 0);
	if (os->status == OS_EXIT)
		*result = os->status_value;
	else if (os->status == OS_DONE && unlikely(os_signal_waits(os)))
		return deliver_after(os, nr, result);
	return os->status;
}

OsStatus os_deliver(Os *os, i64 *result)
{
	os->status = OS_DONE;
	*result = 0;
	return os_signal_waits(os) ? os_signal_deliver(os, result) : OS_DONE;
}

/* ---- output ---- */

size_t os_outputs(const Os *os, const OsOutput **list)
{
	for (size_t i = 0; i < os->pieces.len; i++) {
		OsOutput *piece = &os->pieces.at[i];
		OutputSpan at = os->locations.at[i];
		piece->bytes = os->out.at + at.start;
		piece->tags = at.plain ? NULL : os->out.tags + at.start;
	}
	*list = os->pieces.at;
	return os->pieces.len;
}

/* ---- life ---- */

static OsNode *stream_node(Os *os, int number, OsStream kind)
{
	if (number == 0 && kind == OS_STREAM_CAPTURE) {
		OsNode *node = vnode_new(os, NODE_FILE, S_IFREG | 0600);
		node->now.changed = false;
		return node;
	}
	OsNode *node = vnode_new(os, NODE_STREAM, S_IFIFO | 0600);
	node->number = number;
	node->passed = kind == OS_STREAM_HOST;
	return node;
}

/* A stream that drift itself was not given; the engine keeps its number with a descriptor for a
 * path alone, so that nothing else gets it. */
static void mind_closed(OsStream *kind, int number)
{
	int flags = fcntl(number, F_GETFL);
	if (*kind == OS_STREAM_HOST && (flags < 0 || (flags & O_PATH)))
		*kind = OS_STREAM_CLOSED;
}

enum { MOST_INHERITED = 1024 };

/* What drift opens itself is closed on exec: the others are its caller's. */
static void add_inherited(Os *os)
{
	for (int fd = STDERR_FILENO + 1; fd < MOST_INHERITED; fd++) {
		int flags = fcntl(fd, F_GETFD);
		if (flags >= 0 && !(flags & FD_CLOEXEC))
			vec_push(&os->start.inherited, stream_node(os, fd, OS_STREAM_HOST));
	}
}

static void load_ids(Os *os)
{
	gid_t groups[1024];
	os->start.ids = (Ids){getuid(), geteuid(), geteuid(), getgid(), getegid(), getegid()};
	int n = getgroups((int)countof(groups), groups);
	for (int i = 0; i < n; i++)
		vec_push(&os->start.groups, groups[i]);
}

/* Resolves with the privilege of the start state (user 0), since os->process.ids is not set yet. */
static bool find_start(Os *os, const char *cwd, Err *err)
{
	int error;
	PathWalk w;
	char *path = realpath(cwd ? cwd : ".", NULL);
	if (!path)
		return err_set(err, "%s: %s", cwd ? cwd : ".", strerror(errno));
	os->root = os_host_node(os, "/", &error);
	if (!os->root) {
		free(path);
		return err_set(err, "/: %s", strerror(-error));
	}
	os->root->now.parent = os->root;
	error = vpath_walk(os, AT_FDCWD, path, WALK_FOLLOW, &w);
	if (!error && w.node->kind != NODE_DIR)
		error = -ENOTDIR;
	os->start.cwd = error ? NULL : w.node;
	if (error)
		err_set(err, "%s: %s", path, strerror(-error));
	free(path);
	return !error;
}

Os *os_new(const OsConfig *config, const OsMem *mem, Err *err)
{
	Os *os = xcalloc(1, sizeof *os);
	os->config = *config;
	os->mem = *mem;
	process_init(&os->process);
	if (!os->config.limit_files)
		os->config.limit_files = 1ull << 30;
	os->base = true;
	if (!find_start(os, config->cwd, err)) {
		os_free(os);
		return NULL;
	}
	load_ids(os);
	os->process.ids = os->start.ids;
	mind_closed(&os->config.in, STDIN_FILENO);
	mind_closed(&os->config.out, STDOUT_FILENO);
	mind_closed(&os->config.err, STDERR_FILENO);
	os->streams[0] = stream_node(os, 0, os->config.in);
	os->streams[1] = stream_node(os, 1, os->config.out);
	os->streams[2] = stream_node(os, 2, os->config.err);
	if (config->in == OS_STREAM_HOST)
		add_inherited(os);
	os->base = false;
	os->process.limits_changed = os->process.actions_changed = true;
	os_reset(os, config->input, config->input_tags, config->input_len);
	return os;
}

static void clear_output(Os *os)
{
	os_output_changed(os);
	vbytes_clear(&os->out);
	os->pieces.len = os->locations.len = 0;
}

void os_reset(Os *os, const void *input, const Tag *tags, size_t len)
{
	family_free(os);
	os_fds_reset(os);
	os_overlay_undo(os);
	if (os->config.in == OS_STREAM_CAPTURE) {
		Bytes *in = &os->streams[0]->now.data;
		vbytes_clear(in);
		vbytes_put(in, 0, input, tags, len);
	}
	clear_output(os);
	os_signals_reset(os);
	os_outside_end(os);
	if (os->process.limits_changed)
		os_limits_reset(os);
	os->process.cwd = os->start.cwd;
	os->process.ids = os->start.ids;
	os->process.ids_set = false;
	os->random_used = 0;
	os->elapsed = 0;
	os->random = OS_RANDOM_SEED;
	os->process.umask = 022;
	memcpy(os->process.comm, "subject", 8);
	os->process.undumpable = false;
	os->process.nice = 0;
	os->process.seen.own = 0;
	os->process.seen.own_actions = 0;
	os->process.seen.fds_most = 0;
	os->process.seen.looked = false;
	buf_reset(&os->message);
	os->status = OS_DONE;
}

void os_free(Os *os)
{
	if (!os)
		return;
	family_free(os);
	os_fds_free(os);
	os_overlay_free(os);
	os_output_changed(os);
	vbytes_free(&os->out);
	vec_free(&os->pieces);
	vec_free(&os->locations);
	vec_free(&os->start.groups);
	vec_free(&os->start.inherited);
	buf_free(&os->start.cmdline);
	os_outside_end(os);
	process_free(&os->process);
	vec_free(&os->scratch);
	vec_free(&os->tags);
	vec_free(&os->asked);
	buf_free(&os->names);
	buf_free(&os->message);
	buf_free(&os->path);
	buf_free(&os->path2);
	buf_free(&os->walk);
	buf_free(&os->walk_next);
	free(os);
}

/* ---- files of the start state ---- */

/* Directories on the way to path that are missing. */
static void make_parents(Os *os, const char *path)
{
	PathWalk w;
	for (const char *slash = strchr(path + 1, '/'); slash; slash = strchr(slash + 1, '/')) {
		char *prefix = xstrndup(path, (size_t)(slash - path));
		if (!vpath_walk(os, AT_FDCWD, prefix, WALK_CREATE | WALK_FOLLOW, &w) && !w.node) {
			OsNode *dir = vnode_new(os, NODE_DIR, S_IFDIR | 0755);
			dir->now.parent = w.dir;
			dir->now.changed = false;
			vdir_set(os, w.dir, w.name, dir);
		}
		free(prefix);
	}
}

static bool put_file(Os *os, const char *path, const void *bytes, const Tag *tags, size_t len,
					 Err *err)
{
	PathWalk w;
	int error = vpath_walk(os, AT_FDCWD, path, WALK_CREATE | WALK_FOLLOW, &w);
	if (error == -ENOENT && *path) {
		make_parents(os, path);
		error = vpath_walk(os, AT_FDCWD, path, WALK_CREATE | WALK_FOLLOW, &w);
	}
	if (!error && w.node && w.node->kind != NODE_FILE)
		error = w.node->kind == NODE_DIR ? -EISDIR : -EEXIST;
	if (!error && !w.node && (w.slash || w.last != LAST_NAME))
		error = -EISDIR;
	if (error)
		return err_set(err, "%s: %s", path, strerror(-error));
	OsNode *node = w.node;
	if (!node) {
		node = vnode_new(os, NODE_FILE, S_IFREG | 0644);
		node->dev = w.dir->dev;
		vdir_set(os, w.dir, w.name, node);
	}
	node->now.hosted = node->now.changed = false;
	vbytes_clear(&node->now.data);
	vbytes_put(&node->now.data, 0, bytes, tags, len);
	return true;
}

bool os_set_length(Os *os, const char *path, Tag length)
{
	PathWalk w = {.node = os->streams[0]};
	if (path && (vpath_walk(os, AT_FDCWD, path, WALK_FOLLOW, &w) || !w.node))
		return false;
	w.node->length = length;
	return true;
}

bool os_fd_input(const Os *os, u64 fd, OsInput *in)
{
	const OpenFile *f = os_fd_peek(os, fd);
	if (!f || f->node->kind != NODE_FILE || !f->node->length || f->node->now.changed)
		return false;
	*in = (OsInput){.length = f->node->length,
					.size = f->node->now.data.len,
					.pos = (u64)f->pos,
					.at = f->at,
					.location = f->location};
	return true;
}

void os_fd_know(Os *os, u64 fd, Tag at, OsWhere location)
{
	OpenFile *f = os_fd_peek(os, fd);
	if (!f)
		return;
	f->at = at;
	f->location = location;
}

Tag os_changed_length(const Os *os, u64 *size, bool *kept)
{
	*size = os->call.changed.size;
	*kept = os->call.changed.kept;
	return os->call.changed.node ? os->call.changed.node->length : 0;
}

i64 os_changed_fd(const Os *os, u64 *pos, Tag *at)
{
	for (size_t i = 0; os->call.changed.node && i < os->process.fds_end; i++) {
		const OpenFile *f = os->process.fds.at[i].file;
		if (!f || f->node != os->call.changed.node || !(u32)f->at)
			continue;
		*pos = (u64)f->pos;
		*at = f->at;
		return (i64)i;
	}
	return -1;
}

Tag os_stat_length(const Os *os, u64 *size_at, u64 *blocks_at)
{
	const OsNode *node = os->output;
	if (!node || node->kind != NODE_FILE || !node->length || node->now.changed)
		return 0;
	*size_at = os->stat_size_at;
	*blocks_at = os->stat_blocks_at;
	return node->length;
}

bool os_put_file(Os *os, const char *path, const void *bytes, const Tag *tags, size_t len, Err *err)
{
	if (os->fresh.len || os->touched.len || os->logged.len) {
		os_fds_reset(os);
		os_overlay_undo(os);
	}
	os->process.cwd = os->start.cwd;
	os->base = true;
	bool good = put_file(os, path, bytes, tags, len, err);
	os->base = false;
	return good;
}
