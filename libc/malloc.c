/* malloc.c: the heap's C face. Every block is an object of the machine with its exact size,
 * so there is nothing to manage here; malloc(0) is a live block of no bytes.
 */
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

/* errno survives, as POSIX asks since 2024 and glibc does since 2.33. */
void free(void *p)
{
	__drift_free(p);
}
ALIAS(free, cfree);

/* Always moves, so that a stale pointer is found out. A malloc or free of the program's is not asked:
 * each function of this file is the heap's own, as in glibc. */
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

/* How much room an allocator leaves behind a block is its own choice, which is told. glibc's
 * blocks are 8 bytes short of a multiple of 16, and 24 at least. Who asks may use all of it. */
size_t malloc_usable_size(void *p)
{
	if (!p)
		return 0;
	__drift_syscall(DRIFT_SYS_ADDRESS, 0, 0, 0, 0, 0, 0);
	size_t size = __drift_alloc_size(p);
	if (size >= 128 * 1024) /* there it has pages of its own */
		__drift_unsupported("malloc_usable_size of 128 KiB or more");
	return __drift_alloc_grow(p, size <= 24 ? 24 : ((size + 23) & -(size_t)16) - 8);
}

int mallopt(int param, int value)
{
	(void)param;
	(void)value;
	return 1;
}

/* Nothing to give back is an answer that glibc gives, too. */
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
