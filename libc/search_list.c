/* search_list.c: lfind, lsearch and the doubly linked lists of insque and remque. */
#include <search.h>
#include <string.h>
#include "core.h"

void *lfind(const void *key, const void *base, size_t *count, size_t size, __compar_fn_t cmp)
{
	const char *p = base;
	for (size_t i = 0; i < *count; i++, p += size)
		if (cmp(key, p) == 0)
			return (void *)p;
	return NULL;
}

void *lsearch(const void *key, void *base, size_t *count, size_t size, __compar_fn_t cmp)
{
	void *found = lfind(key, base, count, size, cmp);
	if (found)
		return found;
	return memcpy((char *)base + (*count)++ * size, key, size);
}

/* How every element of such a list begins. */
struct links {
	struct links *next, *prev;
};

void insque(void *element, void *after)
{
	struct links *e = element, *prev = after;
	if (!prev) {
		e->next = e->prev = NULL;
		return;
	}
	e->next = prev->next;
	e->prev = prev;
	prev->next = e;
	if (e->next)
		e->next->prev = e;
}

void remque(void *element)
{
	struct links *e = element;
	if (e->next)
		e->next->prev = e->prev;
	if (e->prev)
		e->prev->next = e->next;
}
