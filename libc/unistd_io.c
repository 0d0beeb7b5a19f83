/* unistd_io.c: reads, writes and seeks in open files. */
#include <unistd.h>
#include <sys/uio.h>
#include <sys/sendfile.h>
#include "sys.h"

ssize_t read(int fd, void *buf, size_t n)
{
	return __drift_read(fd, buf, n, 0);
}

ssize_t write(int fd, const void *buf, size_t n)
{
	return SYS3(SYS_write, fd, buf, n);
}

ALIAS(read, __read);
ALIAS(write, __write);

ssize_t __read_chk(int fd, void *buf, size_t n, size_t room)
{
	check_room(n, room);
	return read(fd, buf, n);
}

ssize_t pread(int fd, void *buf, size_t n, off_t at)
{
	return SYS4(SYS_pread64, fd, buf, n, at);
}

ssize_t pwrite(int fd, const void *buf, size_t n, off_t at)
{
	return SYS4(SYS_pwrite64, fd, buf, n, at);
}

ALIAS(pread, pread64);
ALIAS(pwrite, pwrite64);

ssize_t __pread_chk(int fd, void *buf, size_t n, off_t at, size_t room)
{
	check_room(n, room);
	return pread(fd, buf, n, at);
}

ALIAS(__pread_chk, __pread64_chk);

ssize_t readv(int fd, const struct iovec *list, int count)
{
	return SYS3(SYS_readv, fd, list, count);
}

ssize_t writev(int fd, const struct iovec *list, int count)
{
	return SYS3(SYS_writev, fd, list, count);
}

/* The kernel wants the offset in two halves; on 64 bit the upper one is ignored. */
ssize_t preadv(int fd, const struct iovec *list, int count, off_t at)
{
	return SYS5(SYS_preadv, fd, list, count, at, 0);
}

ssize_t pwritev(int fd, const struct iovec *list, int count, off_t at)
{
	return SYS5(SYS_pwritev, fd, list, count, at, 0);
}

ALIAS(preadv, preadv64);
ALIAS(pwritev, pwritev64);

ssize_t preadv2(int fd, const struct iovec *list, int count, off_t at, int flags)
{
	if (flags)
		return fail(EOPNOTSUPP);
	return at == -1 ? readv(fd, list, count) : preadv(fd, list, count, at);
}

ssize_t pwritev2(int fd, const struct iovec *list, int count, off_t at, int flags)
{
	if (flags)
		return fail(EOPNOTSUPP);
	return at == -1 ? writev(fd, list, count) : pwritev(fd, list, count, at);
}

ALIAS(preadv2, preadv64v2);
ALIAS(pwritev2, pwritev64v2);

off_t lseek(int fd, off_t offset, int whence)
{
	return SYS3(SYS_lseek, fd, offset, whence);
}

ALIAS(lseek, lseek64);
ALIAS(lseek, __lseek64);

int close(int fd)
{
	return (int)SYS1(SYS_close, fd);
}

ALIAS(close, __close);

int close_range(unsigned from, unsigned to, int flags)
{
	return (int)SYS3(SYS_close_range, from, to, flags);
}

void closefrom(int from)
{
	close_range((unsigned)(from < 0 ? 0 : from), ~0u, 0);
}

int dup(int fd)
{
	return (int)SYS1(SYS_dup, fd);
}

int dup2(int fd, int to)
{
	return (int)SYS2(SYS_dup2, fd, to);
}

ALIAS(dup2, __dup2);

int dup3(int fd, int to, int flags)
{
	return (int)SYS3(SYS_dup3, fd, to, flags);
}

int pipe2(int ends[2], int flags)
{
	return (int)SYS2(SYS_pipe2, ends, flags);
}

int pipe(int ends[2])
{
	return pipe2(ends, 0);
}

ALIAS(pipe, __pipe);

int fsync(int fd)
{
	return (int)SYS1(SYS_fsync, fd);
}

int fdatasync(int fd)
{
	return (int)SYS1(SYS_fdatasync, fd);
}

void sync(void)
{
	SYS0(SYS_sync);
}

int syncfs(int fd)
{
	return (int)SYS1(SYS_syncfs, fd);
}

int ftruncate(int fd, off_t size)
{
	return (int)SYS2(SYS_ftruncate, fd, size);
}

int truncate(const char *path, off_t size)
{
	return (int)SYS2(SYS_truncate, path, size);
}

ALIAS(ftruncate, ftruncate64);
ALIAS(truncate, truncate64);

ssize_t sendfile(int out, int in, off_t *at, size_t n)
{
	return SYS4(SYS_sendfile, out, in, at, n);
}

ALIAS(sendfile, sendfile64);

ssize_t copy_file_range(int in, off_t *in_at, int out, off_t *out_at, size_t n, unsigned flags)
{
	return SYS6(SYS_copy_file_range, in, in_at, out, out_at, n, flags);
}
