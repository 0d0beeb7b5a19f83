/* xattr.c: extended attributes, as system calls. */
#include <sys/xattr.h>
#include "sys.h"

int setxattr(const char *path, const char *name, const void *value, size_t n, int flags)
{
	return (int)SYS5(SYS_setxattr, path, name, value, n, flags);
}

int lsetxattr(const char *path, const char *name, const void *value, size_t n, int flags)
{
	return (int)SYS5(SYS_lsetxattr, path, name, value, n, flags);
}

int fsetxattr(int fd, const char *name, const void *value, size_t n, int flags)
{
	return (int)SYS5(SYS_fsetxattr, fd, name, value, n, flags);
}

ssize_t getxattr(const char *path, const char *name, void *value, size_t n)
{
	return SYS4(SYS_getxattr, path, name, value, n);
}

ssize_t lgetxattr(const char *path, const char *name, void *value, size_t n)
{
	return SYS4(SYS_lgetxattr, path, name, value, n);
}

ssize_t fgetxattr(int fd, const char *name, void *value, size_t n)
{
	return SYS4(SYS_fgetxattr, fd, name, value, n);
}

ssize_t listxattr(const char *path, char *list, size_t n)
{
	return SYS3(SYS_listxattr, path, list, n);
}

ssize_t llistxattr(const char *path, char *list, size_t n)
{
	return SYS3(SYS_llistxattr, path, list, n);
}

ssize_t flistxattr(int fd, char *list, size_t n)
{
	return SYS3(SYS_flistxattr, fd, list, n);
}

int removexattr(const char *path, const char *name)
{
	return (int)SYS2(SYS_removexattr, path, name);
}

int lremovexattr(const char *path, const char *name)
{
	return (int)SYS2(SYS_lremovexattr, path, name);
}

int fremovexattr(int fd, const char *name)
{
	return (int)SYS2(SYS_fremovexattr, fd, name);
}
