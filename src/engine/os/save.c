/* save.c: writes what a run left in the overlay below a directory of the host.
 *
 * Each step down goes through openat with O_NOFOLLOW: a link that the subject made and we saved
 * must not lead a later file out of the directory.
 */
#include <unistd.h>
#include "engine/os/impl.h"

typedef struct Save {
	Os *os;
	int top;         /* descriptor of the target directory */
	const char *dir; /* its name, for messages */
	Buf cwd;         /* the subject's directory at the start, with a slash at the end */
	Buf path;        /* absolute path of the node at hand */
	Buf deleted;     /* lines of .deleted */
	Err *err;
} Save;

/* The name of the node at hand below the target: relative to cwd if it lies there. */
static const char *location(const Save *s)
{
	const char *path = buf_str(&s->path);
	if (!strncmp(path, buf_str(&s->cwd), s->cwd.len))
		return path + s->cwd.len;
	return path + 1;
}

static bool failed(const Save *s, const char *name)
{
	return err_set(s->err, "%s/%s: %s", s->dir, name, strerror(errno));
}

/* Opens the directory that is to hold the node, making it; *last is the node's own name. */
static int open_parent(const Save *s, const char **last)
{
	const char *rest = location(s);
	int at = dup(s->top);
	for (const char *slash; at >= 0 && (slash = strchr(rest, '/')); rest = slash + 1) {
		char name[OS_NAME_MAX + 1];
		memcpy(name, rest, (size_t)(slash - rest));
		name[slash - rest] = 0;
		mkdirat(at, name, 0777);
		int next = openat(at, name, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
		int error = errno;
		close(at);
		errno = error;
		at = next;
	}
	*last = rest;
	return at;
}

static bool write_data(const Save *s, OsNode *node, int fd)
{
	const u8 *bytes;
	const Tag *tags;
	u64 pos = 0;
	i64 n;
	while ((n = vnode_peek(s->os, node, pos, OS_PIECE, &bytes, &tags)) > 0) {
		if (!fd_write(fd, bytes, (size_t)n))
			return false;
		pos += (u64)n;
	}
	errno = (int)-n;
	return n == 0 && !fchmod(fd, node->now.mode & 0777);
}

static bool make(const Save *s, OsNode *node, int at, const char *name)
{
	if (node->kind == NODE_DIR)
		return !mkdirat(at, name, 0777) || errno == EEXIST;
	unlinkat(at, name, 0);
	if (node->kind == NODE_LINK)
		return !symlinkat(node->target ? node->target : "", at, name);
	if (node->kind == NODE_PIPE)
		return !mkfifoat(at, name, node->now.mode & 0777);
	if (node->kind != NODE_FILE)
		return true;
	int fd = openat(at, name, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0600);
	if (fd < 0)
		return false;
	bool good = write_data(s, node, fd);
	return !close(fd) && good;
}

static bool save_node(const Save *s, OsNode *node)
{
	const char *name;
	int at = open_parent(s, &name);
	bool good = at >= 0 && make(s, node, at, name);
	if (!good)
		failed(s, location(s));
	if (at >= 0)
		close(at);
	return good;
}

static bool save_dir(Save *s, OsNode *dir, bool whole);

static bool save_entry(Save *s, const DirEntry *e, bool whole)
{
	/* A directory that was replaced has lost its old contents as well. */
	bool gone = e->base && e->node != e->base &&
				(!e->node || e->base->kind == NODE_DIR || e->node->kind == NODE_DIR);
	if (gone) {
		buf_add_escaped(&s->deleted, location(s), strlen(location(s)));
		buf_addc(&s->deleted, '\n');
	}
	if (!e->node || e->node->magic)
		return true;
	bool moved = whole || e->node != e->base;
	if (e->node->kind == NODE_DIR)
		return (!moved || save_node(s, e->node)) && save_dir(s, e->node, moved);
	bool changed = e->node->kind == NODE_FILE && e->node->now.changed;
	return !(moved || changed) || save_node(s, e->node);
}

/* whole: the directory itself is new in its place, so is all that is in it. */
static bool save_dir(Save *s, OsNode *dir, bool whole)
{
	size_t len = s->path.len;
	if (whole)
		vdir_complete(s->os, dir);
	bool good = true;
	for (size_t i = 0; i < dir->names.len && good; i++) {
		buf_addf(&s->path, "/%s", dir->names.at[i].name);
		good = save_entry(s, &dir->names.at[i], whole);
		s->path.len = len;
		s->path.at[len] = 0;
	}
	return good;
}

static bool save_all(Save *s)
{
	vpath_of(s->os, s->os->start.cwd, &s->cwd);
	if (s->cwd.len > 1)
		buf_addc(&s->cwd, '/');
	buf_adds(&s->path, "");
	if (!save_dir(s, s->os->root, false))
		return false;
	if (!s->deleted.len)
		return true;
	unlinkat(s->top, ".deleted", 0);
	int fd = openat(s->top, ".deleted", O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0666);
	bool good = fd >= 0 && fd_write(fd, (const u8 *)s->deleted.at, s->deleted.len);
	if (!good)
		failed(s, ".deleted");
	if (fd >= 0)
		close(fd);
	return good;
}

/* The Os is not changed but may read more of the host's files into its cache. */
bool os_save(const Os *os, const char *dir, Err *err)
{
	if (!dir_make(dir, err))
		return false;
	Save s = {.os = (Os *)(uintptr_t)os, .dir = dir, .err = err};
	s.top = open(dir, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
	if (s.top < 0)
		return err_set(err, "%s: %s", dir, strerror(errno));
	bool good = save_all(&s);
	close(s.top);
	buf_free(&s.cwd);
	buf_free(&s.path);
	buf_free(&s.deleted);
	return good;
}
