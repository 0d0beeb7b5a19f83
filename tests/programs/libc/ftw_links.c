/* ftw_links.c: a walk that follows links enters each directory but once. */
#include <fcntl.h>
#include <ftw.h>
#include <stdio.h>
#include <sys/stat.h>
#include <unistd.h>

static int show(const char *path, const struct stat *st, int kind, struct FTW *where)
{
	printf("%s kind %d base %d level %d mode %o\n", path, kind, where->base, where->level,
		   (unsigned)(st->st_mode & S_IFMT));
	return 0;
}

static int show_old(const char *path, const struct stat *st, int kind)
{
	printf("%s kind %d\n", path, kind);
	return 0;
}

int main(void)
{
	mkdir("d", 0755);
	mkdir("d/a", 0755);
	mkdir("d/a/b", 0755);
	mkdir("e", 0755);
	mkdir("e/x", 0755);
	symlink("../../../e", "d/a/b/l");
	symlink("../../e", "e/x/back");
	printf("= %d\n", nftw("d", show, 5, 0));
	printf("= %d\n", nftw("d", show, 5, FTW_DEPTH));
	printf("= %d\n", nftw("d", show, 5, FTW_PHYS));
	unlink("e/x/back");
	symlink("nowhere", "e/x/dangling");
	printf("= %d\n", nftw("d", show, 5, 0));
	printf("= %d\n", ftw("d/a/b/l", show_old, 5));
	printf("= %d\n", nftw("d/a/b/l", show, 5, FTW_PHYS));
	/* The same place by two names at the end of the walk: one of them. */
	unlink("e/x/dangling");
	symlink("../../d/a", "e/x/again");
	printf("= %d\n", nftw("d", show, 5, FTW_DEPTH));
	return 0;
}
