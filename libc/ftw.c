/* ftw.c: walks a tree and calls a function for every file. */
#include <dirent.h>
#include <fcntl.h>
#include <ftw.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>
#include "sys.h"

/* A directory that the walk has visited: if links are followed, it enters each only once. */
struct seen {
	struct seen *next;
	dev_t dev;
	ino_t ino;
};

/* One walk. */
typedef struct job {
	int (*ftw_fn)(const char *, const struct stat *, int);                /* or NULL */
	int (*nftw_fn)(const char *, const struct stat *, int, struct FTW *); /* or NULL */
	int flags;                                                            /* FTW_* */
	dev_t dev;                                                            /* of the start */
	struct seen *seen;                                                    /* not with FTW_PHYS */
} job;

static int call(const job *j, const char *path, const struct stat *st, int kind, struct FTW *where)
{
	if (j->nftw_fn)
		return j->nftw_fn(path, st, kind, where);
	/* The older function knows fewer kinds. */
	if (kind == FTW_SLN)
		kind = FTW_NS;
	return j->ftw_fn(path, st, kind);
}

static int visit(job *j, const char *path, int level);

/* All names in a directory, read at once so that no descriptor stays open during the descent. */
static char **read_names(const char *path, size_t *n)
{
	DIR *dir = opendir(path);
	char **list = malloc(sizeof *list);
	struct dirent *entry;

	*n = 0;
	if (!dir || !list) {
		if (dir)
			closedir(dir);
		free(list);
		return NULL;
	}
	while ((entry = readdir(dir))) {
		if (strcmp(entry->d_name, ".") == 0 || strcmp(entry->d_name, "..") == 0)
			continue;
		char **bigger = realloc(list, (*n + 2) * sizeof *list);
		if (!bigger)
			break;
		list = bigger;
		if (!(list[*n] = strdup(entry->d_name)))
			break;
		++*n;
	}
	closedir(dir);
	return list;
}

static int visit_names(job *j, const char *path, char **list, size_t n, int level)
{
	size_t len = strlen(path);
	int r = 0;

	for (size_t i = 0; i < n && !r; i++) {
		size_t m = strlen(list[i]);
		char *child = malloc(len + m + 2);
		if (!child)
			return -1;
		memcpy(child, path, len);
		size_t at = len;
		if (len == 0 || path[len - 1] != '/')
			child[at++] = '/';
		memcpy(child + at, list[i], m + 1);
		r = visit(j, child, level + 1);
		free(child);
		if ((j->flags & FTW_ACTIONRETVAL) && r == FTW_SKIP_SUBTREE)
			r = 0;
		if ((j->flags & FTW_ACTIONRETVAL) && r == FTW_SKIP_SIBLINGS)
			return 0;
	}
	return r;
}

/* The name for the kernel: with FTW_CHDIR, the working directory is that of the file. */
static const char *local(const job *j, const char *path, const struct FTW *where)
{
	return j->flags & FTW_CHDIR ? path + where->base : path;
}

/* Enters a directory if the walk changes directories; returns what step_out needs, -1 on
 * failure. */
static int step_in(const job *j, const char *path)
{
	if (!(j->flags & FTW_CHDIR))
		return -2;
	int back = open(".", O_RDONLY | O_DIRECTORY | O_CLOEXEC);
	if (back >= 0 && chdir(path) < 0) {
		close(back);
		return -1;
	}
	return back;
}

static void step_out(int back)
{
	int saved = errno;
	if (back >= 0) {
		fchdir(back);
		close(back);
	}
	errno = saved;
}

/* Returns 1 if the walk has visited it, 0 if not (and notes the visit), -1 if out of memory. */
static int been_there(job *j, const struct stat *st)
{
	for (const struct seen *s = j->seen; s; s = s->next)
		if (s->dev == st->st_dev && s->ino == st->st_ino)
			return 1;
	struct seen *new = malloc(sizeof *new);
	if (!new)
		return -1;
	*new = (struct seen){j->seen, st->st_dev, st->st_ino};
	j->seen = new;
	return 0;
}

static int visit_dir(job *j, const char *path, const struct stat *st, struct FTW *where)
{
	bool depth = j->flags & FTW_DEPTH;
	int known = j->flags & FTW_PHYS ? 0 : been_there(j, st);
	size_t n;

	if (known)
		return known < 0 ? -1 : 0;
	char **list = read_names(local(j, path, where), &n);
	int r = 0;
	if (!list)
		r = errno == EACCES ? call(j, path, st, FTW_DNR, where) : -1;
	if (list && !depth)
		r = call(j, path, st, FTW_D, where);
	if (list && !r) {
		int back = step_in(j, local(j, path, where));
		r = back == -1 ? -1 : visit_names(j, path, list, n, where->level);
		step_out(back);
	}
	for (size_t i = 0; list && i < n; i++)
		free(list[i]);
	bool read = list != NULL;
	free(list);
	if ((j->flags & FTW_ACTIONRETVAL) && r == FTW_SKIP_SUBTREE)
		r = 0;
	if (read && depth && !r)
		r = call(j, path, st, FTW_DP, where);
	return r;
}

static int visit(job *j, const char *path, int level)
{
	struct stat st = {0};
	const char *slash = strrchr(path, '/');
	struct FTW where = {.base = slash && slash[1] ? (int)(slash + 1 - path) : 0, .level = level};
	bool phys = j->flags & FTW_PHYS;

	const char *name = local(j, path, &where);

	if ((phys ? lstat(name, &st) : stat(name, &st)) < 0) {
		if (errno != EACCES && errno != ENOENT)
			return -1;
		if (!phys && errno == ENOENT && lstat(name, &st) == 0 && S_ISLNK(st.st_mode))
			return call(j, path, &st, FTW_SLN, &where);
		return level == 0 ? -1 : call(j, path, &st, FTW_NS, &where);
	}
	if ((j->flags & FTW_MOUNT) && level > 0 && st.st_dev != j->dev)
		return 0;
	if (level == 0)
		j->dev = st.st_dev;
	if (S_ISDIR(st.st_mode))
		return visit_dir(j, path, &st, &where);
	return call(j, path, &st, S_ISLNK(st.st_mode) ? FTW_SL : FTW_F, &where);
}

/* Trailing slashes of the start are not part of its name. */
static int walk(job *j, const char *path)
{
	size_t n = strlen(path);
	if (n == 0)
		return fail(ENOENT);
	char *start = strdup(path);
	if (!start)
		return -1;
	while (n > 1 && start[n - 1] == '/')
		start[--n] = 0;
	char *slash = strrchr(start, '/');
	int back = -2, r;
	if (slash && slash[1]) {
		char *dir = strndup(start, slash == start ? 1 : (size_t)(slash - start));
		back = dir ? step_in(j, dir) : -1;
		free(dir);
	}
	r = back == -1 ? -1 : visit(j, start, 0);
	step_out(back);
	free(start);
	while (j->seen) {
		struct seen *next = j->seen->next;
		free(j->seen);
		j->seen = next;
	}
	if ((j->flags & FTW_ACTIONRETVAL) && (r == FTW_SKIP_SUBTREE || r == FTW_SKIP_SIBLINGS))
		r = 0;
	return r;
}

int ftw(const char *path, int (*fn)(const char *, const struct stat *, int), int descriptors)
{
	job j = {.ftw_fn = fn};
	return walk(&j, path);
}

int nftw(const char *path, int (*fn)(const char *, const struct stat *, int, struct FTW *),
		 int descriptors, int flags)
{
	job j = {.nftw_fn = fn, .flags = flags};
	return walk(&j, path);
}

int ALIAS_AS(ftw, ftw64)(const char *, __ftw64_func_t, int);
int ALIAS_AS(nftw, nftw64)(const char *, __nftw64_func_t, int, int);
