/* listener_path.c: reads and opens the names in a call of a confined process, from its parent. */
#include "evidence/sandbox/listener.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <unistd.h>

int listener_fd(pid_t pid, int fd)
{
	char path[64];
	if (fd == AT_FDCWD)
		snprintf(path, sizeof path, "/proc/%d/cwd", (int)pid);
	else
		snprintf(path, sizeof path, "/proc/%d/fd/%d", (int)pid, fd);
	int got = open(path, O_PATH | O_CLOEXEC);
	return got >= 0 ? got : -EBADF;
}

bool listener_read(pid_t pid, u64 address, void *to, size_t n)
{
	char name[64];
	snprintf(name, sizeof name, "/proc/%d/mem", (int)pid);
	int mem = open(name, O_RDONLY | O_CLOEXEC);
	bool good = mem >= 0 && pread(mem, to, n, (off_t)address) == (ssize_t)n;
	if (mem >= 0)
		close(mem);
	return good;
}

bool listener_read_path(pid_t pid, u64 address, char *to, size_t room)
{
	char name[64];
	snprintf(name, sizeof name, "/proc/%d/mem", (int)pid);
	int mem = open(name, O_RDONLY | O_CLOEXEC);
	ssize_t n = mem >= 0 ? pread(mem, to, room - 1, (off_t)address) : -1;
	/* The memory after the path may not be mapped. */
	for (size_t k = 0; mem >= 0 && n < 0 && k < room - 1; k++) {
		if (pread(mem, to + k, 1, (off_t)(address + k)) != 1)
			break;
		if (!to[k])
			n = (ssize_t)k + 1;
	}
	if (mem >= 0)
		close(mem);
	if (n <= 0)
		return false;
	to[n] = 0;
	return strlen(to) < room - 1;
}

bool listener_lies_in(int fd, const char *dir)
{
	char link[64], path[PATH_MAX];
	size_t len = strlen(dir);
	snprintf(link, sizeof link, "/proc/self/fd/%d", fd);
	ssize_t n = readlink(link, path, sizeof path - 1);
	if (n < 0)
		return false;
	path[n] = 0;
	return !strncmp(path, dir, len) && (path[len] == '/' || !path[len]);
}

int listener_open(pid_t pid, int base, const char *path, int flags)
{
	int from = *path == '/' ? AT_FDCWD : listener_fd(pid, base);
	if (from < 0 && from != AT_FDCWD)
		return from;
	int fd = openat(from, path, O_PATH | O_CLOEXEC | flags), error = errno;
	if (from >= 0)
		close(from);
	return fd >= 0 ? fd : -error;
}
