/* device.c: device numbers, file keys, pseudo terminals. */
#include <stdlib.h>
#include <sys/ipc.h>
#include <sys/stat.h>
#include <sys/sysmacros.h>
#include "sys.h"

/* 12 bits of the major number sit below 8 to 19, the rest above 32; the minor fills the gaps. */
unsigned gnu_dev_major(dev_t dev)
{
	return (unsigned)((dev >> 8 & 0xfff) | (dev >> 32 & 0xfffff000u));
}

unsigned gnu_dev_minor(dev_t dev)
{
	return (unsigned)((dev & 0xff) | (dev >> 12 & 0xffffff00u));
}

dev_t gnu_dev_makedev(unsigned major, unsigned minor)
{
	dev_t high = major & 0xfffff000u, low = major & 0xfffu;
	return high << 32 | low << 8 | (dev_t)(minor & 0xffffff00u) << 12 | (minor & 0xff);
}

key_t ftok(const char *path, int id)
{
	struct stat st;
	if (stat(path, &st) < 0)
		return -1;
	return (key_t)((st.st_ino & 0xffff) | (st.st_dev & 0xff) << 16 | (id & 0xffu) << 24);
}

int posix_openpt(int flags)
{
	__drift_unsupported("posix_openpt");
}

int grantpt(int fd)
{
	return fail(ENOTTY);
}

int unlockpt(int fd)
{
	return fail(ENOTTY);
}

char *ptsname(int fd)
{
	errno = ENOTTY;
	return NULL;
}

int ptsname_r(int fd, char *buf, size_t n)
{
	return errno = ENOTTY;
}
