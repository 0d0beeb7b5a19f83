/* unistd_path.c: names in the file system: creates, links, renames, removes and looks them up. */
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>
#include <linux/limits.h>
#include "sys.h"

int faccessat(int dir, const char *path, int mode, int flags)
{
	if (flags)
		return (int)SYS4(SYS_faccessat2, dir, path, mode, flags);
	return (int)SYS3(SYS_faccessat, dir, path, mode);
}

int access(const char *path, int mode)
{
	return faccessat(AT_FDCWD, path, mode, 0);
}

/* Real and effective ids are the same in the virtual OS and in any ordinary process. */
int euidaccess(const char *path, int mode)
{
	return access(path, mode);
}

ALIAS(euidaccess, eaccess);

int unlinkat(int dir, const char *path, int flags)
{
	return (int)SYS3(SYS_unlinkat, dir, path, flags);
}

int unlink(const char *path)
{
	return unlinkat(AT_FDCWD, path, 0);
}

int rmdir(const char *path)
{
	return unlinkat(AT_FDCWD, path, AT_REMOVEDIR);
}

int remove(const char *path)
{
	if (unlink(path) == 0)
		return 0;
	return errno == EISDIR ? rmdir(path) : -1;
}

int linkat(int from_dir, const char *from, int to_dir, const char *to, int flags)
{
	return (int)SYS5(SYS_linkat, from_dir, from, to_dir, to, flags);
}

int link(const char *from, const char *to)
{
	return linkat(AT_FDCWD, from, AT_FDCWD, to, 0);
}

int symlinkat(const char *target, int dir, const char *path)
{
	return (int)SYS3(SYS_symlinkat, target, dir, path);
}

int symlink(const char *target, const char *path)
{
	return symlinkat(target, AT_FDCWD, path);
}

ssize_t readlinkat(int dir, const char *path, char *buf, size_t n)
{
	return SYS4(SYS_readlinkat, dir, path, buf, n);
}

ssize_t readlink(const char *path, char *buf, size_t n)
{
	return readlinkat(AT_FDCWD, path, buf, n);
}

ssize_t __readlink_chk(const char *path, char *buf, size_t n, size_t room)
{
	check_room(n, room);
	return readlink(path, buf, n);
}

ssize_t __readlinkat_chk(int dir, const char *path, char *buf, size_t n, size_t room)
{
	check_room(n, room);
	return readlinkat(dir, path, buf, n);
}

int renameat2(int from_dir, const char *from, int to_dir, const char *to, unsigned flags)
{
	if (!flags)
		return (int)SYS4(SYS_renameat, from_dir, from, to_dir, to);
	return (int)SYS5(SYS_renameat2, from_dir, from, to_dir, to, flags);
}

int renameat(int from_dir, const char *from, int to_dir, const char *to)
{
	return renameat2(from_dir, from, to_dir, to, 0);
}

int rename(const char *from, const char *to)
{
	return renameat2(AT_FDCWD, from, AT_FDCWD, to, 0);
}

int chdir(const char *path)
{
	return (int)SYS1(SYS_chdir, path);
}

int fchdir(int fd)
{
	return (int)SYS1(SYS_fchdir, fd);
}

int chroot(const char *path)
{
	return (int)SYS1(SYS_chroot, path);
}

/* If buf is NULL, allocates one that fits the name (or has the requested size). */
char *getcwd(char *buf, size_t n)
{
	char whole[PATH_MAX];

	if (!buf) {
		long len = SYS2(SYS_getcwd, whole, sizeof whole);
		if (len < 0)
			return NULL;
		if (n && n < (size_t)len) {
			errno = ERANGE;
			return NULL;
		}
		char *p = malloc(n ? n : (size_t)len);
		return p ? memcpy(p, whole, (size_t)len) : NULL;
	}
	if (n == 0) {
		errno = EINVAL;
		return NULL;
	}
	return SYS2(SYS_getcwd, buf, n) < 0 ? NULL : buf;
}

char *__getcwd_chk(char *buf, size_t n, size_t room)
{
	check_room(n, room);
	return getcwd(buf, n);
}

char *getwd(char *buf)
{
	return getcwd(buf, PATH_MAX);
}

char *__getwd_chk(char *buf, size_t room)
{
	char whole[PATH_MAX];
	if (!getcwd(whole, sizeof whole))
		return NULL;
	check_room(strlen(whole) + 1, room);
	return strcpy(buf, whole);
}

/* $PWD if it names the current directory, else the plain name. */
char *get_current_dir_name(void)
{
	const char *pwd = getenv("PWD");
	struct stat named, here;

	if (pwd && stat(".", &here) == 0 && stat(pwd, &named) == 0 && named.st_dev == here.st_dev &&
		named.st_ino == here.st_ino)
		return strdup(pwd);
	return getcwd(NULL, 0);
}
