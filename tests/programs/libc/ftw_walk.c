/* ftw_walk.c: ftw, nftw and fts over one tree; entries are sorted where the order is the system's.
 */
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <fts.h>
#include <ftw.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static char *lines[200];
static size_t n_lines;

static void keep(const char *fmt, ...)
{
	va_list ap;
	va_start(ap, fmt);
	if (n_lines < 200 && vasprintf(&lines[n_lines], fmt, ap) >= 0)
		n_lines++;
	va_end(ap);
}

static int compare(const void *a, const void *b)
{
	return strcmp(*(char *const *)a, *(char *const *)b);
}

static void flush_lines(const char *title, int r)
{
	qsort(lines, n_lines, sizeof *lines, compare);
	printf("%s: %d\n", title, r);
	for (size_t i = 0; i < n_lines; i++) {
		printf("  %s\n", lines[i]);
		free(lines[i]);
	}
	n_lines = 0;
}

static int on_ftw(const char *path, const struct stat *st, int kind)
{
	keep("%s %d %o", path, kind, kind == FTW_NS ? 0 : st->st_mode & S_IFMT);
	return 0;
}

static int here; /* report whether the base name can be reached from the current directory */

static int on_nftw(const char *path, const struct stat *st, int kind, struct FTW *w)
{
	struct stat other;
	keep("%s %d base %s level %d %d", path, kind, path + w->base, w->level,
		 here ? lstat(path + w->base, &other) == 0 && other.st_ino == st->st_ino : 0);
	return strstr(path, "stop") ? 42 : 0;
}

static int skipping(const char *path, const struct stat *st, int kind, struct FTW *w)
{
	keep("%s %d", path, kind);
	return strcmp(path, "tree/b") == 0 ? FTW_SKIP_SUBTREE : FTW_CONTINUE;
}

static int by_name(const FTSENT **a, const FTSENT **b)
{
	return strcmp((*a)->fts_name, (*b)->fts_name);
}

static void walk_fts(const char *title, char *const *paths, int options)
{
	FTS *fts = fts_open(paths, options, by_name);
	FTSENT *e;

	printf("%s\n", title);
	if (!fts) {
		printf("  %s\n", strerror(errno));
		return;
	}
	while ((e = fts_read(fts))) {
		printf("  %s name %s info %d level %d len %d %d errno %d size %ld\n", e->fts_path,
			   e->fts_name, e->fts_info, e->fts_level, e->fts_pathlen, e->fts_namelen, e->fts_errno,
			   e->fts_info == FTS_F ? (long)e->fts_statp->st_size : 0);
		if (strcmp(e->fts_name, "b") == 0 && e->fts_info == FTS_D && (options & FTS_NOSTAT))
			fts_set(fts, e, FTS_SKIP);
		if (strcmp(e->fts_name, "link") == 0 && e->fts_info == FTS_SL)
			fts_set(fts, e, FTS_FOLLOW);
		if (strcmp(e->fts_name, "a") == 0 && e->fts_info == FTS_D)
			for (FTSENT *c = fts_children(fts, 0); c; c = c->fts_link)
				printf("    child %s %d\n", c->fts_name, c->fts_info);
	}
	printf("  end %d, close %d\n", errno, fts_close(fts));
}

int main(void)
{
	static const char *const files[] = {"tree/f", "tree/a/x", "tree/a/y", "tree/b/c/deep"};

	mkdir("work", 0755);
	chdir("work");
	mkdir("tree", 0755);
	mkdir("tree/a", 0755);
	mkdir("tree/b", 0755);
	mkdir("tree/b/c", 0755);
	for (int i = 0; i < 4; i++)
		close(creat(files[i], 0600));
	truncate("tree/f", 7);
	symlink("f", "tree/link");
	symlink("nowhere", "tree/broken");
	flush_lines("ftw", ftw("tree", on_ftw, 5));
	flush_lines("ftw file", ftw("tree/f", on_ftw, 5));
	flush_lines("ftw none", ftw("none", on_ftw, 5));
	flush_lines("nftw", nftw("tree", on_nftw, 5, 0));
	flush_lines("nftw phys", nftw("tree/", on_nftw, 5, FTW_PHYS));
	flush_lines("nftw depth", nftw("./tree", on_nftw, 5, FTW_PHYS | FTW_DEPTH));
	here = 1;
	flush_lines("nftw chdir", nftw("tree/b", on_nftw, 5, FTW_PHYS | FTW_CHDIR));
	here = 0;
	close(creat("tree/b/stop", 0600));
	int r = nftw("tree/b/stop", on_nftw, 5, FTW_MOUNT);
	flush_lines("nftw stop", r);
	unlink("tree/b/stop");
	flush_lines("nftw skip", nftw("tree", skipping, 5, FTW_PHYS | FTW_ACTIONRETVAL));
	char *one[] = {"tree", NULL}, *two[] = {"tree/b/", "tree/f", "none", NULL},
		 *empty[] = {"", NULL};
	walk_fts("physical", one, FTS_PHYSICAL | FTS_NOCHDIR);
	walk_fts("logical", one, FTS_LOGICAL | FTS_NOCHDIR);
	walk_fts("several", two, FTS_PHYSICAL | FTS_NOCHDIR);
	walk_fts("comfollow", (char *[]){"tree/link", NULL},
			 FTS_PHYSICAL | FTS_COMFOLLOW | FTS_NOCHDIR);
	walk_fts("seedot", one, FTS_PHYSICAL | FTS_SEEDOT | FTS_NOCHDIR);
	walk_fts("empty", empty, FTS_PHYSICAL | FTS_NOCHDIR);
	walk_fts("neither", one, FTS_NOCHDIR);
	for (int i = 0; i < 4; i++)
		unlink(files[i]);
	unlink("tree/link");
	unlink("tree/broken");
	rmdir("tree/b/c");
	rmdir("tree/b");
	rmdir("tree/a");
	rmdir("tree");
	chdir("..");
	rmdir("work");
	return 0;
}
