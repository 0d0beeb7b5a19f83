/* dirent.c: reads directories.
 *
 * struct dirent, struct dirent64 and the kernel's record have the same layout on this ABI, so an
 * entry is returned in place. */
#include <dirent.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>
#include "sys.h"

/* DIR, which the header leaves open. */
struct __dirstream {
	int fd;      /* the open directory, owned */
	size_t at;   /* next record in buf */
	size_t fill; /* valid bytes in buf */
	off_t tell;  /* position of the next record, as the kernel counts */
	char buf[32768] __attribute__((aligned(16)));
};

static DIR *wrap(int fd)
{
	DIR *dir = malloc(sizeof *dir);
	if (!dir)
		return NULL;
	dir->fd = fd;
	dir->at = dir->fill = 0;
	dir->tell = 0;
	return dir;
}

DIR *fdopendir(int fd)
{
	struct stat st;
	int flags;

	if (fstat(fd, &st) < 0)
		return NULL;
	if (!S_ISDIR(st.st_mode)) {
		errno = ENOTDIR;
		return NULL;
	}
	flags = fcntl(fd, F_GETFL);
	if (flags < 0)
		return NULL;
	if ((flags & O_ACCMODE) == O_WRONLY) {
		errno = EINVAL;
		return NULL;
	}
	return wrap(fd);
}

static int open_inside(int at, const char *name)
{
	long flags = O_RDONLY | O_DIRECTORY | O_CLOEXEC | O_NONBLOCK;
	return (int)sys_result(__drift_syscall(SYS_openat, at, (long)name, flags, 0, DRIFT_INSIDE, 0));
}

DIR *opendir(const char *name)
{
	if (!name[0]) {
		errno = ENOENT;
		return NULL;
	}
	int fd = open_inside(AT_FDCWD, name);
	if (fd < 0)
		return NULL;
	DIR *dir = wrap(fd);
	if (!dir)
		close(fd);
	return dir;
}

int closedir(DIR *dir)
{
	int fd = dir->fd;
	free(dir);
	return close(fd);
}

int dirfd(DIR *dir)
{
	__drift_syscall(DRIFT_SYS_ASK, DRIFT_ASK_DESCRIPTORS, 0, 0, 0, 0, 0);
	return dir->fd;
}

struct dirent *readdir(DIR *dir)
{
	if (dir->at >= dir->fill) {
		int saved = errno;
		long n = SYS3(SYS_getdents64, dir->fd, dir->buf, sizeof dir->buf);
		/* A removed directory has no entries left. */
		if (n < 0 && errno == ENOENT)
			errno = saved;
		if (n <= 0)
			return NULL;
		dir->at = 0;
		dir->fill = (size_t)n;
	}
	struct dirent *entry = (struct dirent *)(dir->buf + dir->at);
	dir->at += entry->d_reclen;
	dir->tell = entry->d_off;
	return entry;
}

struct dirent64 *ALIAS_AS(readdir, readdir64)(DIR *);

int readdir_r(DIR *restrict dir, struct dirent *restrict entry, struct dirent **restrict result)
{
	int saved = errno;
	errno = 0;
	struct dirent *next = readdir(dir);
	int code = errno;
	errno = saved;
	*result = NULL;
	if (next) {
		memcpy(entry, next, next->d_reclen);
		*result = entry;
	}
	return next ? 0 : code;
}

int ALIAS_AS(readdir_r, readdir64_r)(DIR *restrict, struct dirent64 *restrict,
									 struct dirent64 **restrict);

void seekdir(DIR *dir, long position)
{
	lseek(dir->fd, position, SEEK_SET);
	dir->at = dir->fill = 0;
	dir->tell = position;
}

void rewinddir(DIR *dir)
{
	seekdir(dir, 0);
}

long telldir(DIR *dir)
{
	return dir->tell;
}

ssize_t getdents64(int fd, void *buf, size_t n)
{
	return SYS3(SYS_getdents64, fd, buf, n);
}

static void free_entries(struct dirent **list, size_t n)
{
	while (n > 0)
		free(list[--n]);
	free(list);
}

/* Reads all entries that keep (NULL: all) lets through; -1 and errno on failure. */
static long collect(DIR *dir, struct dirent ***result, int (*keep)(const struct dirent *))
{
	struct dirent **list = NULL;
	size_t n = 0, room = 0;
	struct dirent *entry;

	for (errno = 0; (entry = readdir(dir)); errno = 0) {
		if (keep && !keep(entry))
			continue;
		if (n == room) {
			room = room ? 2 * room : 16;
			struct dirent **bigger = realloc(list, room * sizeof *list);
			if (!bigger)
				break;
			list = bigger;
		}
		list[n] = malloc(entry->d_reclen);
		if (!list[n])
			break;
		memcpy(list[n++], entry, entry->d_reclen);
	}
	if (errno) {
		int code = errno;
		free_entries(list, n);
		return fail(code);
	}
	*result = list;
	return (long)n;
}

typedef int dirent_compare(const struct dirent **, const struct dirent **);

static int scan(DIR *dir, struct dirent ***result, int (*keep)(const struct dirent *),
				dirent_compare *order)
{
	struct dirent **list;
	int saved = errno;

	if (!dir)
		return -1;
	long n = collect(dir, &list, keep);
	int code = errno;
	closedir(dir);
	if (n < 0)
		return fail(code);
	errno = saved;
	if (order && n > 1)
		qsort(list, (size_t)n, sizeof *list, (int (*)(const void *, const void *))(void *)order);
	*result = list;
	return (int)n;
}

int scandir(const char *restrict name, struct dirent ***restrict result,
			int (*keep)(const struct dirent *), dirent_compare *order)
{
	return scan(opendir(name), result, keep, order);
}

int scandirat(int at, const char *restrict name, struct dirent ***restrict result,
			  int (*keep)(const struct dirent *), dirent_compare *order)
{
	int fd = open_inside(at, name);
	return fd < 0 ? -1 : scan(fdopendir(fd), result, keep, order);
}

int alphasort(const struct dirent **a, const struct dirent **b)
{
	return strcoll((*a)->d_name, (*b)->d_name);
}

int versionsort(const struct dirent **a, const struct dirent **b)
{
	return strverscmp((*a)->d_name, (*b)->d_name);
}

int ALIAS_AS(scandir, scandir64)(const char *restrict, struct dirent64 ***restrict,
								 int (*)(const struct dirent64 *),
								 int (*)(const struct dirent64 **, const struct dirent64 **));
int ALIAS_AS(scandirat, scandirat64)(int, const char *restrict, struct dirent64 ***restrict,
									 int (*)(const struct dirent64 *),
									 int (*)(const struct dirent64 **, const struct dirent64 **));
int ALIAS_AS(alphasort, alphasort64)(const struct dirent64 **, const struct dirent64 **);
int ALIAS_AS(versionsort, versionsort64)(const struct dirent64 **, const struct dirent64 **);
