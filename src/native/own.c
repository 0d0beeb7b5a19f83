/* own.c: how drift knows its own results from directories of somebody else.
 *
 * Explorations and tests of two versions write to the same kind of directory, and each replaces
 * what the other left. What does not say in its first line that drift made it is never removed.
 */
#include "native/testdir.h"

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

bool tests_own(const char *tests)
{
	return begins(tests, "run.sh", RUN_MARK) || begins(tests, "README", "Made by drift test. ");
}

/* Of two versions: nothing but their builds. */
static bool holds_versions(const char *dir)
{
	DIR *d = opendir(dir);
	bool own = d;
	for (struct dirent *e; own && (e = readdir(d));) {
		if (!strcmp(e->d_name, ".") || !strcmp(e->d_name, ".."))
			continue;
		char *one = xasprintf("%s/%s", dir, e->d_name);
		own = (!strcmp(e->d_name, "old") || !strcmp(e->d_name, "new")) &&
			  begins(one, "build.sh", BUILD_MARK);
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
