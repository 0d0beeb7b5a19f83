/* attr.c: changes the attributes of a file: mode, owner, times, extended attributes. */
#include <sys/time.h>
#include "engine/os/calls.h"

/* ---- mode ---- */

static i64 set_mode(Os *os, OsNode *node, u32 mode)
{
	if (!os_owns(os, node))
		return -EPERM;
	if (node->kind == NODE_LINK)
		return -EOPNOTSUPP;
	vnode_touch(os, node);
	mode = (node->now.mode & S_IFMT) | (mode & 07777);
	if (mode & S_ISGID)
		os_ask(os, WORLD_UID);
	if (os->process.ids.euid && node->now.gid != os->process.ids.egid)
		mode &= ~(u32)S_ISGID;
	node->now.changed |= mode != node->now.mode;
	node->now.mode = mode;
	node->now.masked = false;
	node->now.ctim = os_clock_now(os);
	return 0;
}

static i64 mode_at(Os *os, int dirfd, u64 path, u32 mode, int flags)
{
	OsNode *node;
	if (flags & ~(AT_SYMLINK_NOFOLLOW | AT_EMPTY_PATH))
		return -EINVAL;
	int error = vpath_node(os, dirfd, path, flags, &node);
	return error ? error : set_mode(os, node, mode);
}

i64 sys_chmod(Os *os, const u64 *a)
{
	return mode_at(os, AT_FDCWD, a[0], (u32)a[1], 0);
}

i64 sys_fchmodat(Os *os, const u64 *a)
{
	return mode_at(os, (int)a[0], a[1], (u32)a[2], 0);
}

i64 sys_fchmodat2(Os *os, const u64 *a)
{
	return mode_at(os, (int)a[0], a[1], (u32)a[2], (int)a[3]);
}

i64 sys_fchmod(Os *os, const u64 *a)
{
	const OpenFile *f = os_fd_file(os, a[0]);
	return f && !(f->flags & O_PATH) ? set_mode(os, f->node, (u32)a[1]) : -EBADF;
}

/* ---- owner ---- */

static i64 set_owner(Os *os, OsNode *node, u32 uid, u32 gid)
{
	const u32 keep = (u32)-1;
	bool root = os->process.ids.euid == 0;
	bool mine = os->process.ids.euid == node->now.uid;
	if (uid != keep || gid != keep)
		os_ask(os, WORLD_UID);
	if (uid != keep && !root && !(mine && uid == node->now.uid))
		return -EPERM;
	if (gid != keep && !root) {
		bool member = gid == os->process.ids.egid || gid == node->now.gid;
		for (size_t i = 0; i < os->start.groups.len; i++)
			member |= os->start.groups.at[i] == gid;
		if (!mine || !member)
			return -EPERM;
	}
	vnode_touch(os, node);
	if (node->kind != NODE_DIR && (uid != keep || gid != keep)) {
		node->now.mode &= ~(u32)S_ISUID;
		if (node->now.mode & S_IXGRP)
			node->now.mode &= ~(u32)S_ISGID;
	}
	node->now.uid = uid == keep ? node->now.uid : uid;
	node->now.gid = gid == keep ? node->now.gid : gid;
	node->now.ctim = os_clock_now(os);
	return 0;
}

static i64 owner_at(Os *os, int dirfd, u64 path, const u64 *ids, int flags)
{
	OsNode *node;
	if (flags & ~(AT_SYMLINK_NOFOLLOW | AT_EMPTY_PATH))
		return -EINVAL;
	int error = vpath_node(os, dirfd, path, flags, &node);
	return error ? error : set_owner(os, node, (u32)ids[0], (u32)ids[1]);
}

i64 sys_chown(Os *os, const u64 *a)
{
	return owner_at(os, AT_FDCWD, a[0], a + 1, 0);
}

i64 sys_lchown(Os *os, const u64 *a)
{
	return owner_at(os, AT_FDCWD, a[0], a + 1, AT_SYMLINK_NOFOLLOW);
}

i64 sys_fchownat(Os *os, const u64 *a)
{
	return owner_at(os, (int)a[0], a[1], a + 2, (int)a[4]);
}

i64 sys_fchown(Os *os, const u64 *a)
{
	const OpenFile *f = os_fd_file(os, a[0]);
	if (!f || (f->flags & O_PATH))
		return -EBADF;
	return set_owner(os, f->node, (u32)a[1], (u32)a[2]);
}

/* ---- times ---- */

static bool valid(struct timespec t)
{
	return t.tv_nsec == UTIME_NOW || t.tv_nsec == UTIME_OMIT ||
		   (t.tv_nsec >= 0 && t.tv_nsec < 1000000000);
}

static i64 set_times(Os *os, OsNode *node, struct timespec t[2])
{
	if (t[0].tv_nsec == UTIME_OMIT && t[1].tv_nsec == UTIME_OMIT)
		return 0;
	bool current = t[0].tv_nsec == UTIME_NOW && t[1].tv_nsec == UTIME_NOW;
	if (!os_owns(os, node)) {
		if (!current)
			return -EPERM;
		int error = os_may(os, node, MAY_WRITE);
		if (error)
			return error;
	}
	struct timespec now = os_clock_now(os);
	vnode_touch(os, node);
	if (t[0].tv_nsec != UTIME_OMIT)
		node->now.atim = t[0].tv_nsec == UTIME_NOW ? now : t[0];
	if (t[1].tv_nsec != UTIME_OMIT)
		node->now.mtim = t[1].tv_nsec == UTIME_NOW ? now : t[1];
	node->now.ctim = now;
	return 0;
}

/* The file: a path, or the descriptor itself when path is 0. */
static int timed_node(Os *os, int dirfd, u64 path, int flags, OsNode **node)
{
	if (path || dirfd == AT_FDCWD)
		return vpath_node(os, dirfd, path, flags, node);
	const OpenFile *f = os_fd_file(os, (u64)(i64)dirfd);
	if (!f || (f->flags & O_PATH))
		return -EBADF;
	*node = f->node;
	return 0;
}

static i64 times_at(Os *os, int dirfd, u64 path, struct timespec t[2], int flags)
{
	OsNode *node;
	if (!valid(t[0]) || !valid(t[1]) || (flags & ~(AT_SYMLINK_NOFOLLOW | AT_EMPTY_PATH)))
		return -EINVAL;
	int error = timed_node(os, dirfd, path, flags, &node);
	return error ? error : set_times(os, node, t);
}

i64 sys_utimensat(Os *os, const u64 *a)
{
	struct timespec t[2] = {{0, UTIME_NOW}, {0, UTIME_NOW}};
	if (a[2] && !os_get(os, a[2], t, sizeof t))
		return 0;
	return times_at(os, (int)a[0], a[1], t, (int)a[3]);
}

static i64 times_micro(Os *os, int dirfd, u64 path, u64 addr)
{
	struct timespec t[2] = {{0, UTIME_NOW}, {0, UTIME_NOW}};
	struct timeval v[2];
	if (addr) {
		if (!os_get(os, addr, v, sizeof v))
			return 0;
		for (int i = 0; i < 2; i++) {
			if (v[i].tv_usec < 0 || v[i].tv_usec >= 1000000)
				return -EINVAL;
			t[i] = (struct timespec){v[i].tv_sec, v[i].tv_usec * 1000};
		}
	}
	return times_at(os, dirfd, path, t, 0);
}

i64 sys_utimes(Os *os, const u64 *a)
{
	return times_micro(os, AT_FDCWD, a[0], a[1]);
}

i64 sys_futimesat(Os *os, const u64 *a)
{
	return times_micro(os, (int)a[0], a[1], a[2]);
}

i64 sys_utime(Os *os, const u64 *a)
{
	struct timespec t[2] = {{0, UTIME_NOW}, {0, UTIME_NOW}};
	i64 v[2];
	if (a[1]) {
		if (!os_get(os, a[1], v, sizeof v))
			return 0;
		t[0] = (struct timespec){v[0], 0};
		t[1] = (struct timespec){v[1], 0};
	}
	return times_at(os, AT_FDCWD, a[0], t, 0);
}

/* ---- extended attributes: there are none ----
 * Whether a file can have them and which a new one gets, the file system and its security modules decide. */

static i64 no_attribute(Os *os, u64 path, int flags, i64 answer)
{
	OsNode *node;
	os_ask(os, WORLD_SYSTEM);
	int error = vpath_node(os, AT_FDCWD, path, flags, &node);
	return error ? error : answer;
}

static i64 no_attribute_of(Os *os, u64 fd, i64 answer)
{
	const OpenFile *f = os_fd_file(os, fd);
	os_ask(os, WORLD_SYSTEM);
	return f && !(f->flags & O_PATH) ? answer : -EBADF;
}

i64 sys_getxattr(Os *os, const u64 *a)
{
	return no_attribute(os, a[0], 0, -ENODATA);
}

i64 sys_lgetxattr(Os *os, const u64 *a)
{
	return no_attribute(os, a[0], AT_SYMLINK_NOFOLLOW, -ENODATA);
}

i64 sys_fgetxattr(Os *os, const u64 *a)
{
	return no_attribute_of(os, a[0], -ENODATA);
}

i64 sys_listxattr(Os *os, const u64 *a)
{
	return no_attribute(os, a[0], 0, 0);
}

i64 sys_llistxattr(Os *os, const u64 *a)
{
	return no_attribute(os, a[0], AT_SYMLINK_NOFOLLOW, 0);
}

i64 sys_flistxattr(Os *os, const u64 *a)
{
	return no_attribute_of(os, a[0], 0);
}

i64 sys_setxattr(Os *os, const u64 *a)
{
	return no_attribute(os, a[0], 0, -EOPNOTSUPP);
}

i64 sys_lsetxattr(Os *os, const u64 *a)
{
	return no_attribute(os, a[0], AT_SYMLINK_NOFOLLOW, -EOPNOTSUPP);
}

i64 sys_fsetxattr(Os *os, const u64 *a)
{
	return no_attribute_of(os, a[0], -EOPNOTSUPP);
}

i64 sys_removexattr(Os *os, const u64 *a)
{
	return no_attribute(os, a[0], 0, -ENODATA);
}

i64 sys_lremovexattr(Os *os, const u64 *a)
{
	return no_attribute(os, a[0], AT_SYMLINK_NOFOLLOW, -ENODATA);
}

i64 sys_fremovexattr(Os *os, const u64 *a)
{
	return no_attribute_of(os, a[0], -ENODATA);
}
