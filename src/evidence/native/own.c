/* own.c: distinguishes drift's own results from directories of somebody else.
 *
 * Explorations and tests of two versions write to the same kind of directory, and each replaces the
 * results of the other. drift removes a directory only if a file in it says in its first lines that
 * drift made it.
 */
#include "evidence/native/testdir.h"

#include <dirent.h>

static bool begins(const char *dir, const char *name, const char *with)
{
	char *path = xasprintf("%s/%s", dir, name);
	Buf text = {0};
	Err ignored;
	bool does = file_read(path, &text, &ignored) && !strncmp(buf_str(&text), with, strlen(with));
	buf_free(&text);
	free(path);
	return does;
}

/* A process that was killed left it so. */
static bool is_empty(const char *dir)
{
	DIR *d = opendir(dir);
	bool empty = d;
	for (struct dirent *e; empty && (e = readdir(d));)
		empty = !strcmp(e->d_name, ".") || !strcmp(e->d_name, "..");
	if (d)
		closedir(d);
	return empty;
}

bool tests_own(const char *tests)
{
	return begins(tests, "run.sh", RUN_MARK) || begins(tests, "README", "Made by drift test. ");
}

/* True if the directory contains only the builds of two versions. */
static bool holds_versions(const char *dir)
{
	DIR *d = opendir(dir);
	bool own = d;
	for (struct dirent *e; own && (e = readdir(d));) {
		if (!strcmp(e->d_name, ".") || !strcmp(e->d_name, ".."))
			continue;
		char *one = xasprintf("%s/%s", dir, e->d_name);
		own = (!strcmp(e->d_name, "old") || !strcmp(e->d_name, "new")) &&
			  (begins(one, "build.sh", BUILD_MARK) || is_empty(one));
		free(one);
	}
	if (d)
		closedir(d);
	return own;
}

bool native_own(const char *dir)
{
	return begins(dir, "build.sh", BUILD_MARK) || holds_versions(dir);
}
