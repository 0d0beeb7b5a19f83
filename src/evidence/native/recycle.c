/* recycle.c: reuses the directories of an earlier exploration's tests.
 *
 * After thousands of files were removed, some file systems (for example ext4) take milliseconds to
 * create a new one. So earlier tests are moved aside, moved back one by one under the same number,
 * and overwritten. The rest is removed at the end.
 */
#include "evidence/native/testdir.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <unistd.h>

bool recycle_begin(TestRoot *to, const char *tests, Err *err)
{
	to->old = xasprintf("%s/.tests.old", to->dir);
	tests_discard_rest(to->dir);
	if (!tests_discard(to->dir, to->old, err)) /* left by a run that was killed */
		return false;
	if (rename(tests, to->old) && errno != ENOENT)
		return err_set(err, "%s: %s", tests, strerror(errno));
	to->old_fd = open(to->old, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
	return true;
}

/* True for files that every test overwrites. */
static bool stays(const char *name)
{
	static const char *const names[] = {".", "..", "cmd", "status", "out", "err"};
	for (size_t i = 0; i < countof(names); i++)
		if (!strcmp(name, names[i]))
			return true;
	return false;
}

bool recycle_take(const TestRoot *to, const char *test)
{
	if (to->old_fd < 0 || renameat(to->old_fd, test, to->fd, test))
		return false;
	char *path = xasprintf("%s/tests/%s", to->dir, test);
	DIR *dir = opendir(path);
	bool clean = dir != NULL;
	for (struct dirent *e; clean && (e = readdir(dir));) {
		char *child = stays(e->d_name) ? NULL : xasprintf("%s/%s", path, e->d_name);
		Err ignored;
		clean = !child || tree_remove(child, &ignored);
		free(child);
	}
	if (dir)
		closedir(dir);
	free(path);
	return clean;
}

void recycle_end(TestRoot *to)
{
	Err ignored;
	if (to->old_fd >= 0)
		close(to->old_fd);
	if (to->old)
		tests_discard(to->dir, to->old, &ignored);
	free(to->old);
}
