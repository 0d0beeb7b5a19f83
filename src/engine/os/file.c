/* file.c: opens files, sets positions in them, truncates them. */
#include <unistd.h>
#include "engine/os/calls.h"

/* ---- open ---- */

static int vfile_set_size(Os *os, OsNode *node, u64 size);

/* What opening with these flags asks of the file. */
static int wanted(u32 flags)
{
	static const int by_mode[4] = {MAY_READ, MAY_WRITE, MAY_READ | MAY_WRITE, MAY_READ | MAY_WRITE};
	return by_mode[flags & O_ACCMODE] | (flags & O_TRUNC ? MAY_WRITE : 0);
}

static i64 create(Os *os, PathWalk *w, u32 mode)
{
	if (w->dir->now.nlink == 0)
		return -ENOENT;
	int error = os_may(os, w->dir, MAY_WRITE | MAY_EXEC);
	if (error)
		return error;
	OsNode *node = vnode_masked(os, NODE_FILE, S_IFREG | (mode & 07777));
	node->dev = w->dir->dev;
	if (w->dir->now.mode & S_ISGID)
		node->now.gid = w->dir->now.gid;
	vdir_set(os, w->dir, w->name, node);
	vnode_stamp(os, w->dir);
	w->node = node;
	return 0;
}

/* A controlling terminal exists for the subject if a stream that is passed through is one. */
static i64 open_tty(Os *os, u32 flags)
{
	for (int i = 0; i < 3; i++) {
		OsNode *node = os->streams[i];
		if (node && node->passed && isatty(node->number))
			return os_fd_install(os, vfile_new(os, node, flags), 0, flags & O_CLOEXEC);
	}
	return -ENXIO;
}

/* A named pipe waits for its other end, which only this process could open. */
static i64 open_pipe(Os *os, OsNode *node, u32 flags)
{
	Pipe *p = os_pipe_of(node);
	bool reads = (flags & O_ACCMODE) == O_RDONLY, writes = (flags & O_ACCMODE) == O_WRONLY;
	if (writes && !p->readers && (flags & O_NONBLOCK))
		return -ENXIO;
	if ((reads && !p->writers && !(flags & O_NONBLOCK)) || (writes && !p->readers))
		return os_refuse(os, "open of a named pipe: the process would wait for ever");
	return os_fd_install(os, vfile_new(os, node, flags), 0, flags & O_CLOEXEC);
}

/* What a pipe or a device of the host would do is not known; a socket cannot be opened. */
static i64 open_foreign(Os *os, const OsNode *node)
{
	if (S_ISSOCK(node->now.mode))
		return -ENXIO;
	return os_refuse(os, "open of a named pipe or a device of the host");
}

static i64 check_kind(const OsNode *node, u32 flags)
{
	switch (node->kind) {
	case NODE_LINK: return -ELOOP;
	case NODE_DIR: return wanted(flags) & MAY_WRITE ? -EISDIR : 0;
	default: return 0;
	}
}

/* The file is there; opens it as the flags say. */
static i64 open_node(Os *os, OsNode *node, u32 flags, bool created)
{
	int error = 0;
	if (flags & O_PATH)
		return os_fd_install(os, vfile_new(os, node, flags), 0, flags & O_CLOEXEC);
	i64 kind = check_kind(node, flags);
	if (kind)
		return kind;
	if (!created && (error = os_may(os, node, wanted(flags))))
		return error;
	if ((flags & O_NOATIME) && !os_owns(os, node))
		return -EPERM;
	if (node->kind == NODE_DEVICE && node->number == DEVICE_TTY) {
		os_ask_inherited(os, "terminal");
		return open_tty(os, flags);
	}
	if (node->kind == NODE_FOREIGN)
		return open_foreign(os, node);
	if (node->kind == NODE_PIPE)
		return open_pipe(os, node, flags);
	if (node->kind == NODE_FILE && !((flags & O_TRUNC) && !created) &&
		(error = os_host_open_check(os, node)))
		return error;
	if ((flags & O_TRUNC) && node->kind == NODE_FILE && !created &&
		(error = vfile_set_size(os, node, 0)))
		return error;
	return os_fd_install(os, vfile_new(os, node, flags), 0, flags & O_CLOEXEC);
}

static i64 open_temporary(Os *os, int dirfd, const char *path, u32 flags, u32 mode)
{
	PathWalk w;
	os_ask(os, WORLD_SYSTEM); /* not every file system has it */
	int error = vpath_walk(os, dirfd, path, flags & O_NOFOLLOW ? 0 : WALK_FOLLOW, &w);
	if (error)
		return error;
	if (w.node->kind != NODE_DIR)
		return -ENOTDIR;
	if ((error = os_may(os, w.node, MAY_WRITE | MAY_EXEC)))
		return error;
	OsNode *node = vnode_masked(os, NODE_FILE, S_IFREG | (mode & 07777));
	node->dev = w.node->dev;
	node->now.nlink = 0;
	return open_node(os, node, flags, true);
}

static int open_flags_check(u32 flags)
{
	if ((flags & O_TMPFILE) == O_TMPFILE)
		return (flags & O_CREAT) || (flags & O_ACCMODE) == O_RDONLY ? -EINVAL : 0;
	return (flags & O_CREAT) && (flags & O_DIRECTORY) ? -EINVAL : 0;
}

static i64 open_existing(Os *os, PathWalk *w, u32 flags, bool created)
{
	if ((flags & O_CREAT) && !created) {
		if (flags & O_EXCL)
			return -EEXIST;
		if (w->node->kind == NODE_DIR)
			return -EISDIR;
	}
	if ((flags & O_DIRECTORY) && w->node->kind != NODE_DIR)
		return -ENOTDIR;
	return open_node(os, w->node, flags, created);
}

static i64 open_at(Os *os, int dirfd, u64 addr, u32 flags, u32 mode)
{
	PathWalk w;
	if (flags & O_PATH)
		flags &= O_PATH | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC;
	else
		flags |= OS_LARGEFILE;
	int error = open_flags_check(flags);
	if (error)
		return error;
	error = os_text(os, addr, &os->path);
	if (error || os->status == OS_FAULT)
		return error;
	if (!os->path.len)
		return -ENOENT;
	if ((error = os_fd_room(os, 0)) < 0)
		return error;
	const char *path = buf_str(&os->path);
	if ((flags & O_TMPFILE) == O_TMPFILE)
		return open_temporary(os, dirfd, path, flags, mode);
	bool follow = !(flags & O_NOFOLLOW) && (~flags & (O_CREAT | O_EXCL));
	int how = (follow ? WALK_FOLLOW : 0) | (flags & O_CREAT ? WALK_CREATE : 0);
	if ((error = vpath_walk(os, dirfd, path, how, &w)))
		return error;
	if ((flags & O_CREAT) && w.last == LAST_NAME && w.slash)
		return -EISDIR;
	if ((flags & O_CREAT) && ((flags & O_EXCL) || !(flags & O_TRUNC)))
		os_ask_file(os, path, &w);
	else if (flags & O_CREAT)
		os_ask_directory(os, path, &w);
	if (flags & O_DIRECT)
		os_ask(os, WORLD_SYSTEM);
	bool created = !w.node;
	if (created && (error = (int)create(os, &w, mode)))
		return error;
	return open_existing(os, &w, flags, created);
}

i64 sys_open(Os *os, const u64 *a)
{
	return open_at(os, AT_FDCWD, a[0], (u32)a[1], (u32)a[2]);
}

i64 sys_openat(Os *os, const u64 *a)
{
	return open_at(os, (int)a[0], a[1], (u32)a[2], (u32)a[3]);
}

i64 sys_creat(Os *os, const u64 *a)
{
	return open_at(os, AT_FDCWD, a[0], O_CREAT | O_WRONLY | O_TRUNC, (u32)a[1]);
}

/* ---- position ---- */

/* The largest size of a file: that of ext4 with pages of 4096 bytes. Other file systems have
 * other limits, and a result must not depend on the host's. */
static const i64 LARGEST_FILE = 0xffffffff000;
/* Every file system has files of this size. */
static const i64 EVERY_FILE = INT32_MAX;

/* Which parts of a file are holes, the file system decides. */
static i64 seek_data(Os *os, const OsNode *node, i64 offset, int whence)
{
	os_ask(os, WORLD_SYSTEM);
	i64 size = (i64)vnode_size(node);
	if (offset < 0 || offset >= size)
		return -ENXIO;
	return whence == SEEK_DATA ? offset : size;
}

static i64 seek_file(Os *os, OpenFile *f, i64 offset, int whence)
{
	OsNode *node = f->node;
	i64 base = 0;
	switch (whence) {
	case SEEK_SET: break;
	case SEEK_CUR: base = f->pos; break;
	case SEEK_END: base = node->kind == NODE_FILE ? (i64)vnode_size(node) : INT64_MAX; break;
	case SEEK_DATA:
	case SEEK_HOLE:
		if (node->kind == NODE_DIR)
			os_ask(os, WORLD_SYSTEM);
		if (node->kind != NODE_FILE)
			return -EINVAL;
		offset = seek_data(os, node, offset, whence);
		if (offset < 0)
			return offset;
		break;
	default: return -EINVAL;
	}
	if (node->kind == NODE_DIR && whence == SEEK_END)
		base = 0;
	i64 pos;
	bool overflow = __builtin_add_overflow(base, offset, &pos);
	/* Positions in a directory are the file system's own. */
	if (node->kind == NODE_DIR || (node->kind == NODE_FILE && (overflow || pos > EVERY_FILE)))
		os_ask(os, WORLD_SYSTEM);
	if (overflow || pos < 0 || (node->kind == NODE_FILE && pos > LARGEST_FILE))
		return -EINVAL;
	f->pos = pos;
	return pos;
}

i64 sys_lseek(Os *os, const u64 *a)
{
	OpenFile *f = os_fd_file(os, a[0]);
	if (!f || (f->flags & O_PATH))
		return -EBADF;
	if ((u32)a[2] > SEEK_HOLE)
		return -EINVAL;
	if (a[3] != OS_INSIDE)
		os_ask_stream(os, f->node);
	else
		os_stdin_decides(os, f->node, true);
	if (os_stdin_kind(os, f->node) != OS_INPUT_FILE)
		return -ESPIPE;
	if (a[3] != OS_INSIDE && os_is_stdin(os, f->node))
		os_ask_inherited(os, "position of standard input");
	switch (f->node->kind) {
	case NODE_PIPE: return -ESPIPE;
	case NODE_DEVICE: f->pos = 0; return 0;
	case NODE_STREAM: {
		off_t pos = f->node->passed ? lseek(f->node->number, (off_t)a[1], (int)a[2]) : -1;
		if (pos >= 0)
			return pos;
		return f->node->passed ? -errno : -ESPIPE;
	}
	default: break;
	}
	i64 pos = seek_file(os, f, (i64)a[1], (int)a[2]);
	if (f->node->kind == NODE_DIR && pos == 0)
		f->listed = false; /* reading starts anew, with the names there are then */
	return pos;
}

/* ---- size ---- */

static int vfile_set_size(Os *os, OsNode *node, u64 size)
{
	int error;
	u64 before = vnode_size(node);
	if (size > before) /* room on the disk, limits */
		os_ask(os, WORLD_SYSTEM);
	if (size > before && size > os->process.limits[RLIMIT_FSIZE].rlim_cur) {
		os_signal_add(os, SIGXFSZ);
		return -EFBIG;
	}
	if (size > before && size - before > os->config.limit_files - os->file_bytes)
		return -EFBIG;
	bool shared = !node->fresh && !node->own;
	if (!vnode_own_data(os, node, size > 0, &error))
		return error;
	if (shared)
		before = node->now.data.len;
	vbytes_resize(&node->now.data, size);
	os->file_bytes += size - before;
	vnode_stamp(os, node);
	vnode_drop_set_id(os, node);
	node->now.changed = true;
	return 0;
}

i64 sys_truncate(Os *os, const u64 *a)
{
	OsNode *node;
	if ((i64)a[1] < 0)
		return -EINVAL;
	int error = vpath_node(os, AT_FDCWD, a[0], 0, &node);
	if (error)
		return error;
	if (node->kind != NODE_FILE)
		return node->kind == NODE_DIR ? -EISDIR : -EINVAL;
	error = os_may(os, node, MAY_WRITE);
	return error ? error : vfile_set_size(os, node, a[1]);
}

i64 sys_ftruncate(Os *os, const u64 *a)
{
	OpenFile *f = os_fd_file(os, a[0]);
	if ((i64)a[1] < 0)
		return -EINVAL;
	if (!f || (f->flags & O_PATH))
		return -EBADF;
	if (f->node->kind != NODE_FILE || !vfile_writes(f))
		return -EINVAL;
	return vfile_set_size(os, f->node, a[1]);
}

i64 sys_fallocate(Os *os, const u64 *a)
{
	OpenFile *f = os_fd_file(os, a[0]);
	u64 mode = a[1];
	if (!f || !vfile_writes(f))
		return -EBADF;
	if ((i64)a[2] < 0 || (i64)a[3] <= 0)
		return -EINVAL;
	if (mode & ~(u64)FALLOC_FL_KEEP_SIZE)
		return -EOPNOTSUPP;
	if (f->node->kind != NODE_FILE)
		return f->node->kind == NODE_PIPE ? -ESPIPE : -ENODEV;
	u64 end = a[2] + a[3];
	if (mode || end <= vnode_size(f->node))
		return 0;
	return vfile_set_size(os, f->node, end);
}

static i64 sync_file(Os *os, u64 fd)
{
	const OpenFile *f = os_fd_file(os, fd);
	if (!f || (f->flags & O_PATH))
		return -EBADF;
	return f->node->kind == NODE_FILE || f->node->kind == NODE_DIR ? 0 : -EINVAL;
}

i64 sys_fsync(Os *os, const u64 *a)
{
	return sync_file(os, a[0]);
}

i64 sys_fdatasync(Os *os, const u64 *a)
{
	return sync_file(os, a[0]);
}

i64 sys_fadvise64(Os *os, const u64 *a)
{
	const OpenFile *f = os_fd_file(os, a[0]);
	if (!f || (f->flags & O_PATH))
		return -EBADF;
	if (f->node->kind == NODE_PIPE)
		return -ESPIPE;
	return a[3] > 5 ? -EINVAL : 0;
}

i64 sys_syncfs(Os *os, const u64 *a)
{
	const OpenFile *f = os_fd_file(os, a[0]);
	return f && !(f->flags & O_PATH) ? 0 : -EBADF;
}

i64 sys_readahead(Os *os, const u64 *a)
{
	const OpenFile *f = os_fd_file(os, a[0]);
	if (!f || !vfile_reads(f))
		return -EBADF;
	return f->node->kind == NODE_FILE ? 0 : -EINVAL;
}

i64 sys_sync_file_range(Os *os, const u64 *a)
{
	const OpenFile *f = os_fd_file(os, a[0]);
	if (!f || (f->flags & O_PATH))
		return -EBADF;
	if ((i64)a[1] < 0 || (i64)a[2] < 0 || (i64)(a[1] + a[2]) < 0 || (a[3] & ~7ull))
		return -EINVAL;
	NodeKind kind = f->node->kind;
	return kind == NODE_FILE || kind == NODE_DIR || kind == NODE_LINK ? 0 : -ESPIPE;
}
