/* bytes.c: bytes with optional tags: the contents of files, pipes and captured output.
 *
 * Allocated bytes past len are always zero, so growing a file never has to clear. Large blocks
 * are mapped, so that a sparse file costs no more pages than were written.
 */
#include <sys/mman.h>
#include "engine/os/impl.h"

enum { MAPPED = 1 << 22 }; /* blocks of this size and more are mapped */

static void *block_grow(void *at, size_t old, size_t size)
{
	if (size < MAPPED) {
		u8 *p = xrealloc(at, size);
		memset(p + old, 0, size - old);
		return p;
	}
	if (old >= MAPPED) {
		void *p = mremap(at, old, size, MREMAP_MAYMOVE);
		if (p != MAP_FAILED)
			return p;
	} else {
		void *p = mmap(NULL, size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
		if (p != MAP_FAILED) {
			if (old)
				memcpy(p, at, old);
			free(at);
			return p;
		}
	}
	return xmalloc(SIZE_MAX); /* reports and ends */
}

static void block_free(void *at, size_t size)
{
	if (size >= MAPPED)
		munmap(at, size);
	else
		free(at);
}

static void bytes_reserve(Bytes *b, size_t need)
{
	if (need <= b->cap)
		return;
	size_t cap = b->cap ? b->cap : 256;
	while (cap < need)
		cap += cap / 2;
	cap = (cap + 4095 * (cap > 4096)) & (cap > 4096 ? ~(size_t)4095 : SIZE_MAX);
	b->at = block_grow(b->at, b->cap, cap);
	if (b->tags)
		b->tags = block_grow(b->tags, b->cap * sizeof(Tag), cap * sizeof(Tag));
	b->cap = cap;
}

void vbytes_resize(Bytes *b, size_t len)
{
	if (len < b->len) {
		memset(b->at + len, 0, b->len - len);
		if (b->tagged)
			memset(b->tags + len, 0, (b->len - len) * sizeof(Tag));
		b->tagged = b->tagged && len;
	} else {
		bytes_reserve(b, len);
	}
	b->len = len;
}

void vbytes_put(Bytes *b, size_t at, const u8 *from, const Tag *tags, size_t n)
{
	if (!n)
		return;
	if (at + n > b->len)
		vbytes_resize(b, at + n);
	memcpy(b->at + at, from, n);
	if (tags && !b->tagged) {
		if (!b->tags)
			b->tags = block_grow(NULL, 0, b->cap * sizeof(Tag));
		b->tagged = true;
	}
	if (tags)
		memcpy(b->tags + at, tags, n * sizeof(Tag));
	else if (b->tagged)
		memset(b->tags + at, 0, n * sizeof(Tag));
}

void vbytes_clear(Bytes *b)
{
	if (b->len)
		vbytes_resize(b, 0);
}

void vbytes_free(Bytes *b)
{
	block_free(b->at, b->cap);
	if (b->tags)
		block_free(b->tags, b->cap * sizeof(Tag));
	*b = (Bytes){0};
}
