/* names.c: makes, removes and renames files: mkdir, unlink, rename, link and the like. */
#include <linux/fs.h>
#include "engine/os/calls.h"

/* ---- making ---- */

/* The place for a new name; -errno if it cannot be made there. */
static int location_for(Os *os, int dirfd, u64 addr, bool directory, PathWalk *w)
{
	int error = vpath_parent(os, dirfd, addr, WALK_PARENT, w);
	if (error)
		return error;
	if (w->last != LAST_NAME || w->node)
		return -EEXIST;
	if (w->slash && !directory)
		return -ENOENT;
	if (w->dir->now.nlink == 0)
		return -ENOENT;
	return os_may(os, w->dir, MAY_WRITE | MAY_EXEC);
}

static void enter(Os *os, const PathWalk *w, OsNode *node)
{
	if (node->fresh) {
		node->dev = w->dir->dev;
		if (w->dir->now.mode & S_ISGID)
			node->now.gid = w->dir->now.gid;
	}
	vdir_set(os, w->dir, w->name, node);
	vnode_stamp(os, w->dir);
}

static i64 make_dir(Os *os, int dirfd, u64 addr, u32 mode)
{
	PathWalk w;
	int error = location_for(os, dirfd, addr, true, &w);
	if (error)
		return error;
	OsNode *node = vnode_masked(os, NODE_DIR, S_IFDIR | (mode & 01777));
	node->now.mode |= w.dir->now.mode & S_ISGID;
	node->now.parent = w.dir;
	enter(os, &w, node);
	w.dir->now.nlink++;
	return 0;
}

i64 sys_mkdir(Os *os, const u64 *a)
{
	return make_dir(os, AT_FDCWD, a[0], (u32)a[1]);
}

i64 sys_mkdirat(Os *os, const u64 *a)
{
	return make_dir(os, (int)a[0], a[1], (u32)a[2]);
}

static i64 make_node(Os *os, int dirfd, u64 addr, u32 mode)
{
	PathWalk w;
	NodeKind kind = NODE_FILE;
	switch (mode & S_IFMT) {
	case 0:
	case S_IFREG: mode = (mode & 07777) | S_IFREG; break;
	case S_IFIFO: kind = NODE_PIPE; break;
	case S_IFSOCK: kind = NODE_FOREIGN; break;
	case S_IFCHR:
	case S_IFBLK: os_ask(os, WORLD_UID); return -EPERM;
	case S_IFDIR: return -EPERM;
	default: return -EINVAL;
	}
	int error = location_for(os, dirfd, addr, false, &w);
	if (error)
		return error;
	enter(os, &w, vnode_masked(os, kind, mode));
	return 0;
}

i64 sys_mknod(Os *os, const u64 *a)
{
	return make_node(os, AT_FDCWD, a[0], (u32)a[1]);
}

i64 sys_mknodat(Os *os, const u64 *a)
{
	return make_node(os, (int)a[0], a[1], (u32)a[2]);
}

static i64 make_link(Os *os, u64 text, int dirfd, u64 addr)
{
	PathWalk w;
	int error = os_text(os, text, &os->path2);
	if (error || os->status == OS_FAULT)
		return error;
	if (!os->path2.len)
		return -ENOENT;
	if ((error = location_for(os, dirfd, addr, false, &w)))
		return error;
	OsNode *node = vnode_new(os, NODE_LINK, S_IFLNK | 0777);
	node->target = xstrdup(buf_str(&os->path2));
	enter(os, &w, node);
	return 0;
}

i64 sys_symlink(Os *os, const u64 *a)
{
	return make_link(os, a[0], AT_FDCWD, a[1]);
}

i64 sys_symlinkat(Os *os, const u64 *a)
{
	return make_link(os, a[0], (int)a[1], a[2]);
}

static i64 link_at(Os *os, int olddir, u64 old, int newdir, u64 newname, int flags)
{
	PathWalk w;
	OsNode *node;
	if (flags & ~(AT_SYMLINK_FOLLOW | AT_EMPTY_PATH))
		return -EINVAL;
	int how = (flags & AT_SYMLINK_FOLLOW ? 0 : AT_SYMLINK_NOFOLLOW) | (flags & AT_EMPTY_PATH);
	int error = vpath_node(os, olddir, old, how, &node);
	if (error)
		return error;
	if ((error = location_for(os, newdir, newname, false, &w)))
		return error;
	if (node->kind == NODE_DIR)
		return -EPERM;
	bool temporary = node->fresh && node->kind == NODE_FILE && node->opens;
	if (node->now.nlink == 0 && !temporary)
		return -ENOENT;
	vnode_touch(os, node);
	node->now.nlink++;
	node->now.ctim = os_clock_now(os);
	vdir_set(os, w.dir, w.name, node);
	vnode_stamp(os, w.dir);
	return 0;
}

i64 sys_link(Os *os, const u64 *a)
{
	return link_at(os, AT_FDCWD, a[0], AT_FDCWD, a[1], 0);
}

i64 sys_linkat(Os *os, const u64 *a)
{
	return link_at(os, (int)a[0], a[1], (int)a[2], a[3], (int)a[4]);
}

i64 sys_readlink(Os *os, const u64 *a)
{
	return sys_readlinkat(os, (const u64[]){(u64)AT_FDCWD, a[0], a[1], a[2]});
}

i64 sys_readlinkat(Os *os, const u64 *a)
{
	OsNode *node;
	if ((i32)a[3] <= 0)
		return -EINVAL;
	int error = vpath_node(os, (int)a[0], a[1], AT_SYMLINK_NOFOLLOW | AT_EMPTY_PATH, &node);
	if (error)
		return error;
	if (node->kind != NODE_LINK)
		return os->path.len ? -EINVAL : -ENOENT;
	buf_reset(&os->path2);
	os_link_text(os, node, &os->path2);
	if (node->magic == MAGIC_CWD || node->magic == MAGIC_FD)
		os_ask(os, WORLD_CWD);
	if (node->magic == MAGIC_SELF)
		os_ask(os, WORLD_PID);
	size_t n = os->path2.len < (u32)a[3] ? os->path2.len : (u32)a[3];
	os_set(os, a[2], buf_str(&os->path2), n);
	return (i64)n;
}

/* ---- removing ---- */

static i64 remove_file(Os *os, int dirfd, u64 addr)
{
	PathWalk w;
	int error = vpath_parent(os, dirfd, addr, WALK_PARENT, &w);
	if (error)
		return error;
	if (w.last != LAST_NAME)
		return -EISDIR;
	if (!w.node)
		return -ENOENT;
	if (w.slash)
		return w.node->kind == NODE_DIR ? -EISDIR : -ENOTDIR;
	if ((error = os_may_remove(os, w.dir, w.node)))
		return error;
	if (w.node->kind == NODE_DIR)
		return -EISDIR;
	vdir_set(os, w.dir, w.name, NULL);
	vnode_stamp(os, w.dir);
	vnode_unlinked(os, w.node);
	return 0;
}

static i64 remove_dir(Os *os, int dirfd, u64 addr)
{
	PathWalk w;
	int error = vpath_parent(os, dirfd, addr, WALK_PARENT, &w);
	if (error)
		return error;
	static const int by_last[] = {
		[LAST_DOT] = -EINVAL, [LAST_DOTDOT] = -ENOTEMPTY, [LAST_ROOT] = -EBUSY};
	if (w.last != LAST_NAME)
		return by_last[w.last];
	if (!w.node)
		return -ENOENT;
	if ((error = os_may_remove(os, w.dir, w.node)))
		return error;
	if (w.node->kind != NODE_DIR)
		return -ENOTDIR;
	if (!vdir_is_empty(os, w.node, &error))
		return error ? error : -ENOTEMPTY;
	vdir_set(os, w.dir, w.name, NULL);
	vnode_stamp(os, w.dir);
	w.dir->now.nlink--;
	vnode_unlinked(os, w.node);
	return 0;
}

i64 sys_unlink(Os *os, const u64 *a)
{
	return remove_file(os, AT_FDCWD, a[0]);
}

i64 sys_rmdir(Os *os, const u64 *a)
{
	return remove_dir(os, AT_FDCWD, a[0]);
}

i64 sys_unlinkat(Os *os, const u64 *a)
{
	if ((u32)a[2] & ~(u32)AT_REMOVEDIR)
		return -EINVAL;
	return a[2] ? remove_dir(os, (int)a[0], a[1]) : remove_file(os, (int)a[0], a[1]);
}

/* ---- renaming ---- */

static bool is_above(const Os *os, const OsNode *above, const OsNode *dir)
{
	for (; dir != above; dir = dir->now.parent)
		if (dir == os->root || !dir->now.parent)
			return false;
	return true;
}

/* The checks of do_renameat2, in the kernel's order. */
static int rename_check(Os *os, const PathWalk *from, const PathWalk *to, u32 flags)
{
	if (from->last != LAST_NAME)
		return -EBUSY;
	if (to->last != LAST_NAME)
		return flags & RENAME_NOREPLACE ? -EEXIST : -EBUSY;
	if (!from->node)
		return -ENOENT;
	if ((flags & RENAME_NOREPLACE) && to->node)
		return -EEXIST;
	if ((flags & RENAME_EXCHANGE) && !to->node)
		return -ENOENT;
	if ((flags & RENAME_EXCHANGE) && to->node->kind != NODE_DIR && to->slash)
		return -ENOTDIR;
	if (from->node->kind != NODE_DIR && (from->slash || (to->slash && !(flags & RENAME_EXCHANGE))))
		return -ENOTDIR;
	if (from->node->kind == NODE_DIR && is_above(os, from->node, to->dir))
		return -EINVAL;
	if (to->node && to->node->kind == NODE_DIR && is_above(os, to->node, from->dir))
		return flags & RENAME_EXCHANGE ? -EINVAL : -ENOTEMPTY;
	return 0;
}

/* Permission and kinds: those of vfs_rename. */
static int rename_allowed(Os *os, const PathWalk *from, const PathWalk *to, bool exchange)
{
	int error = os_may_remove(os, from->dir, from->node);
	if (error)
		return error;
	bool dir = from->node->kind == NODE_DIR;
	if (!to->node) {
		if (to->dir->now.nlink == 0)
			return -ENOENT;
		error = os_may(os, to->dir, MAY_WRITE | MAY_EXEC);
	} else {
		error = os_may_remove(os, to->dir, to->node);
		if (!error && !exchange && dir != (to->node->kind == NODE_DIR))
			error = dir ? -ENOTDIR : -EISDIR;
	}
	if (!error && dir && from->dir != to->dir)
		error = os_may(os, from->node, MAY_WRITE);
	if (!error && exchange && to->node->kind == NODE_DIR && from->dir != to->dir)
		error = os_may(os, to->node, MAY_WRITE);
	if (!error && to->node && !exchange && dir && !vdir_is_empty(os, to->node, &error) && !error)
		error = -ENOTEMPTY;
	return error;
}

/* Node goes below dir, at any name: links up and counts. */
static void settle(Os *os, OsNode *node, OsNode *from, OsNode *to)
{
	vnode_touch(os, node);
	node->now.ctim = os_clock_now(os);
	vnode_stamp(os, from);
	vnode_stamp(os, to);
	if (node->kind != NODE_DIR)
		return;
	node->now.parent = to;
	from->now.nlink--;
	to->now.nlink++;
}

static i64 rename_at(Os *os, int olddir, u64 old, int newdir, u64 newname, u32 flags)
{
	PathWalk from, to;
	bool exchange = flags & RENAME_EXCHANGE;
	if ((flags & ~(u32)(RENAME_NOREPLACE | RENAME_EXCHANGE)) ||
		((flags & RENAME_NOREPLACE) && exchange))
		return -EINVAL;
	int error = vpath_parent(os, olddir, old, WALK_PARENT, &from);
	if (!error)
		error = vpath_parent(os, newdir, newname, WALK_PARENT, &to);
	if (!error)
		error = rename_check(os, &from, &to, flags);
	if (error || from.node == to.node)
		return error;
	if ((error = rename_allowed(os, &from, &to, exchange)))
		return error;
	OsNode *replaced = to.node;
	vdir_set(os, to.dir, to.name, from.node);
	vdir_set(os, from.dir, from.name, exchange ? replaced : NULL);
	settle(os, from.node, from.dir, to.dir);
	if (exchange) {
		settle(os, replaced, to.dir, from.dir);
	} else if (replaced) {
		if (replaced->kind == NODE_DIR)
			to.dir->now.nlink--;
		vnode_unlinked(os, replaced);
	}
	return 0;
}

i64 sys_rename(Os *os, const u64 *a)
{
	return rename_at(os, AT_FDCWD, a[0], AT_FDCWD, a[1], 0);
}

i64 sys_renameat(Os *os, const u64 *a)
{
	return rename_at(os, (int)a[0], a[1], (int)a[2], a[3], 0);
}

i64 sys_renameat2(Os *os, const u64 *a)
{
	return rename_at(os, (int)a[0], a[1], (int)a[2], a[3], (u32)a[4]);
}
