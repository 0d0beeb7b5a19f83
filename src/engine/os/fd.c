/* fd.c: descriptors and the open files they share: dup, close, fcntl, flock. */
#include <linux/close_range.h>
#include "engine/os/calls.h"
#include "engine/os/family/family.h"

OpenFile *os_fd_peek(const Os *os, u64 fd)
{
	u32 number = (u32)fd; /* the kernel looks at 32 bits only */
	return number < os->process.fds_end ? os->process.fds.at[number].file : NULL;
}

/* It is not open, and might be inherited. */
static void ask_missing(Os *os, u64 fd)
{
	if ((i32)fd > STDERR_FILENO && (u32)fd >= os->process.seen.fds_most && !os->base)
		os_ask_inherited(os, "descriptors");
}

OpenFile *os_fd_file(Os *os, u64 fd)
{
	OpenFile *f = os_fd_peek(os, fd);
	if (!f)
		ask_missing(os, fd);
	else if (os_is_stdin(os, f->node))
		os->call.input = f;
	else if (f->node->kind == NODE_STREAM)
		os->call.stream = f;
	return f;
}

void os_ask_open(Os *os, const OpenFile *f)
{
	for (size_t i = 0; i < countof(os->streams); i++)
		if (os->streams[i] == f->node)
			os_ask_inherited(os, "descriptors");
}

static bool is_output(size_t fd)
{
	return fd == STDOUT_FILENO || fd == STDERR_FILENO;
}

OpenFile *vfile_new(Os *os, OsNode *node, u32 flags)
{
	OpenFile *f = os->idle.len ? vec_pop(&os->idle) : xcalloc(1, sizeof *f);
	f->node = node;
	f->flags = flags & ~(u32)(O_CREAT | O_EXCL | O_NOCTTY | O_TRUNC | O_CLOEXEC);
	f->refs = 1;
	f->pos = 0;
	f->at = 0;
	f->location = OS_WHERE_INSIDE;
	f->listing.len = 0;
	f->listed = false;
	node->opens++;
	if (node->kind == NODE_PIPE)
		os_pipe_opened(f, 1);
	os->process.streams_moved |= node == os->streams[1] || node == os->streams[2];
	return f;
}

void vfile_release(Os *os, OpenFile *f)
{
	if (--f->refs)
		return;
	if (f->node->kind == NODE_PIPE)
		os_pipe_opened(f, -1);
	vnode_closed(os, f->node);
	vec_push(&os->idle, f);
}

int os_fd_room(const Os *os, u64 from)
{
	u64 limit = os->process.limits[RLIMIT_NOFILE].rlim_cur;
	while (from < os->process.fds_end && os->process.fds.at[from].file)
		from++;
	return from < limit ? (int)from : -EMFILE;
}

void os_fd_where(Os *os, size_t fd, OpenFile *f, bool cloexec)
{
	while (os->process.fds.len <= fd)
		vec_push(&os->process.fds, ((Fd){0}));
	os->process.streams_moved |= is_output(fd);
	os->process.fds.at[fd] = (Fd){f, cloexec};
	if (os->process.fds_end <= fd)
		os->process.fds_end = fd + 1;
	if (os->process.seen.fds_most <= fd)
		os->process.seen.fds_most = (u32)fd + 1;
}

int os_fd_install(Os *os, OpenFile *f, u64 from, bool cloexec)
{
	int fd = os_fd_room(os, from);
	if (fd < 0 || fd >= OS_FEW_FDS)
		os_ask(os, WORLD_SYSTEM);
	if (fd < 0)
		vfile_release(os, f);
	else
		os_fd_where(os, (size_t)fd, f, cloexec);
	if (fd > STDERR_FILENO && !os->process.seen.inside)
		os_ask_inherited(os, "descriptors");
	return fd;
}

void os_fd_close(Os *os, size_t fd)
{
	OpenFile *f = os->process.fds.at[fd].file;
	os->process.streams_moved |= is_output(fd);
	os->process.fds.at[fd] = (Fd){0};
	while (os->process.fds_end && !os->process.fds.at[os->process.fds_end - 1].file)
		os->process.fds_end--;
	vfile_release(os, f);
}

/* How a descriptor that a run begins with was opened. */
static u32 stream_flags(const OsNode *node, int number)
{
	int flags = node->passed ? fcntl(number, F_GETFL) : -1;
	if (flags >= 0)
		return (u32)flags;
	return number ? O_WRONLY : O_RDONLY | OS_LARGEFILE;
}

void os_fds_reset(Os *os)
{
	while (os->process.fds_end)
		os_fd_close(os, os->process.fds_end - 1);
	const OsStream kinds[3] = {os->config.in, os->config.out, os->config.err};
	for (size_t i = 0; i < 3; i++)
		if (kinds[i] != OS_STREAM_CLOSED)
			os_fd_where(os, i, vfile_new(os, os->streams[i], stream_flags(os->streams[i], (int)i)),
						false);
	for (size_t i = 0; i < os->start.inherited.len; i++) {
		OsNode *node = os->start.inherited.at[i];
		os_fd_where(os, (size_t)node->number, vfile_new(os, node, stream_flags(node, node->number)),
					false);
	}
	os->process.streams_moved = false;
}

bool os_streams_moved(const Os *os)
{
	bool moved = os->process.streams_moved;
	for (size_t i = 0; os->family && i < os->family->members.len; i++)
		moved |= i != os->family->current && os->family->members.at[i]->process.streams_moved;
	return moved;
}

size_t os_input_rest(Os *os, const u8 **bytes)
{
	OpenFile *f = os_fd_peek(os, 0);
	const Tag *tags;
	if (!f || f->node != os->streams[0] || os->config.in != OS_STREAM_CAPTURE)
		return 0;
	i64 n = vnode_peek(os, f->node, (u64)f->pos, OS_RW_MAX, bytes, &tags);
	return n > 0 ? (size_t)n : 0;
}

void os_fds_free(Os *os)
{
	while (os->process.fds_end)
		os_fd_close(os, os->process.fds_end - 1);
	for (size_t i = 0; i < os->idle.len; i++) {
		vec_free(&os->idle.at[i]->listing);
		free(os->idle.at[i]);
	}
	vec_free(&os->idle);
	vec_free(&os->process.fds);
}

/* ---- calls ---- */

i64 sys_close(Os *os, const u64 *a)
{
	const OpenFile *f = os_fd_file(os, a[0]);
	if (!f)
		return -EBADF;
	os_ask_open(os, f);
	os_fd_close(os, (u32)a[0]);
	return 0;
}

i64 sys_close_range(Os *os, const u64 *a)
{
	u32 first = (u32)a[0], last = (u32)a[1];
	if (first > last || (a[2] & ~(u64)CLOSE_RANGE_CLOEXEC & ~(u64)CLOSE_RANGE_UNSHARE))
		return -EINVAL;
	for (size_t fd = first; fd <= last && fd < os->process.fds_end; fd++) {
		if (!os->process.fds.at[fd].file)
			continue;
		if (a[2] & CLOSE_RANGE_CLOEXEC)
			os->process.fds.at[fd].cloexec = true;
		else
			os_fd_close(os, fd);
	}
	return 0;
}

static i64 duplicate(Os *os, u64 fd, u64 from, bool cloexec)
{
	OpenFile *f = os_fd_file(os, fd);
	if (!f)
		return -EBADF;
	f->refs++;
	os->process.streams_moved |= is_output((u32)fd);
	return os_fd_install(os, f, from, cloexec);
}

i64 sys_dup(Os *os, const u64 *a)
{
	return duplicate(os, a[0], 0, false);
}

static i64 duplicate_to(Os *os, u64 from, u64 to, bool cloexec)
{
	OpenFile *f = os_fd_file(os, from);
	if ((u32)to >= OS_FEW_FDS)
		os_ask(os, WORLD_SYSTEM);
	if (!f || (u32)to >= os->process.limits[RLIMIT_NOFILE].rlim_cur)
		return -EBADF;
	os_ask_open(os, f);
	f->refs++;
	os->process.streams_moved |= is_output((u32)from);
	if (os_fd_peek(os, to)) /* what was there goes, whoever opened it */
		os_fd_close(os, (u32)to);
	os_fd_where(os, (u32)to, f, cloexec);
	return (i64)(u32)to;
}

i64 sys_dup2(Os *os, const u64 *a)
{
	if ((u32)a[0] == (u32)a[1]) {
		const OpenFile *f = os_fd_file(os, a[0]);
		if (f)
			os_ask_open(os, f);
		return f ? (i64)(u32)a[0] : -EBADF;
	}
	return duplicate_to(os, a[0], a[1], false);
}

i64 sys_dup3(Os *os, const u64 *a)
{
	if ((a[2] & ~(u64)O_CLOEXEC) || (u32)a[0] == (u32)a[1])
		return -EINVAL;
	return duplicate_to(os, a[0], a[1], a[2] & O_CLOEXEC);
}

static i64 set_flags(OpenFile *f, u32 flags)
{
	const u32 settable = O_APPEND | O_NONBLOCK | O_ASYNC | O_DIRECT | O_NOATIME;
	f->flags = (f->flags & ~settable) | (flags & settable);
	return 0;
}

/* True if the file is open a second time. Such open files have locks of their own (flock, F_OFD_*),
 * which exclude each other even in one process. */
static bool is_open_elsewhere(const Os *os, const OpenFile *f)
{
	for (u32 i = 0; i < os->process.fds_end; i++) {
		const OpenFile *other = os->process.fds.at[i].file;
		if (other && other != f && other->node == f->node)
			return true;
	}
	return false;
}

static i64 refuse_lock(Os *os)
{
	return os_refuse(os, "a lock of a file that is open more than once");
}

/* There is no other process, so a lock of the process is always free. Elsewhere another one may hold it. */
static i64 lock(Os *os, const OpenFile *f, u64 cmd, u64 addr)
{
	struct flock l;
	if (!os_get(os, addr, &l, sizeof l))
		return 0;
	if (l.l_type != F_RDLCK && l.l_type != F_WRLCK && l.l_type != F_UNLCK)
		return -EINVAL;
	if (cmd >= F_OFD_GETLK && cmd <= F_OFD_SETLKW && l.l_type != F_UNLCK &&
		is_open_elsewhere(os, f))
		return refuse_lock(os);
	if (l.l_type != F_UNLCK)
		os_ask_others(os);
	if (cmd == F_GETLK || cmd == F_OFD_GETLK) {
		if (l.l_type == F_UNLCK)
			return -EINVAL;
		l.l_type = F_UNLCK;
		os_set(os, addr, &l, sizeof l);
		return 0;
	}
	if ((l.l_type == F_RDLCK && !vfile_reads(f)) || (l.l_type == F_WRLCK && !vfile_writes(f)))
		return -EBADF;
	return 0;
}

/* How much a user may have of it, and how much a new pipe gets, are figures of the system. */
static i64 pipe_capacity(Os *os, const OpenFile *f, u64 cmd, u64 size)
{
	if (f->node->kind != NODE_PIPE)
		return -EBADF;
	os_ask(os, WORLD_SYSTEM);
	Pipe *p = os_pipe_of(f->node);
	if (cmd == F_GETPIPE_SZ)
		return (i64)p->capacity;
	size_t capacity = 4096;
	while (capacity < (u32)size)
		capacity *= 2;
	if (capacity > 1 << 20)
		return -EPERM;
	if (p->data.len - p->start > capacity)
		return -EBUSY;
	p->capacity = capacity;
	return (i64)capacity;
}

static u32 shown_flags(const OpenFile *f)
{
	if (f->node->passed) {
		int flags = fcntl(f->node->number, F_GETFL);
		return flags < 0 ? f->flags : (u32)flags;
	}
	return f->flags;
}

/* Owner and signal of a descriptor are not kept, and leases are known to the kernel alone. */
static i64 refuse_command(Os *os, u32 command)
{
	return os_refuse(os, "fcntl: command %u", command);
}

/* Commands for which every kind of file has the same answer. */
static bool is_alike(u32 command, u64 value)
{
	switch (command) {
	case F_DUPFD:
	case F_DUPFD_CLOEXEC:
	case F_GETFD:
	case F_SETFD:
	case F_GETFL: return true; /* asks itself */
	case F_SETFL: return !((u32)value & (O_DIRECT | O_NOATIME | O_ASYNC));
	default: return false;
	}
}

i64 sys_fcntl(Os *os, const u64 *a)
{
	OpenFile *f = os_fd_file(os, a[0]);
	if (!f)
		return -EBADF;
	bool *cloexec = &os->process.fds.at[(u32)a[0]].cloexec;
	bool allowed = a[1] == F_DUPFD || a[1] == F_DUPFD_CLOEXEC || a[1] == F_GETFD ||
				   a[1] == F_SETFD || a[1] == F_GETFL;
	if ((f->flags & O_PATH) && !allowed)
		return -EBADF;
	if (is_alike((u32)a[1], a[2]))
		os_ask_open(os, f);
	else
		os_kind_matters(os, f);
	switch ((u32)a[1]) {
	case F_DUPFD:
	case F_DUPFD_CLOEXEC:
		if ((u32)a[2] >= os->process.limits[RLIMIT_NOFILE].rlim_cur)
			return -EINVAL;
		return duplicate(os, a[0], (u32)a[2], a[1] == F_DUPFD_CLOEXEC);
	case F_GETFD: return *cloexec ? FD_CLOEXEC : 0;
	case F_SETFD: *cloexec = a[2] & FD_CLOEXEC; return 0;
	case F_GETFL: os_ask_streams(os, f->node); return shown_flags(f);
	case F_SETFL:
		if ((u32)a[2] & O_DIRECT)
			os_ask(os, WORLD_SYSTEM);
		return set_flags(f, (u32)a[2]);
	case F_GETLK:
	case F_SETLK:
	case F_SETLKW:
	case F_OFD_GETLK:
	case F_OFD_SETLK:
	case F_OFD_SETLKW: return lock(os, f, (u32)a[1], a[2]);
	case F_GETPIPE_SZ:
	case F_SETPIPE_SZ: return pipe_capacity(os, f, (u32)a[1], a[2]);
	case F_SETOWN:
	case F_SETSIG: return a[2] ? refuse_command(os, (u32)a[1]) : 0;
	case F_GETOWN:
	case F_GETSIG: return 0;
	case F_GETLEASE: return F_UNLCK;
	default:
		return a[1] >= F_SETLEASE || a[1] == F_SETOWN_EX || a[1] == F_GETOWN_EX
				   ? refuse_command(os, (u32)a[1])
				   : -EINVAL;
	}
}

i64 sys_flock(Os *os, const u64 *a)
{
	const OpenFile *f = os_fd_file(os, a[0]);
	u64 op = a[1] & ~(u64)4; /* LOCK_NB */
	if (op != 1 && op != 2 && op != 8)
		return -EINVAL;
	if (!f || f->flags & O_PATH)
		return -EBADF;
	if (op != 8)
		os_ask_others(os);
	return op != 8 && is_open_elsewhere(os, f) ? refuse_lock(os) : 0;
}
