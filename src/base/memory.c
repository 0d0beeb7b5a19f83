/* memory.c: allocation that cannot fail, arenas, vectors. */
#include "base/base.h"

#include "base/check.h"

bool err_set(Err *err, const char *fmt, ...)
{
	va_list ap;
	va_start(ap, fmt);
	if (err)
		vsnprintf(err->text, sizeof err->text, fmt, ap);
	va_end(ap);
	return false;
}

static void *checked(void *p, size_t size)
{
	if (!p && size)
		out_of_memory(size);
	return p;
}

void *xmalloc(size_t size)
{
	return checked(malloc(size ? size : 1), size);
}

void *xcalloc(size_t n, size_t size)
{
	return checked(calloc(n ? n : 1, size ? size : 1), n * size);
}

void *xrealloc(void *p, size_t size)
{
	return checked(realloc(p, size ? size : 1), size);
}

FILE *xmemstream(char **text, size_t *n)
{
	FILE *f = open_memstream(text, n);
	if (!f)
		out_of_memory(0);
	return f;
}

char *xstrdup(const char *s)
{
	return xstrndup(s, strlen(s));
}

char *xstrndup(const char *s, size_t n)
{
	char *p = xmalloc(n + 1);
	memcpy(p, s, n);
	p[n] = 0;
	return p;
}

char *xasprintf(const char *fmt, ...)
{
	Buf b = {0};
	va_list ap;
	va_start(ap, fmt);
	buf_vaddf(&b, fmt, ap);
	va_end(ap);
	return b.at ? b.at : xstrdup("");
}

void *vec_grow(void *at, size_t *cap, size_t need, size_t elem)
{
	enum { LEAST = limit_of(8, 1) };
	size_t old = *cap, n = old ? old : LEAST;
	while (n < need)
		n += n / 2 + LEAST;
	*cap = n;
	if (!CHECKED)
		return xrealloc(at, n * elem);
	/* In the checked build the vector always moves, so that stale pointers to elements read
	 * garbage. */
	void *to = xmalloc(n * elem);
	if (old) {
		memcpy(to, at, old * elem);
		memset(at, 0xa5, old * elem);
	}
	free(at);
	return to;
}

struct ArenaBlock {
	ArenaBlock *older;
	size_t size; /* bytes in data */
	_Alignas(16) char data[];
};

void *arena_alloc(Arena *a, size_t size)
{
	size = (size + 15) & ~(size_t)15;
	if (!a->block || a->block->size - a->used < size) {
		size_t n = a->block ? a->block->size * 2 : limit_of(4096, 64);
		if (n > (1u << 22))
			n = 1u << 22;
		if (n < size)
			n = size;
		ArenaBlock *block = xmalloc(sizeof *block + n);
		block->older = a->block;
		block->size = n;
		a->block = block;
		a->used = 0;
	}
	void *p = a->block->data + a->used;
	a->used += size;
	return memset(p, 0, size);
}

char *arena_strndup(Arena *a, const char *s, size_t n)
{
	char *p = arena_alloc(a, n + 1);
	memcpy(p, s, n);
	return p;
}

char *arena_strdup(Arena *a, const char *s)
{
	return arena_strndup(a, s, strlen(s));
}

ArenaMark arena_mark(const Arena *a)
{
	return (ArenaMark){a->block, a->used};
}

void arena_release(Arena *a, ArenaMark mark)
{
	while (a->block != mark.block) {
		ArenaBlock *older = a->block->older;
		must(older ||
			 !mark.block); /* a mark is released once, and before those that were set earlier */
		if (CHECKED)
			memset(a->block->data, 0xa5, a->block->size);
		free(a->block);
		a->block = older;
	}
	if (CHECKED && a->block)
		memset(a->block->data + mark.used, 0xa5, a->block->size - mark.used);
	a->used = mark.used;
}

void arena_free(Arena *a)
{
	arena_release(a, (ArenaMark){0});
}
