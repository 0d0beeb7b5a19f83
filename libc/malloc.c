/* malloc.c: the C interface of the heap. Every block is an object of the machine with its exact
 * size, so there is nothing to manage here; malloc(0) is a live block of no bytes. */
#include <malloc.h>
#include <stdlib.h>
#include <string.h>
#include "core.h"

#define MALLOC_ALIGN 16
#define PAGE 4096

static void *allocate(size_t size, size_t align, int zero)
{
	void *p = size > PTRDIFF_MAX ? NULL : __drift_alloc(size, align, zero);
	if (!p)
		errno = ENOMEM;
	return p;
}

void *malloc(size_t size)
{
	return allocate(size, MALLOC_ALIGN, 0);
}

void *calloc(size_t count, size_t size)
{
	size_t total;
	if (__builtin_mul_overflow(count, size, &total)) {
		errno = ENOMEM;
		return NULL;
	}
	return allocate(total, MALLOC_ALIGN, 1);
}

/* errno is preserved, as POSIX requires since 2024 and glibc does since 2.33. */
void free(void *p)
{
	__drift_free(p);
}
ALIAS(free, cfree);

/* Always moves, so that use of a stale pointer is detected. It does not call a malloc or free that
 * the program defines: each function of this file uses the heap directly, as in glibc. */
void *realloc(void *p, size_t size)
{
	if (!p)
		return allocate(size, MALLOC_ALIGN, 0);
	if (size == 0) {
		__drift_free(p);
		return NULL;
	}
	size_t old = __drift_alloc_size(p);
	void *q = allocate(size, MALLOC_ALIGN, 0);
	if (!q)
		return NULL;
	memcpy(q, p, old < size ? old : size);
	__drift_free(p);
	return q;
}

void *reallocarray(void *p, size_t count, size_t size)
{
	size_t total;
	if (__builtin_mul_overflow(count, size, &total)) {
		errno = ENOMEM;
		return NULL;
	}
	return realloc(p, total);
}

/* glibc rounds any alignment up to a power of two. */
void *memalign(size_t align, size_t size)
{
	size_t power = MALLOC_ALIGN;
	if (align > PTRDIFF_MAX / 2 + 1) {
		errno = EINVAL;
		return NULL;
	}
	while (power < align)
		power *= 2;
	return allocate(size, power, 0);
}
ALIAS(memalign, aligned_alloc);

int posix_memalign(void **out, size_t align, size_t size)
{
	if (align < sizeof(void *) || align & (align - 1))
		return EINVAL;
	int saved = errno;
	void *p = memalign(align, size);
	errno = saved;
	if (!p)
		return ENOMEM;
	*out = p;
	return 0;
}

void *valloc(size_t size)
{
	return memalign(PAGE, size);
}

void *pvalloc(size_t size)
{
	return memalign(PAGE, (size + PAGE - 1) & -(size_t)PAGE);
}

/* Every allocator chooses how much space follows a block, and this function reports it. glibc's
 * blocks are 8 bytes short of a multiple of 16, and at least 24. The caller may use all of the
 * block. */
size_t malloc_usable_size(void *p)
{
	if (!p)
		return 0;
	__drift_syscall(DRIFT_SYS_ADDRESS, 0, 0, 0, 0, 0, 0);
	size_t size = __drift_alloc_size(p);
	if (size >= 128 * 1024) /* blocks of this size have their own pages */
		__drift_unsupported("malloc_usable_size of 128 KiB or more");
	return __drift_alloc_grow(p, size <= 24 ? 24 : ((size + 23) & -(size_t)16) - 8);
}

int mallopt(int param, int value)
{
	(void)param;
	(void)value;
	return 1;
}

/* glibc may also report that there is nothing to release. */
int malloc_trim(size_t pad)
{
	(void)pad;
	return 0;
}

/* glibc's statistics are of glibc's heap. */
struct mallinfo mallinfo(void)
{
	__drift_unsupported("mallinfo");
}

struct mallinfo2 mallinfo2(void)
{
	__drift_unsupported("mallinfo2");
}

void malloc_stats(void)
{
	__drift_unsupported("malloc_stats");
}

ALIAS(malloc, __libc_malloc);
ALIAS(calloc, __libc_calloc);
ALIAS(realloc, __libc_realloc);
ALIAS(free, __libc_free);
ALIAS(memalign, __libc_memalign);
