/* utime.c: sets the times of files, all through utimensat. */
#include <fcntl.h>
#include <sys/stat.h>
#include <sys/time.h>
#include <utime.h>
#include "sys.h"

int utimensat(int dir, const char *path, const struct timespec times[2], int flags)
{
	return (int)SYS4(SYS_utimensat, dir, path, times, flags);
}

int futimens(int fd, const struct timespec times[2])
{
	return (int)SYS4(SYS_utimensat, fd, NULL, times, 0);
}

/* Converts microseconds to nanoseconds; the result is NULL (now) for NULL, and an error for invalid
 * times. */
static int convert(const struct timeval from[2], struct timespec to[2],
				   const struct timespec **result)
{
	*result = NULL;
	if (!from)
		return 0;
	for (int i = 0; i < 2; i++) {
		if (from[i].tv_usec < 0 || from[i].tv_usec >= 1000000)
			return fail(EINVAL);
		to[i].tv_sec = from[i].tv_sec;
		to[i].tv_nsec = from[i].tv_usec * 1000;
	}
	*result = to;
	return 0;
}

int utimes(const char *path, const struct timeval times[2])
{
	struct timespec ts[2];
	const struct timespec *p;
	return convert(times, ts, &p) < 0 ? -1 : utimensat(AT_FDCWD, path, p, 0);
}

int lutimes(const char *path, const struct timeval times[2])
{
	struct timespec ts[2];
	const struct timespec *p;
	return convert(times, ts, &p) < 0 ? -1 : utimensat(AT_FDCWD, path, p, AT_SYMLINK_NOFOLLOW);
}

int futimes(int fd, const struct timeval times[2])
{
	struct timespec ts[2];
	const struct timespec *p;
	return convert(times, ts, &p) < 0 ? -1 : futimens(fd, p);
}

int futimesat(int dir, const char *path, const struct timeval times[2])
{
	struct timespec ts[2];
	const struct timespec *p;
	if (convert(times, ts, &p) < 0)
		return -1;
	return (int)SYS4(SYS_utimensat, dir, path, p, 0);
}

int utime(const char *path, const struct utimbuf *times)
{
	struct timespec ts[2];

	if (!times)
		return utimensat(AT_FDCWD, path, NULL, 0);
	ts[0] = (struct timespec){.tv_sec = times->actime};
	ts[1] = (struct timespec){.tv_sec = times->modtime};
	return utimensat(AT_FDCWD, path, ts, 0);
}
