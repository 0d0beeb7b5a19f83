/* found.c: copies what the runs so far found on the host below their working directory.
 *
 * A name that a subject looked up or listed is a node of the start state. With the copy, native
 * runs in another directory see the same names and contents. Files that exist there already are
 * kept.
 */
#include <sys/sendfile.h>
#include <unistd.h>
#include "engine/os/impl.h"

typedef struct Copy {
	int at;    /* the directory that gets the names */
	u64 *room; /* bytes that may still be copied */
	u32 *left; /* names */
	Err *err;
} Copy;

static bool failed(const Copy *c, const char *what)
{
	return err_set(c->err, "%s cannot be copied for a native run: %s", what, strerror(errno));
}

/* With mode and times, since programs look at them. What cannot be read is not there to see. */
static bool copy_file(const Copy *c, const char *name, const OsNode *file)
{
	int from = open(file->host, O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK);
	struct stat st;
	if (from < 0)
		return true;
	int to = openat(c->at, name, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0600);
	bool good = (to >= 0 || errno == EEXIST) && !fstat(from, &st);
	if (good && to >= 0) {
		struct timespec times[2] = {st.st_atim, st.st_mtim};
		ssize_t n = 1;
		if ((u64)st.st_size > *c->room)
			errno = EFBIG, good = false;
		while (good && n > 0)
			n = sendfile(to, from, NULL, 1 << 20);
		good = good && n == 0 && !fchmod(to, st.st_mode & 0777) && !futimens(to, times);
		*c->room -= good ? (u64)st.st_size : 0;
	}
	if (!good)
		failed(c, file->host);
	close(from);
	if (to >= 0)
		close(to);
	return good;
}

static bool copy_names(const Copy *c, const OsNode *dir);

static bool copy_dir(const Copy *c, const char *name, const OsNode *dir)
{
	Copy below = *c;
	if (mkdirat(c->at, name, 0777) && errno != EEXIST)
		return failed(c, dir->host);
	below.at = openat(c->at, name, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
	if (below.at < 0)
		return failed(c, dir->host);
	bool good = copy_names(&below, dir);
	close(below.at);
	return good;
}

static bool copy_node(const Copy *c, const char *name, const OsNode *node)
{
	if (!node->host || node->dynamic)
		return true;
	if (!*c->left)
		return err_set(c->err, "%s and more cannot be copied for a native run: too many files",
					   node->host);
	--*c->left;
	switch (node->kind) {
	case NODE_FILE: return copy_file(c, name, node);
	case NODE_DIR: return copy_dir(c, name, node);
	case NODE_LINK:
		return !symlinkat(node->target, c->at, name) || errno == EEXIST || failed(c, node->host);
	default: return true;
	}
}

static bool copy_names(const Copy *c, const OsNode *dir)
{
	for (size_t i = 0; i < dir->names.len; i++) {
		const DirEntry *e = &dir->names.at[i];
		if (e->base && !copy_node(c, e->name, e->base))
			return false;
	}
	return true;
}

bool os_copy_found(const Os *os, const char *dir, u64 *room, u32 *names, Err *err)
{
	Copy c = {open(dir, O_RDONLY | O_DIRECTORY | O_CLOEXEC), room, names, err};
	bool good = c.at >= 0 ? copy_names(&c, os->start.cwd) : failed(&c, dir);
	if (c.at >= 0)
		close(c.at);
	return good;
}
