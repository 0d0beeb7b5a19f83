/* stat.c: reads and changes the metadata of files.
 *
 * struct stat and struct stat64 have the same layout on this ABI, so each function has both names,
 * and the __xstat family that older objects call. */
#include <fcntl.h>
#include <sys/stat.h>
#include <sys/statfs.h>
#include <sys/statvfs.h>
#include <string.h>
#include <unistd.h>
#include "sys.h"

int fstatat(int dir, const char *restrict path, struct stat *restrict st, int flags)
{
	return (int)SYS4(SYS_newfstatat, dir, path, st, flags);
}

int stat(const char *restrict path, struct stat *restrict st)
{
	return fstatat(AT_FDCWD, path, st, 0);
}

int lstat(const char *restrict path, struct stat *restrict st)
{
	return fstatat(AT_FDCWD, path, st, AT_SYMLINK_NOFOLLOW);
}

int fstat(int fd, struct stat *st)
{
	return (int)SYS2(SYS_fstat, fd, st);
}

int ALIAS_AS(fstatat, fstatat64)(int, const char *restrict, struct stat64 *restrict, int);
int ALIAS_AS(stat, stat64)(const char *restrict, struct stat64 *restrict);
int ALIAS_AS(lstat, lstat64)(const char *restrict, struct stat64 *restrict);
int ALIAS_AS(fstat, fstat64)(int, struct stat64 *);

int __xstat(int version, const char *path, struct stat *st)
{
	return stat(path, st);
}

int __lxstat(int version, const char *path, struct stat *st)
{
	return lstat(path, st);
}

int __fxstat(int version, int fd, struct stat *st)
{
	return fstat(fd, st);
}

int __fxstatat(int version, int dir, const char *path, struct stat *st, int flags)
{
	return fstatat(dir, path, st, flags);
}

ALIAS(__xstat, __xstat64);
ALIAS(__lxstat, __lxstat64);
ALIAS(__fxstat, __fxstat64);
ALIAS(__fxstatat, __fxstatat64);

int statx(int dir, const char *restrict path, int flags, unsigned mask, struct statx *restrict st)
{
	return (int)SYS5(SYS_statx, dir, path, flags, mask, st);
}

int fchmod(int fd, mode_t mode)
{
	return (int)SYS2(SYS_fchmod, fd, mode);
}

int fchmodat(int dir, const char *path, mode_t mode, int flags)
{
	struct stat st;

	if (flags & ~AT_SYMLINK_NOFOLLOW)
		return fail(EINVAL);
	if (flags) {
		if (fstatat(dir, path, &st, AT_SYMLINK_NOFOLLOW) < 0)
			return -1;
		if (S_ISLNK(st.st_mode))
			return fail(EOPNOTSUPP);
	}
	return (int)SYS3(SYS_fchmodat, dir, path, mode);
}

int chmod(const char *path, mode_t mode)
{
	return fchmodat(AT_FDCWD, path, mode, 0);
}

int lchmod(const char *path, mode_t mode)
{
	return fchmodat(AT_FDCWD, path, mode, AT_SYMLINK_NOFOLLOW);
}

int fchownat(int dir, const char *path, uid_t user, gid_t group, int flags)
{
	return (int)SYS5(SYS_fchownat, dir, path, user, group, flags);
}

int chown(const char *path, uid_t user, gid_t group)
{
	return fchownat(AT_FDCWD, path, user, group, 0);
}

int lchown(const char *path, uid_t user, gid_t group)
{
	return fchownat(AT_FDCWD, path, user, group, AT_SYMLINK_NOFOLLOW);
}

int fchown(int fd, uid_t user, gid_t group)
{
	return (int)SYS3(SYS_fchown, fd, user, group);
}

mode_t umask(mode_t mask)
{
	return (mode_t)SYS1(SYS_umask, mask);
}

/* There is no way to read the mask without setting it. */
mode_t getumask(void)
{
	mode_t mask = umask(0);
	umask(mask);
	return mask;
}

int mkdirat(int dir, const char *path, mode_t mode)
{
	return (int)SYS3(SYS_mkdirat, dir, path, mode);
}

int mkdir(const char *path, mode_t mode)
{
	return mkdirat(AT_FDCWD, path, mode);
}

int mknodat(int dir, const char *path, mode_t mode, dev_t dev)
{
	return (int)SYS4(SYS_mknodat, dir, path, mode, dev);
}

int mknod(const char *path, mode_t mode, dev_t dev)
{
	return mknodat(AT_FDCWD, path, mode, dev);
}

int __xmknod(int version, const char *path, mode_t mode, dev_t *dev)
{
	return mknod(path, mode, *dev);
}

int mkfifoat(int dir, const char *path, mode_t mode)
{
	return mknodat(dir, path, (mode & ~(mode_t)S_IFMT) | S_IFIFO, 0);
}

int mkfifo(const char *path, mode_t mode)
{
	return mkfifoat(AT_FDCWD, path, mode);
}

int statfs(const char *path, struct statfs *st)
{
	return (int)SYS2(SYS_statfs, path, st);
}

int fstatfs(int fd, struct statfs *st)
{
	return (int)SYS2(SYS_fstatfs, fd, st);
}

int ALIAS_AS(statfs, statfs64)(const char *, struct statfs64 *);
int ALIAS_AS(fstatfs, fstatfs64)(int, struct statfs64 *);

static int to_statvfs(const struct statfs *from, struct statvfs *to)
{
	memset(to, 0, sizeof *to);
	to->f_bsize = (unsigned long)from->f_bsize;
	to->f_frsize = (unsigned long)(from->f_frsize ? from->f_frsize : from->f_bsize);
	to->f_blocks = from->f_blocks;
	to->f_bfree = from->f_bfree;
	to->f_bavail = from->f_bavail;
	to->f_files = from->f_files;
	to->f_ffree = from->f_ffree;
	to->f_favail = from->f_ffree;
	to->f_fsid = (unsigned)from->f_fsid.__val[0] | (unsigned long)from->f_fsid.__val[1] << 32;
	to->f_namemax = (unsigned long)from->f_namelen;
	to->f_flag = (unsigned long)from->f_flags & ~0x20ul; /* the kernel's "flags are valid" bit */
	return 0;
}

int statvfs(const char *restrict path, struct statvfs *restrict st)
{
	struct statfs fs;
	return statfs(path, &fs) < 0 ? -1 : to_statvfs(&fs, st);
}

int fstatvfs(int fd, struct statvfs *st)
{
	struct statfs fs;
	return fstatfs(fd, &fs) < 0 ? -1 : to_statvfs(&fs, st);
}

int ALIAS_AS(statvfs, statvfs64)(const char *restrict, struct statvfs64 *restrict);
int ALIAS_AS(fstatvfs, fstatvfs64)(int, struct statvfs64 *);
