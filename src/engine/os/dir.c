/* dir.c: reads directories, and sets the current one.
 *
 * A listing is taken when reading starts at position 0: names in byte order, host and overlay
 * merged. Names that are removed meanwhile are left out. New ones appear after the next rewind.
 */
#include <dirent.h>
#include "engine/os/calls.h"

enum { DOTS = 2 }; /* positions 0 and 1 are "." and ".." */

static int take_listing(Os *os, OpenFile *f)
{
	OsNode *dir = f->node;
	int error = dir->magic ? 0 : vdir_complete(os, dir);
	if (error)
		return error;
	f->listing.len = 0;
	for (size_t i = 0; i < dir->names.len; i++)
		if (dir->names.at[i].node)
			vec_push(&f->listing, dir->names.at[i].name);
	f->listed = true;
	return 0;
}

static int type_of(const OsNode *node)
{
	return (int)(node->now.mode & S_IFMT) >> 12;
}

/* What stands at position pos: NULL if it is gone. *end at the end. number is room for
 * a name that is made up. */
static const OsNode *at_position(Os *os, const OpenFile *f, i64 pos, const char **name, bool *end,
								 char number[24])
{
	OsNode *dir = f->node, *node = NULL;
	*end = false;
	if (pos < DOTS) {
		*name = pos ? ".." : ".";
		return pos && dir != os->root ? dir->now.parent : dir;
	}
	u64 index = (u64)pos - DOTS;
	if (dir->magic == MAGIC_FD_DIR) {
		*end = index >= os->process.fds_end;
		snprintf(number, 24, "%llu", (unsigned long long)index);
		*name = number;
		return !*end && os->process.fds.at[index].file ? os_fd_link(os, (int)index) : NULL;
	}
	*end = index >= f->listing.len;
	if (*end)
		return NULL;
	*name = f->listing.at[index];
	vdir_lookup(os, dir, *name, &node);
	return node;
}

/* One record, in the layout of linux_dirent64 (wide) or linux_dirent. Its length. */
static size_t record(u8 *to, const OsNode *node, const char *name, i64 next, bool wide)
{
	u64 ino = node->ino;
	size_t len = strlen(name), head = wide ? 19 : 18;
	u16 total = (u16)((head + len + (wide ? 1 : 2) + 7) & ~(size_t)7);
	memset(to, 0, total);
	memcpy(to, &ino, 8);
	memcpy(to + 8, &next, 8);
	memcpy(to + 16, &total, 2);
	memcpy(to + head, name, len);
	to[wide ? 18 : total - 1] = (u8)type_of(node);
	return total;
}

static i64 list(Os *os, const u64 *a, bool wide)
{
	OpenFile *f = os_fd_file(os, a[0]);
	if (!f || (f->flags & O_PATH))
		return -EBADF;
	if (f->node->kind != NODE_DIR)
		return -ENOTDIR;
	if (f->node->now.nlink == 0)
		return -ENOENT;
	int error = f->listed ? 0 : take_listing(os, f);
	if (error)
		return error;
	if (f->node->magic == MAGIC_FD_DIR)
		os_ask_inherited(os, "descriptors");
	else
		os_ask(os, WORLD_SYSTEM); /* the order of names is that of the file system */
	size_t room = (u32)a[2], used = 0;
	i64 pos = f->pos;
	char number[24];
	const char *name;
	for (bool end; used < room; pos++) {
		u8 one[32 + OS_NAME_MAX];
		const OsNode *node = at_position(os, f, pos, &name, &end, number);
		if (end)
			break;
		if (!node)
			continue;
		size_t n = record(one, node, name, pos + 1, wide);
		if (n > room - used)
			break;
		if (!os_set(os, a[1] + used, one, n))
			return 0;
		used += n;
		f->pos = pos + 1;
	}
	bool more = false;
	if (!used) { /* nothing fitted, or nothing is left */
		at_position(os, f, pos, &name, &more, number);
		more = !more;
	}
	return more ? -EINVAL : (i64)used;
}

i64 sys_getdents64(Os *os, const u64 *a)
{
	return list(os, a, true);
}

i64 sys_getdents(Os *os, const u64 *a)
{
	return list(os, a, false);
}

/* ---- the current directory ---- */

i64 sys_getcwd(Os *os, const u64 *a)
{
	buf_reset(&os->path);
	if (!vpath_of(os, os->process.cwd, &os->path))
		return -ENOENT;
	size_t n = os->path.len + 1;
	os_ask(os, WORLD_CWD);
	if (n > a[1])
		return -ERANGE;
	os_set(os, a[0], buf_str(&os->path), n);
	return (i64)n;
}

static i64 enter_dir(Os *os, OsNode *node)
{
	if (node->kind != NODE_DIR)
		return -ENOTDIR;
	int error = os_may(os, node, MAY_EXEC);
	if (!error)
		os->process.cwd = node;
	return error;
}

i64 sys_chdir(Os *os, const u64 *a)
{
	OsNode *node;
	int error = vpath_node(os, AT_FDCWD, a[0], 0, &node);
	return error ? error : enter_dir(os, node);
}

i64 sys_fchdir(Os *os, const u64 *a)
{
	const OpenFile *f = os_fd_file(os, a[0]);
	return f ? enter_dir(os, f->node) : -EBADF;
}
