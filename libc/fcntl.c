/* fcntl.c: opens files; descriptor flags, locks and advice. */
#include <fcntl.h>
#include <stdarg.h>
#include <sys/file.h>
#include <sys/ioctl.h>
#include <termios.h>
#include <unistd.h>
#include "sys.h"

/* The flags decide whether there is a mode; a missing argument must not be read. */
static int needs_mode(int flags)
{
	return (flags & O_CREAT) || (flags & O_TMPFILE) == O_TMPFILE;
}

int openat(int dir, const char *path, int flags, ...)
{
	mode_t mode = 0;
	if (needs_mode(flags)) {
		va_list ap;
		va_start(ap, flags);
		mode = va_arg(ap, mode_t);
		va_end(ap);
	}
	return (int)SYS4(SYS_openat, dir, path, flags, mode);
}

int open(const char *path, int flags, ...)
{
	mode_t mode = 0;
	if (needs_mode(flags)) {
		va_list ap;
		va_start(ap, flags);
		mode = va_arg(ap, mode_t);
		va_end(ap);
	}
	return (int)SYS4(SYS_openat, AT_FDCWD, path, flags, mode);
}

ALIAS(open, open64);
ALIAS(open, __open);
ALIAS(open, __open64);
ALIAS(openat, openat64);

int creat(const char *path, mode_t mode)
{
	return open(path, O_WRONLY | O_CREAT | O_TRUNC, mode);
}

ALIAS(creat, creat64);

int __open_2(const char *path, int flags)
{
	if (needs_mode(flags))
		__drift_fatal("*** invalid open call: O_CREAT or O_TMPFILE without mode ***: terminated\n");
	return open(path, flags);
}

int __openat_2(int dir, const char *path, int flags)
{
	if (needs_mode(flags))
		__drift_fatal(
			"*** invalid openat call: O_CREAT or O_TMPFILE without mode ***: terminated\n");
	return openat(dir, path, flags);
}

ALIAS(__open_2, __open64_2);
ALIAS(__openat_2, __openat64_2);

/* The kind of a command's third argument. Reading an argument that was not passed, or a long
 * instead of an int, would be our error, reported as the subject's. */
static long fcntl_argument(int command, va_list ap)
{
	switch (command) {
	case F_DUPFD:
	case F_DUPFD_CLOEXEC:
	case F_SETFD:
	case F_SETFL:
	case F_SETOWN:
	case F_SETSIG:
	case F_SETLEASE:
	case F_NOTIFY:
	case F_SETPIPE_SZ:
	case F_ADD_SEALS: return va_arg(ap, int);
	case F_GETLK:
	case F_SETLK:
	case F_SETLKW:
	case F_OFD_GETLK:
	case F_OFD_SETLK:
	case F_OFD_SETLKW:
	case F_SETOWN_EX:
	case F_GETOWN_EX:
	case F_GET_RW_HINT:
	case F_SET_RW_HINT:
	case F_GET_FILE_RW_HINT:
	case F_SET_FILE_RW_HINT: return (long)va_arg(ap, void *);
	default: return 0;
	}
}

int fcntl(int fd, int command, ...)
{
	va_list ap;
	va_start(ap, command);
	long arg = fcntl_argument(command, ap);
	va_end(ap);
	return (int)SYS3(SYS_fcntl, fd, command, arg);
}

ALIAS(fcntl, fcntl64);
ALIAS(fcntl, __fcntl);

static long ioctl_argument(unsigned long request, va_list ap)
{
	switch (request) {
	case FIOCLEX:
	case FIONCLEX:
	case TIOCNOTTY:
	case TIOCEXCL:
	case TIOCNXCL:
	case TIOCCONS:
	case TIOCSBRK:
	case TIOCCBRK: return 0;
	case TCSBRK:
	case TCSBRKP:
	case TCXONC:
	case TCFLSH:
	case TIOCSCTTY: return va_arg(ap, int);
	default: return (long)va_arg(ap, void *);
	}
}

int ioctl(int fd, unsigned long request, ...)
{
	va_list ap;
	va_start(ap, request);
	long arg = ioctl_argument(request, ap);
	va_end(ap);
	return (int)SYS3(SYS_ioctl, fd, request, arg);
}

int flock(int fd, int operation)
{
	return (int)SYS2(SYS_flock, fd, operation);
}

int lockf(int fd, int command, off_t length)
{
	struct flock lock = {.l_type = F_WRLCK, .l_whence = SEEK_CUR, .l_len = length};

	switch (command) {
	case F_TEST:
		lock.l_type = F_RDLCK;
		if (fcntl(fd, F_GETLK, &lock) < 0)
			return -1;
		if (lock.l_type == F_UNLCK || lock.l_pid == getpid())
			return 0;
		return fail(EACCES);
	case F_ULOCK: lock.l_type = F_UNLCK; return fcntl(fd, F_SETLK, &lock);
	case F_LOCK: return fcntl(fd, F_SETLKW, &lock);
	case F_TLOCK: return fcntl(fd, F_SETLK, &lock);
	default: return fail(EINVAL);
	}
}

ALIAS(lockf, lockf64);

/* These two return the error instead of setting errno. */
int posix_fadvise(int fd, off_t from, off_t length, int advice)
{
	return (int)-__drift_syscall(SYS_fadvise64, fd, from, length, advice, 0, 0);
}

int posix_fallocate(int fd, off_t from, off_t length)
{
	return (int)-__drift_syscall(SYS_fallocate, fd, 0, from, length, 0, 0);
}

ALIAS(posix_fadvise, posix_fadvise64);
ALIAS(posix_fallocate, posix_fallocate64);

int fallocate(int fd, int mode, off_t from, off_t length)
{
	return (int)SYS4(SYS_fallocate, fd, mode, from, length);
}

ALIAS(fallocate, fallocate64);

ssize_t readahead(int fd, off_t from, size_t n)
{
	return SYS3(SYS_readahead, fd, from, n);
}

int sync_file_range(int fd, off_t from, off_t length, unsigned flags)
{
	return (int)SYS4(SYS_sync_file_range, fd, from, length, flags);
}

ssize_t splice(int in, off_t *in_at, int out, off_t *out_at, size_t n, unsigned flags)
{
	return SYS6(SYS_splice, in, in_at, out, out_at, n, flags);
}

ssize_t tee(int in, int out, size_t n, unsigned flags)
{
	return SYS4(SYS_tee, in, out, n, flags);
}

ssize_t vmsplice(int fd, const struct iovec *list, size_t count, unsigned flags)
{
	return SYS4(SYS_vmsplice, fd, list, count, flags);
}
