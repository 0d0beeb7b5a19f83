/* obstack.c: the functions behind obstack.h: a list of chunks; objects grow at the end of the
 * newest. The macros of the header use the struct directly, so its fields have the meaning
 * described there. */
#include <obstack.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "core.h"

#undef obstack_free

/* The header casts functions of other types to these; the cast goes through this type. */
typedef void any_function(void);
typedef struct _obstack_chunk *get_with_arg(void *, long);
typedef void put_with_arg(void *, struct _obstack_chunk *);

#define DEFAULT_ALIGN 16
/* 4096 minus the usual overhead of a heap block. */
#define DEFAULT_SIZE 4064

int obstack_exit_failure = 1;

static void out_of_memory(void)
{
	fprintf(stderr, "memory exhausted\n");
	exit(obstack_exit_failure);
}

void (*obstack_alloc_failed_handler)(void) = out_of_memory;

static struct _obstack_chunk *new_chunk(struct obstack *h, size_t size)
{
	struct _obstack_chunk *chunk;
	if (h->use_extra_arg)
		chunk = h->chunkfun(h->extra_arg, (long)size);
	else
		chunk = ((void *(*)(long))(any_function *)h->chunkfun)((long)size);
	if (!chunk)
		obstack_alloc_failed_handler();
	chunk->limit = (char *)chunk + size;
	return chunk;
}

static void free_chunk(struct obstack *h, struct _obstack_chunk *chunk)
{
	if (h->use_extra_arg)
		h->freefun(h->extra_arg, chunk);
	else
		((void (*)(void *))(any_function *)h->freefun)(chunk);
}

static char *align_up(struct obstack *h, char *p)
{
	uintptr_t mask = (uintptr_t)h->alignment_mask;
	return p + ((-(uintptr_t)p) & mask);
}

static int begin(struct obstack *h, size_t size, size_t align)
{
	h->alignment_mask = (int)((align ? align : DEFAULT_ALIGN) - 1);
	h->chunk_size = (long)(size ? size : DEFAULT_SIZE);
	struct _obstack_chunk *chunk = h->chunk = new_chunk(h, (size_t)h->chunk_size);
	h->object_base = h->next_free = align_up(h, chunk->contents);
	h->chunk_limit = chunk->limit;
	chunk->prev = NULL;
	h->maybe_empty_object = 0;
	h->alloc_failed = 0;
	return 1;
}

int _obstack_begin(struct obstack *h, int size, int align, void *(*get)(long), void (*put)(void *))
{
	h->chunkfun = (get_with_arg *)(any_function *)get;
	h->freefun = (put_with_arg *)(any_function *)put;
	h->use_extra_arg = 0;
	return begin(h, (size_t)size, (size_t)align);
}

int _obstack_begin_1(struct obstack *h, int size, int align, void *(*get)(void *, long),
					 void (*put)(void *, void *), void *arg)
{
	h->chunkfun = (get_with_arg *)(any_function *)get;
	h->freefun = (put_with_arg *)(any_function *)put;
	h->extra_arg = arg;
	h->use_extra_arg = 1;
	return begin(h, (size_t)size, (size_t)align);
}

/* Moves the growing object to a new chunk with room for length more bytes. */
void _obstack_newchunk(struct obstack *h, int length)
{
	struct _obstack_chunk *old = h->chunk;
	size_t object = (size_t)(h->next_free - h->object_base);
	size_t size = object + (size_t)length + (object >> 3) + (size_t)h->alignment_mask + 100;
	if (size < (size_t)h->chunk_size)
		size = (size_t)h->chunk_size;
	struct _obstack_chunk *chunk = new_chunk(h, size);
	h->chunk = chunk;
	chunk->prev = old;
	h->chunk_limit = chunk->limit;
	char *base = align_up(h, chunk->contents);
	memcpy(base, h->object_base, object);
	/* Free the old chunk if it contained only the object. */
	if (!h->maybe_empty_object && h->object_base == align_up(h, old->contents)) {
		chunk->prev = old->prev;
		free_chunk(h, old);
	}
	h->object_base = base;
	h->next_free = base + object;
	h->maybe_empty_object = 0;
}

static int holds(const struct _obstack_chunk *chunk, const void *p)
{
	return (uintptr_t)chunk < (uintptr_t)p && (uintptr_t)chunk->limit >= (uintptr_t)p;
}

int _obstack_allocated_p(struct obstack *h, void *p)
{
	for (struct _obstack_chunk *c = h->chunk; c; c = c->prev)
		if (holds(c, p))
			return 1;
	return 0;
}

/* Frees p and all that came after it; everything when p is NULL. */
void obstack_free(struct obstack *h, void *p)
{
	struct _obstack_chunk *c = h->chunk;
	while (c && !holds(c, p)) {
		struct _obstack_chunk *before = c->prev;
		free_chunk(h, c);
		c = before;
		h->maybe_empty_object = 1;
	}
	if (c) {
		h->object_base = h->next_free = p;
		h->chunk_limit = c->limit;
		h->chunk = c;
	} else if (p) {
		abort();
	}
}
ALIAS(obstack_free, _obstack_free);

int _obstack_memory_used(struct obstack *h)
{
	size_t total = 0;
	for (struct _obstack_chunk *c = h->chunk; c; c = c->prev)
		total += (size_t)(c->limit - (char *)c);
	return (int)total;
}
