/* memory.c: allocation that cannot fail, arenas, vectors. */
#include "base/base.h"

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
	if (!p && size) {
		fprintf(stderr, "drift: out of memory (%zu bytes)\n", size);
		exit(EXIT_TROUBLE);
	}
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
	size_t n = *cap ? *cap : 8;
	while (n < need)
		n += n / 2 + 8;
	*cap = n;
	return xrealloc(at, n * elem);
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
		size_t n = a->block ? a->block->size * 2 : 4096;
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
		free(a->block);
		a->block = older;
	}
	a->used = mark.used;
}

void arena_free(Arena *a)
{
	arena_release(a, (ArenaMark){0});
}
