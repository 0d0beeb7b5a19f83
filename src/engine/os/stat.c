/* stat.c: queries the attributes of a file: the stat family, statfs, access. */
#include <linux/stat.h>
#include <sys/statfs.h>
#include <sys/sysmacros.h>
#include <unistd.h>
#include "engine/os/calls.h"

static void stream_stat(const OsNode *node, struct stat *st)
{
	if (node->passed && !fstat(node->number, st))
		return;
	st->st_mode = S_IFIFO | 0600;
	st->st_nlink = 1;
	st->st_blksize = 4096;
	st->st_ino = node->ino;
}

static void vnode_stat(Os *os, const OsNode *node, struct stat *st)
{
	(void)os;
	*st = (struct stat){0};
	if (node->kind == NODE_STREAM) {
		stream_stat(node, st);
		return;
	}
	u64 size = node->host_size;
	if (node->kind == NODE_FILE && !node->now.hosted)
		size = node->now.data.len;
	else if (node->magic == MAGIC_SELF)
		size = 0;
	else if (node->kind == NODE_LINK && node->target && !node->host)
		size = strlen(node->target);
	else if (node->kind == NODE_LINK && node->magic)
		size = 64;
	else if (node->kind == NODE_DIR && !node->host)
		size = 4096;
	st->st_dev = node->dev;
	st->st_ino = node->ino;
	st->st_mode = node->now.mode;
	st->st_nlink = node->now.nlink;
	st->st_uid = node->now.uid;
	st->st_gid = node->now.gid;
	st->st_rdev = node->rdev;
	st->st_size = (off_t)size;
	st->st_blksize = 4096;
	bool stored = node->kind == NODE_FILE || node->kind == NODE_DIR;
	st->st_blocks = stored && !node->dynamic ? (blkcnt_t)((size + 4095) / 4096 * 8) : 0;
	st->st_atim = node->now.atim;
	st->st_mtim = node->now.mtim;
	st->st_ctim = node->now.ctim;
}

/* What the run made, and what it was given as input, has its times from the clock, its owner from the ids,
 * and numbers that the file system would choose. */
static void ask_about(Os *os, const OsNode *node)
{
	os_ask_stream(os, node);
	if (os_is_stdin(os, node))
		os_ask_inherited(os, "attributes of standard input");
	if (node->kind == NODE_DEVICE || node->dynamic || node->magic)
		os_ask(os, WORLD_SYSTEM);
	else if (node->kind != NODE_STREAM && (!node->host || node->touched))
		os_ask(os, WORLD_STAMPS);
}

/* The size of an input is known as an expression (os_stat_length), that of a pipe or terminal is 0. */
static const OsNode *sized(const Os *os, const OsNode *node)
{
	return os_stdin_kind(os, node) == OS_INPUT_FILE ? node : NULL;
}

/* inside: standard input is a file for the caller. */
static i64 store(Os *os, const OsNode *node, u64 addr, bool inside)
{
	struct stat st;
	vnode_stat(os, node, &st);
	if (!inside)
		os_stdin_stat(os, node, &st);
	os_set(os, addr, &st, sizeof st);
	os->output = inside ? node : sized(os, node);
	os->stat_size_at = addr + offsetof(struct stat, st_size);
	os->stat_blocks_at = addr + offsetof(struct stat, st_blocks);
	return 0;
}

static i64 stat_at(Os *os, int dirfd, u64 path, u64 to, int flags)
{
	OsNode *node;
	if (flags & ~(AT_SYMLINK_NOFOLLOW | AT_EMPTY_PATH | AT_NO_AUTOMOUNT))
		return -EINVAL;
	int error = vpath_node(os, dirfd, path, flags, &node);
	if (error)
		return error;
	ask_about(os, node);
	return store(os, node, to, false);
}

i64 sys_stat(Os *os, const u64 *a)
{
	return stat_at(os, AT_FDCWD, a[0], a[1], 0);
}

i64 sys_lstat(Os *os, const u64 *a)
{
	return stat_at(os, AT_FDCWD, a[0], a[1], AT_SYMLINK_NOFOLLOW);
}

i64 sys_newfstatat(Os *os, const u64 *a)
{
	return stat_at(os, (int)a[0], a[1], a[2], (int)a[3]);
}

/* Our own C library says with a third argument that it looks at neither times nor owner. */
i64 sys_fstat(Os *os, const u64 *a)
{
	const OpenFile *f = os_fd_file(os, a[0]);
	if (!f)
		return -EBADF;
	if (!a[2])
		ask_about(os, f->node);
	return store(os, f->node, a[1], a[2]);
}

static struct statx_timestamp stamp(struct timespec t)
{
	return (struct statx_timestamp){.tv_sec = t.tv_sec, .tv_nsec = (u32)t.tv_nsec};
}

i64 sys_statx(Os *os, const u64 *a)
{
	OsNode *node;
	const int known = AT_SYMLINK_NOFOLLOW | AT_EMPTY_PATH | AT_NO_AUTOMOUNT | 0x6000;
	if (((int)a[2] & ~known) || ((int)a[2] & 0x6000) == 0x6000 || (a[3] & STATX__RESERVED))
		return -EINVAL;
	int error = vpath_node(os, (int)a[0], a[1], (int)a[2], &node);
	if (error)
		return error;
	struct stat st;
	ask_about(os, node);
	vnode_stat(os, node, &st);
	os_stdin_stat(os, node, &st);
	struct statx x = {
		.stx_mask = STATX_BASIC_STATS,
		.stx_blksize = (u32)st.st_blksize,
		.stx_nlink = (u32)st.st_nlink,
		.stx_uid = st.st_uid,
		.stx_gid = st.st_gid,
		.stx_mode = (u16)st.st_mode,
		.stx_ino = st.st_ino,
		.stx_size = (u64)st.st_size,
		.stx_blocks = (u64)st.st_blocks,
		.stx_atime = stamp(st.st_atim),
		.stx_mtime = stamp(st.st_mtim),
		.stx_ctime = stamp(st.st_ctim),
		.stx_rdev_major = major(st.st_rdev),
		.stx_rdev_minor = minor(st.st_rdev),
		.stx_dev_major = major(st.st_dev),
		.stx_dev_minor = minor(st.st_dev),
	};
	os_set(os, a[4], &x, sizeof x);
	os->output = sized(os, node);
	os->stat_size_at = a[4] + offsetof(struct statx, stx_size);
	os->stat_blocks_at = a[4] + offsetof(struct statx, stx_blocks);
	return 0;
}

/* ---- the file system ---- */

static i64 filesystem(Os *os, const OsNode *node, u64 to)
{
	struct statfs fs;
	const char *path = node->host ? node->host : os->start.cwd->host;
	if (statfs(path ? path : "/", &fs))
		return -errno;
	os_set(os, to, &fs, sizeof fs);
	return 0;
}

i64 sys_statfs(Os *os, const u64 *a)
{
	os_ask(os, WORLD_SYSTEM);
	OsNode *node;
	int error = vpath_node(os, AT_FDCWD, a[0], 0, &node);
	return error ? error : filesystem(os, node, a[1]);
}

i64 sys_fstatfs(Os *os, const u64 *a)
{
	os_ask(os, WORLD_SYSTEM);
	const OpenFile *f = os_fd_file(os, a[0]);
	return f ? filesystem(os, f->node, a[1]) : -EBADF;
}

/* ---- access ---- */

static i64 access_at(Os *os, int dirfd, u64 path, int mode, int flags)
{
	OsNode *node;
	if ((mode & ~7) || (flags & ~(AT_EACCESS | AT_SYMLINK_NOFOLLOW | AT_EMPTY_PATH)))
		return -EINVAL;
	/* The real ids count, for the search through directories as well. */
	Ids ids = os->process.ids;
	if (!(flags & AT_EACCESS)) {
		os->process.ids.euid = ids.uid;
		os->process.ids.egid = ids.gid;
	}
	int error = vpath_node(os, dirfd, path, flags & ~AT_EACCESS, &node);
	if (!error)
		error = os_may(os, node, mode);
	os->process.ids = ids;
	return error;
}

i64 sys_access(Os *os, const u64 *a)
{
	return access_at(os, AT_FDCWD, a[0], (int)a[1], 0);
}

i64 sys_faccessat(Os *os, const u64 *a)
{
	return access_at(os, (int)a[0], a[1], (int)a[2], 0);
}

i64 sys_faccessat2(Os *os, const u64 *a)
{
	return access_at(os, (int)a[0], a[1], (int)a[2], (int)a[3]);
}
