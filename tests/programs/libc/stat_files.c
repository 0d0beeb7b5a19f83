/* stat_files.c: what stat says about files and how chmod, utime and umask change it. */
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/statvfs.h>
#include <sys/time.h>
#include <sys/vfs.h>
#include <unistd.h>
#include <utime.h>

static void show(const char *what, int r, const struct stat *st)
{
	if (r < 0) {
		printf("%s: %s\n", what, strerror(errno));
		return;
	}
	printf("%s: mode %o links %ld size %ld own %d mtime %ld.%09ld atime %ld\n", what, st->st_mode,
		   (long)st->st_nlink, S_ISDIR(st->st_mode) ? 0 : (long)st->st_size, st->st_uid == getuid(),
		   st->st_mtim.tv_sec > 2000000000 ? 0 : (long)st->st_mtim.tv_sec,
		   st->st_mtim.tv_sec > 1700000000 ? 0 : st->st_mtim.tv_nsec,
		   st->st_atim.tv_sec > 1700000000 ? 0 : (long)st->st_atim.tv_sec);
}

static void times(void)
{
	struct stat st;
	struct timespec ts[2] = {{1000, 5}, {2000, 7}};
	struct timeval tv[2] = {{3000, 1}, {4000, 2}};
	struct utimbuf ut = {5000, 6000};

	printf("%d\n", utimensat(AT_FDCWD, "f", ts, 0));
	show("utimensat", stat("f", &st), &st);
	ts[0].tv_nsec = UTIME_OMIT;
	ts[1] = (struct timespec){1500, 0};
	int fd = open("f", O_RDONLY);
	printf("%d\n", futimens(fd, ts));
	show("futimens", fstat(fd, &st), &st);
	close(fd);
	printf("%d\n", utimes("f", tv));
	show("utimes", stat("f", &st), &st);
	tv[0].tv_usec = 1000000;
	errno = 0;
	printf("%d", utimes("f", tv));
	printf(" %s\n", strerror(errno));
	printf("%d\n", utime("f", &ut));
	show("utime", stat("f", &st), &st);
	tv[0].tv_usec = 5;
	printf("%d\n", lutimes("l", tv));
	show("lutimes", lstat("l", &st), &st);
	printf("%d\n", utime("none", &ut));
}

int main(void)
{
	struct stat st;
	struct statx sx;
	struct statvfs fs;
	struct statfs sf;

	umask(027);
	mkdir("work", 0777);
	chdir("work");
	printf("%o %o\n", umask(022), umask(022));
	int fd = open("f", O_CREAT | O_RDWR, 0666);
	write(fd, "12345", 5);
	symlink("f", "l");
	symlink("none", "dangling");
	link("f", "g");
	utime("f", &(struct utimbuf){100, 200});
	show("stat", stat("f", &st), &st);
	show("fstat", fstat(fd, &st), &st);
	show("stat link", stat("l", &st), &st);
	lutimes("l", (struct timeval[2]){{1, 0}, {2, 0}});
	show("lstat link", lstat("l", &st), &st);
	show("dangling", stat("dangling", &st), &st);
	show("none", stat("none", &st), &st);
	show("empty", stat("", &st), &st);
	show("below a file", stat("f/x", &st), &st);
	show("fstatat", fstatat(AT_FDCWD, "l", &st, AT_SYMLINK_NOFOLLOW), &st);
	show("by descriptor", fstatat(fd, "", &st, AT_EMPTY_PATH), &st);
	show("bad descriptor", fstat(99, &st), &st);
	utime(".", &(struct utimbuf){10, 20});
	show("directory", stat(".", &st), &st);
	static const int modes[] = {0, 0400, 0644, 0755, 04711, 01777};
	for (int i = 0; i < 6; i++) {
		printf("%d ", chmod("f", (mode_t)modes[i]));
		show("chmod", stat("f", &st), &st);
	}
	printf("%d ", fchmod(fd, 0600));
	show("fchmod", stat("g", &st), &st);
	printf("%d %d\n", fchmodat(AT_FDCWD, "f", 0640, 0), chmod("none", 0));
	printf("%d %d\n", chown("f", (uid_t)-1, (gid_t)-1), lchown("l", getuid(), getgid()));
	printf("%d %d\n", fchown(fd, getuid(), (gid_t)-1), fchownat(AT_FDCWD, "f", getuid(), -1, 0));
	times();
	int r = statx(AT_FDCWD, "f", 0, STATX_BASIC_STATS, &sx);
	printf("statx %d %o %ld %u\n", r, sx.stx_mode, (long)sx.stx_size, sx.stx_nlink);
	printf("statvfs %d %d\n", statvfs(".", &fs), fs.f_namemax == 255);
	printf("statfs %d %d\n", statfs(".", &sf), sf.f_namelen == 255);
	printf("statvfs none %d\n", statvfs("none", &fs));
	close(fd);
	unlink("f");
	unlink("g");
	unlink("l");
	unlink("dangling");
	chdir("..");
	rmdir("work");
	return 0;
}
