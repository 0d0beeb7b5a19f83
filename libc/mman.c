/* mman.c: allocates memory from the kernel. */
#include <stdarg.h>
#include <sys/mman.h>
#include <unistd.h>
#include "sys.h"

void *mmap(void *at, size_t n, int protection, int flags, int fd, off_t offset)
{
	return (void *)SYS6(SYS_mmap, at, n, protection, flags, fd, offset);
}

ALIAS(mmap, mmap64);

int munmap(void *at, size_t n)
{
	return (int)SYS2(SYS_munmap, at, n);
}

void *mremap(void *at, size_t old, size_t new, int flags, ...)
{
	void *to = NULL;
	if (flags & MREMAP_FIXED) {
		va_list ap;
		va_start(ap, flags);
		to = va_arg(ap, void *);
		va_end(ap);
	}
	return (void *)SYS5(SYS_mremap, at, old, new, flags, to);
}

int mprotect(void *at, size_t n, int protection)
{
	return (int)SYS3(SYS_mprotect, at, n, protection);
}

int msync(void *at, size_t n, int flags)
{
	return (int)SYS3(SYS_msync, at, n, flags);
}

int madvise(void *at, size_t n, int advice)
{
	return (int)SYS3(SYS_madvise, at, n, advice);
}

int posix_madvise(void *at, size_t n, int advice)
{
	/* The kernel's meaning would throw pages away. */
	if (advice == POSIX_MADV_DONTNEED)
		return 0;
	return (int)-__drift_syscall(SYS_madvise, (long)at, (long)n, advice, 0, 0, 0);
}

int mlock(const void *at, size_t n)
{
	return (int)SYS2(SYS_mlock, at, n);
}

int munlock(const void *at, size_t n)
{
	return (int)SYS2(SYS_munlock, at, n);
}

int mlockall(int flags)
{
	return (int)SYS1(SYS_mlockall, flags);
}

int munlockall(void)
{
	return (int)SYS0(SYS_munlockall);
}

int mincore(void *at, size_t n, unsigned char *pages)
{
	return (int)SYS3(SYS_mincore, at, n, pages);
}

int memfd_create(const char *name, unsigned flags)
{
	return (int)SYS2(SYS_memfd_create, name, flags);
}

/* The kernel's brk returns the new end, or the old one if it could not be moved. */
static char *current_break;

int brk(void *to)
{
	current_break = (char *)__drift_syscall(SYS_brk, (long)to, 0, 0, 0, 0, 0);
	return current_break < (char *)to ? fail(ENOMEM) : 0;
}

void *sbrk(intptr_t by)
{
	if (!current_break && brk(NULL) < 0)
		return (void *)-1;
	char *old = current_break;
	if (by && brk(old + by) < 0)
		return (void *)-1;
	return old;
}
