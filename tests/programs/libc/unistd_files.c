/* unistd_files.c: making, reading, renaming and removing files, with every result and error. */
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <sys/uio.h>
#include <unistd.h>

#define SHOW(call)                                                              \
	do {                                                                        \
		errno = 0;                                                              \
		long result = (long)(call);                                             \
		printf("%s = %ld%s%s\n", #call, result, errno &&result < 0 ? ": " : "", \
			   errno && result < 0 ? strerror(errno) : "");                     \
	} while (0)

static void reading(void)
{
	char buf[64], other[8];
	int fd = open("file", O_RDWR | O_CREAT | O_TRUNC, 0640);

	SHOW(write(fd, "hello, world\n", 13));
	SHOW(lseek(fd, 0, SEEK_CUR));
	SHOW(lseek(fd, -5, SEEK_END));
	memset(buf, 0, sizeof buf);
	SHOW(read(fd, buf, 3));
	puts(buf);
	SHOW(pread(fd, buf, 5, 7));
	printf("%.5s\n", buf);
	SHOW(pwrite(fd, "HELLO", 5, 0));
	SHOW(lseek(fd, 0, SEEK_SET));
	struct iovec in[2] = {{buf, 6}, {other, 7}};
	SHOW(readv(fd, in, 2));
	printf("%.6s|%.7s", buf, other);
	struct iovec out[2] = {{"ab", 2}, {"cde", 3}};
	SHOW(writev(fd, out, 2));
	SHOW(preadv(fd, in, 2, 13));
	SHOW(pwritev(fd, out, 1, 30));
	SHOW(lseek(fd, 0, SEEK_END));
	SHOW(ftruncate(fd, 4));
	SHOW(lseek(fd, -5, SEEK_CUR));
	SHOW(lseek(fd, 0, 99));
	SHOW(fsync(fd));
	SHOW(fdatasync(fd));
	SHOW(posix_fallocate(fd, 0, 10));
	SHOW(posix_fadvise(fd, 0, 0, POSIX_FADV_SEQUENTIAL));
	SHOW(flock(fd, LOCK_EX));
	SHOW(flock(fd, LOCK_UN));
	SHOW(lockf(fd, F_TLOCK, 0));
	SHOW(lockf(fd, F_TEST, 0));
	SHOW(lockf(fd, F_ULOCK, 0));
	SHOW(close(fd));
	SHOW(close(fd));
	SHOW(read(fd, buf, 1));
	SHOW(write(-1, buf, 1));
}

static void names(void)
{
	char buf[64] = "";

	SHOW(access("file", F_OK));
	SHOW(access("file", R_OK | W_OK));
	SHOW(access("none", F_OK));
	SHOW(euidaccess("file", R_OK));
	SHOW(faccessat(AT_FDCWD, "file", R_OK, AT_EACCESS));
	SHOW(link("file", "second"));
	SHOW(link("file", "second"));
	SHOW(link("none", "third"));
	SHOW(symlink("file", "soft"));
	SHOW(symlink("file", "soft"));
	SHOW(readlink("soft", buf, sizeof buf));
	puts(buf);
	SHOW(readlink("soft", buf, 2));
	SHOW(readlink("file", buf, sizeof buf));
	SHOW(rename("second", "renamed"));
	SHOW(rename("none", "x"));
	SHOW(renameat2(AT_FDCWD, "renamed", AT_FDCWD, "file", RENAME_NOREPLACE));
	SHOW(mkdir("dir", 0755));
	SHOW(mkdir("dir", 0755));
	SHOW(mkdir("none/dir", 0755));
	SHOW(open("dir", O_WRONLY));
	SHOW(open("none", O_RDONLY));
	SHOW(open("file", O_RDONLY | O_CREAT | O_EXCL, 0600));
	SHOW(open("file", O_RDONLY | O_DIRECTORY));
	SHOW(open("soft", O_RDONLY | O_NOFOLLOW));
	SHOW(close(creat("dir/inner", 0600)));
	SHOW(rmdir("dir"));
	SHOW(unlink("dir"));
	SHOW(remove("dir/inner"));
	SHOW(rmdir("file"));
	SHOW(remove("dir"));
	SHOW(remove("none"));
	SHOW(truncate("file", 3));
	SHOW(truncate("none", 3));
	SHOW(mkfifo("pipe", 0600));
	SHOW(mkfifo("pipe", 0600));
	SHOW(unlinkat(AT_FDCWD, "pipe", 0));
	SHOW(unlink("renamed"));
	SHOW(unlink("soft"));
	SHOW(unlink("file"));
	SHOW(unlink(""));
}

static void directories(void)
{
	char buf[4096], small[2];
	char *start = getcwd(NULL, 0), *here;

	SHOW(mkdir("deep", 0700));
	SHOW(chdir("deep"));
	here = getcwd(buf, sizeof buf);
	printf("%s\n", here + strlen(start));
	errno = 0;
	printf("%d", getcwd(small, sizeof small) == NULL);
	printf(" %s\n", strerror(errno));
	errno = 0;
	printf("%d %s\n", getcwd(buf, 0) == NULL, strerror(errno));
	here = get_current_dir_name();
	printf("%s\n", here + strlen(start));
	free(here);
	int up = open("..", O_RDONLY | O_DIRECTORY);
	SHOW(fchdir(up));
	SHOW(mkdirat(up, "deep/er", 0700));
	SHOW(close(openat(up, "deep/er/f", O_CREAT | O_WRONLY, 0600)));
	SHOW(renameat(up, "deep/er/f", AT_FDCWD, "deep/g"));
	SHOW(linkat(up, "deep/g", up, "deep/h", 0));
	SHOW(symlinkat("g", up, "deep/s"));
	SHOW(readlinkat(up, "deep/s", buf, sizeof buf));
	SHOW(unlinkat(up, "deep/s", 0));
	SHOW(unlinkat(up, "deep/h", 0));
	SHOW(unlinkat(up, "deep/g", 0));
	SHOW(unlinkat(up, "deep/er", AT_REMOVEDIR));
	SHOW(unlinkat(up, "deep", 0));
	SHOW(unlinkat(up, "deep", AT_REMOVEDIR));
	SHOW(chdir("none"));
	SHOW(fchdir(-1));
	close(up);
	free(start);
}

static void descriptors(void)
{
	int ends[2];
	char buf[16];

	SHOW(pipe(ends));
	SHOW(write(ends[1], "through", 7));
	SHOW(read(ends[0], buf, sizeof buf));
	SHOW(lseek(ends[0], 0, SEEK_CUR));
	SHOW(dup2(ends[1], 20));
	SHOW(dup2(20, 20));
	SHOW(dup3(20, 20, 0));
	SHOW(dup3(20, 21, O_CLOEXEC));
	SHOW(fcntl(21, F_GETFD));
	SHOW(fcntl(20, F_GETFD));
	SHOW(fcntl(20, F_SETFD, FD_CLOEXEC));
	SHOW(fcntl(20, F_GETFD));
	SHOW(fcntl(20, F_DUPFD, 30));
	SHOW(fcntl(30, F_GETFL) & O_ACCMODE);
	SHOW(fcntl(99, F_GETFD));
	SHOW(isatty(20));
	SHOW(isatty(99));
	for (int fd = 20; fd <= 30; fd++)
		close(fd);
	close(ends[1]);
	SHOW(read(ends[0], buf, sizeof buf));
	close(ends[0]);
	SHOW(pipe2(ends, O_CLOEXEC | O_NONBLOCK));
	SHOW(read(ends[0], buf, 1));
	close(ends[0]);
	close(ends[1]);
	SHOW(dup(99));
}

int main(void)
{
	umask(022);
	SHOW(mkdir("work", 0755));
	SHOW(chdir("work"));
	reading();
	names();
	directories();
	descriptors();
	SHOW(chdir(".."));
	SHOW(rmdir("work"));
	return 0;
}
