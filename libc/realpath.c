/* realpath.c: the canonical absolute name of a file, without links, dots and double slashes. */
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>
#include <linux/limits.h>
#include "sys.h"

#define MAX_LINKS 40

/* A walk along a path: done is resolved, rest is still to do. */
struct walk {
	char done[PATH_MAX]; /* absolute, no trailing slash except for "/" itself */
	char rest[PATH_MAX]; /* what follows */
	size_t len;          /* of done */
	int links;           /* followed so far */
};

/* Removes the last component of the resolved part. */
static void step_up(struct walk *w)
{
	while (w->len > 1 && w->done[w->len - 1] != '/')
		w->len--;
	if (w->len > 1)
		w->len--;
	w->done[w->len] = 0;
}

static int append(struct walk *w, const char *name, size_t n)
{
	if (w->done[w->len - 1] != '/') {
		if (w->len + 1 >= PATH_MAX)
			return fail(ENAMETOOLONG);
		w->done[w->len++] = '/';
	}
	if (w->len + n >= PATH_MAX)
		return fail(ENAMETOOLONG);
	memcpy(w->done + w->len, name, n);
	w->len += n;
	w->done[w->len] = 0;
	return 0;
}

/* The last component of done is a link to target: put target before the rest. */
static int follow(struct walk *w, const char *target, size_t n, const char *after)
{
	char joined[PATH_MAX];
	size_t m = strlen(after);

	if (++w->links > MAX_LINKS)
		return fail(ELOOP);
	if (n == 0)
		return fail(ENOENT);
	if (n + m >= PATH_MAX)
		return fail(ENAMETOOLONG);
	memcpy(joined, target, n);
	memcpy(joined + n, after, m + 1);
	memcpy(w->rest, joined, n + m + 1);
	if (target[0] == '/')
		w->done[w->len = 1] = 0;
	else
		step_up(w);
	return 0;
}

/* One component: name[0..n), followed by after. Sets *link when the rest was replaced. */
static int enter(struct walk *w, const char *name, size_t n, const char *after, int *link)
{
	char target[PATH_MAX];
	struct stat st;

	*link = 0;
	if (n == 1 && name[0] == '.')
		return 0;
	if (n == 2 && name[0] == '.' && name[1] == '.') {
		step_up(w);
		return 0;
	}
	if (append(w, name, n) < 0)
		return -1;
	if (lstat(w->done, &st) < 0)
		return -1;
	if (S_ISLNK(st.st_mode)) {
		ssize_t k = readlink(w->done, target, sizeof target - 1);
		if (k < 0)
			return -1;
		*link = 1;
		return follow(w, target, (size_t)k, after);
	}
	if (*after && !S_ISDIR(st.st_mode))
		return fail(ENOTDIR);
	return 0;
}

static int walk_path(struct walk *w)
{
	const char *p = w->rest;
	for (;;) {
		while (*p == '/')
			p++;
		if (!*p)
			return 0;
		size_t n = strcspn(p, "/");
		int link;
		if (enter(w, p, n, p + n, &link) < 0)
			return -1;
		p = link ? w->rest : p + n;
	}
}

char *realpath(const char *restrict path, char *restrict resolved)
{
	struct walk w = {.links = 0};
	/* The header declares path as not NULL, but glibc returns EINVAL for NULL. */
	const char *volatile given = path;

	if (!given || !path[0] || strlen(path) >= PATH_MAX) {
		errno = !given ? EINVAL : path[0] ? ENAMETOOLONG : ENOENT;
		return NULL;
	}
	strcpy(w.rest, path);
	if (path[0] == '/')
		strcpy(w.done, "/");
	else if (!getcwd(w.done, sizeof w.done))
		return NULL;
	w.len = strlen(w.done);
	int r = walk_path(&w);
	if (r < 0) {
		/* On an error, the buffer has the path up to the failing component. */
		if (resolved)
			strcpy(resolved, w.done);
		return NULL;
	}
	return resolved ? strcpy(resolved, w.done) : strdup(w.done);
}

char *__realpath_chk(const char *path, char *resolved, size_t room)
{
	check_room(PATH_MAX, room);
	return realpath(path, resolved);
}

char *canonicalize_file_name(const char *path)
{
	return realpath(path, NULL);
}
