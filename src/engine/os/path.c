/* path.c: resolves a path to a node, like the kernel's namei, and checks permissions. */
#include <unistd.h>
#include "engine/os/impl.h"

/* ---- permission ---- */

static bool in_group(const Os *os, u32 own, u32 gid)
{
	if (own == gid)
		return true;
	for (size_t i = 0; i < os->start.groups.len; i++)
		if (os->start.groups.at[i] == gid)
			return true;
	return false;
}

static int os_may_as(const Os *os, u32 uid, u32 gid, const OsNode *node, int what)
{
	u32 mode = node->now.mode;
	if (uid == 0) {
		bool runnable = node->kind == NODE_DIR || (mode & 0111);
		return (what & MAY_EXEC) && !runnable ? -EACCES : 0;
	}
	u32 bits = mode & 7;
	if (uid == node->now.uid)
		bits = mode >> 6 & 7;
	else if (in_group(os, gid, node->now.gid))
		bits = mode >> 3 & 7;
	return (u32)what & ~bits ? -EACCES : 0;
}

int os_may(Os *os, const OsNode *node, int what)
{
	const Ids *ids = &os->process.ids;
	int may = os_may_as(os, ids->euid, ids->egid, node, what);
	/* Root is told from the owner without its privilege, others from root. */
	u32 owner = node->now.mode >> 6 & 7;
	int other = ids->euid            ? os_may_as(os, 0, ids->egid, node, what)
				: (u32)what & ~owner ? -EACCES
									 : 0;
	if (may != other)
		os_ask(os, WORLD_UID);
	if (node->now.masked && what)
		os_ask_inherited(os, "umask");
	return may;
}

bool os_owns(Os *os, const OsNode *node)
{
	if (os->process.ids.euid != node->now.uid)
		os_ask(os, WORLD_UID);
	return os->process.ids.euid == 0 || os->process.ids.euid == node->now.uid;
}

int os_may_remove(Os *os, const OsNode *dir, const OsNode *node)
{
	int error = os_may(os, dir, MAY_WRITE | MAY_EXEC);
	if (error)
		return error;
	bool sticky = dir->now.mode & S_ISVTX;
	return sticky && !os_owns(os, node) && !os_owns(os, dir) ? -EPERM : 0;
}

/* ---- links and names ---- */

bool vpath_of(const Os *os, const OsNode *dir, Buf *out)
{
	Buf reversed = {0}; /* names from the end, each with its slash, to be turned around */
	if (dir->now.nlink == 0)
		return false;
	for (; dir != os->root; dir = dir->now.parent) {
		const OsNode *up = dir->now.parent;
		const char *name = NULL;
		for (size_t i = 0; i < up->names.len && !name; i++)
			if (up->names.at[i].node == dir)
				name = up->names.at[i].name;
		if (!name) {
			buf_free(&reversed);
			return false;
		}
		for (size_t i = strlen(name); i--;)
			buf_addc(&reversed, name[i]);
		buf_addc(&reversed, '/');
	}
	if (!reversed.len)
		buf_addc(out, '/');
	while (reversed.len)
		buf_addc(out, reversed.at[--reversed.len]);
	buf_free(&reversed);
	return true;
}

static void fd_text(Os *os, int fd, Buf *out)
{
	const OpenFile *f = os_fd_file(os, (u64)fd);
	const OsNode *node = f ? f->node : NULL;
	if (!node)
		return;
	if (node->kind == NODE_DIR && vpath_of(os, node, out))
		return;
	if (node->kind == NODE_STREAM && node->passed) {
		char own[32], text[OS_PATH_MAX];
		snprintf(own, sizeof own, "/proc/self/fd/%d", node->number);
		ssize_t n = readlink(own, text, sizeof text);
		buf_add(out, text, n > 0 ? (size_t)n : 0);
	} else if (node->kind == NODE_PIPE || node->kind == NODE_STREAM)
		buf_addf(out, "pipe:[%llu]", (unsigned long long)node->ino);
	else if (node->host)
		buf_adds(out, node->host);
	else
		os_refuse(os, "the name of descriptor %d", fd);
}

void os_link_text(Os *os, const OsNode *link, Buf *out)
{
	if (link->magic == MAGIC_EXE)
		os_ask_name(os);
	if (link->magic == MAGIC_FD)
		fd_text(os, link->number, out);
	else if (link->magic == MAGIC_CWD)
		vpath_of(os, os->process.cwd, out);
	else if (link->magic == MAGIC_EXE)
		os_self_exe(os, out);
	else
		buf_adds(out, link->target);
}

/* Where a magic link leads, without going through its text. */
static OsNode *jump(Os *os, const OsNode *link)
{
	if (link->magic == MAGIC_CWD)
		return os->process.cwd;
	const OpenFile *f = os_fd_file(os, (u64)link->number);
	return f ? f->node : NULL;
}

/* ---- the walk ---- */

typedef struct PathStep {
	OsNode *at;       /* where we are */
	const char *rest; /* what is still to go, in Os.walk */
	int links;        /* followed so far */
	int flags;        /* WALK_* */
	bool self;        /* the next name comes from /proc/self */
} PathStep;

static int start(Os *os, int dirfd, const char *path, OsNode **at)
{
	if (path[0] == '/') {
		*at = os->root;
	} else if (dirfd == AT_FDCWD) {
		*at = os->process.cwd;
	} else {
		const OpenFile *f = os_fd_file(os, (u64)(i64)dirfd);
		if (!f)
			return -EBADF;
		if (f->node->kind != NODE_DIR)
			return -ENOTDIR;
		*at = f->node;
	}
	return 0;
}

/* Takes the next name off s->rest; *final is set if nothing but slashes follows. */
static int next_name(PathStep *s, PathWalk *w, bool *final)
{
	size_t n = strcspn(s->rest, "/");
	if (n > OS_NAME_MAX)
		return -ENAMETOOLONG;
	memcpy(w->name, s->rest, n);
	w->name[n] = 0;
	s->rest += n;
	w->slash = *s->rest == '/';
	s->rest += strspn(s->rest, "/");
	*final = !*s->rest;
	w->last = LAST_NAME;
	if (!strcmp(w->name, "."))
		w->last = LAST_DOT;
	else if (!strcmp(w->name, ".."))
		w->last = LAST_DOTDOT;
	return 0;
}

static int follow(Os *os, PathStep *s, PathWalk *w, bool final, bool *landed)
{
	if (++s->links > OS_LINK_DEPTH)
		return -ELOOP;
	if (w->node->magic && w->node->magic != MAGIC_SELF) {
		OsNode *to = jump(os, w->node);
		if (!to)
			return -ENOENT;
		*landed = final;
		s->at = w->node = to;
		return 0;
	}
	s->self = w->node->magic == MAGIC_SELF;
	buf_reset(&os->walk_next);
	os_link_text(os, w->node, &os->walk_next);
	if (!os->walk_next.len)
		return -ENOENT;
	if (w->slash)
		buf_addc(&os->walk_next, '/');
	buf_adds(&os->walk_next, s->rest);
	Buf swap = os->walk;
	os->walk = os->walk_next;
	os->walk_next = swap;
	s->rest = buf_str(&os->walk);
	if (*s->rest == '/') {
		s->at = os->root;
		s->rest += strspn(s->rest, "/");
	}
	if (!*s->rest) { /* a link to "/" at the end of the path */
		*landed = true;
		w->last = LAST_ROOT;
		w->dir = w->node = os->root;
	}
	return 0;
}

static bool follows(const PathStep *s, const PathWalk *w, bool final)
{
	if (!w->node || w->node->kind != NODE_LINK)
		return false;
	if (!final)
		return true;
	if (s->flags & WALK_PARENT)
		return false;
	if ((s->flags & WALK_CREATE) && w->slash)
		return false; /* cannot be made, whatever is behind the link */
	return (s->flags & WALK_FOLLOW) || w->slash;
}

/* True if the name is the number of a process. */
static bool is_process(const OsNode *dir, const char *name)
{
	return *name >= '0' && *name <= '9' && dir->host && !strcmp(dir->host, "/proc");
}

/* One name: *landed when it was the last. */
static int step(Os *os, PathStep *s, PathWalk *w, bool *landed)
{
	bool final;
	if (s->at->kind != NODE_DIR)
		return -ENOTDIR;
	int error = os_may(os, s->at, MAY_EXEC);
	if (!error)
		error = next_name(s, w, &final);
	if (error)
		return error;
	w->dir = s->at;
	if (w->last == LAST_DOT)
		w->node = s->at;
	else if (w->last == LAST_DOTDOT)
		w->node = s->at == os->root ? os->root : s->at->now.parent;
	else if ((error = vdir_lookup(os, s->at, w->name, &w->node)))
		return error;
	if (!s->self && is_process(s->at, w->name))
		os_ask(os, WORLD_PID);
	s->self = false;
	if (!w->node && !final)
		return -ENOENT;
	if (follows(s, w, final))
		return follow(os, s, w, final, landed);
	s->at = w->node;
	*landed = final;
	return 0;
}

int vpath_walk(Os *os, int dirfd, const char *path, int flags, PathWalk *w)
{
	PathStep s = {.flags = flags};
	if (!*path)
		return -ENOENT;
	int error = start(os, dirfd, path, &s.at);
	if (error)
		return error;
	buf_reset(&os->walk);
	buf_adds(&os->walk, path);
	s.rest = buf_str(&os->walk);
	s.rest += strspn(s.rest, "/");
	bool landed = !*s.rest;
	*w = (PathWalk){.dir = s.at, .node = s.at, .last = LAST_ROOT};
	while (!landed && !error)
		error = step(os, &s, w, &landed);
	if (!(flags & WALK_CREATE) || error) /* who creates a file mostly does not ask for it */
		os_ask_file(os, path, w);
	if (error)
		return error;
	if (flags & (WALK_PARENT | WALK_CREATE))
		return 0;
	if (!w->node)
		return -ENOENT;
	return w->slash && w->node->kind != NODE_DIR ? -ENOTDIR : 0;
}

int vpath_parent(Os *os, int dirfd, u64 addr, int flags, PathWalk *w)
{
	int error = os_text(os, addr, &os->path);
	if (error || os->status == OS_FAULT)
		return error ? error : -EFAULT;
	return vpath_walk(os, dirfd, buf_str(&os->path), flags, w);
}

int vpath_node(Os *os, int dirfd, u64 addr, int at_flags, OsNode **node)
{
	PathWalk w;
	int error = os_text(os, addr, &os->path);
	if (error || os->status == OS_FAULT)
		return error ? error : -EFAULT;
	if (!os->path.len && (at_flags & AT_EMPTY_PATH)) {
		const OpenFile *f = os_fd_file(os, (u64)(i64)dirfd);
		if (!f && dirfd != AT_FDCWD)
			return -EBADF;
		*node = f ? f->node : os->process.cwd;
		return 0;
	}
	int flags = at_flags & AT_SYMLINK_NOFOLLOW ? 0 : WALK_FOLLOW;
	error = vpath_walk(os, dirfd, buf_str(&os->path), flags, &w);
	*node = w.node;
	return error;
}
