/* discard.c: removes earlier tests in the background.
 *
 * Removing a hundred thousand files takes minutes on some disks. So a directory is first renamed,
 * in the same place. For a large one, rm removes the rest and continues after the command has
 * ended. If rm was interrupted, for example by a power failure, the next command finds the rest by
 * its name.
 */
#include "evidence/native/testdir.h"

#include <dirent.h>
#include <fcntl.h>
#include <spawn.h>
#include <stdio.h>
#include <sys/stat.h>
#include <unistd.h>

#define PREFIX ".tests.gone-"

extern char **environ;

enum { AT_ONCE = 50 }; /* number of files that this process removes itself */

/* Removes at most *left files; returns false if there are more, or if it fails. */
static bool remove_some(const char *path, u32 *left)
{
	struct stat st;
	if (lstat(path, &st) || !(*left)--)
		return false;
	if (!S_ISDIR(st.st_mode))
		return !unlink(path);
	DIR *dir = opendir(path);
	bool all = dir;
	for (struct dirent *e; all && *left && (e = readdir(dir));) {
		if (!strcmp(e->d_name, ".") || !strcmp(e->d_name, ".."))
			continue;
		char *child = xasprintf("%s/%s", path, e->d_name);
		all = remove_some(child, left);
		free(child);
	}
	if (dir)
		closedir(dir);
	return all && !rmdir(path);
}

/* Starts rm in its own session, so that no key of the terminal ends it. */
static bool leave_to_rm(const char *path)
{
	char *argv[] = {(char *)(uintptr_t) "rm", (char *)(uintptr_t) "-rf", (char *)(uintptr_t) "--",
					(char *)(uintptr_t)path, NULL};
	posix_spawn_file_actions_t actions;
	posix_spawnattr_t attr;
	pid_t pid;
	posix_spawn_file_actions_init(&actions);
	posix_spawnattr_init(&attr);
	posix_spawnattr_setflags(&attr, POSIX_SPAWN_SETSID);
	for (int fd = 0; fd <= 2; fd++)
		posix_spawn_file_actions_addopen(&actions, fd, "/dev/null", O_RDWR, 0);
	bool started = !posix_spawnp(&pid, argv[0], &actions, &attr, argv, environ);
	posix_spawnattr_destroy(&attr);
	posix_spawn_file_actions_destroy(&actions);
	return started;
}

static void discard_renamed(const char *path)
{
	u32 left = AT_ONCE;
	Err ignored;
	if (!remove_some(path, &left) && !leave_to_rm(path))
		tree_remove(path, &ignored);
}

bool tests_discard(const char *dir, const char *path, Err *err)
{
	static u32 number; /* counts the calls in this process */
	if (!file_exists(path))
		return true;
	char *gone = xasprintf("%s/" PREFIX "%ld-%u", dir, (long)getpid(), number++);
	bool renamed = !rename(path, gone);
	if (renamed)
		discard_renamed(gone);
	free(gone);
	return renamed || tree_remove(path, err);
}

void tests_discard_rest(const char *dir)
{
	DIR *d = opendir(dir);
	for (struct dirent *e; d && (e = readdir(d));) {
		if (strncmp(e->d_name, PREFIX, sizeof PREFIX - 1))
			continue;
		char *path = xasprintf("%s/%s", dir, e->d_name);
		discard_renamed(path);
		free(path);
	}
	if (d)
		closedir(d);
}
