/* slice.c: lists with one link. */
#include "slice.h"

#include <stdlib.h>

static cell **add(cell **last, char value)
{
	*last = calloc(1, sizeof **last);
	(*last)->value = value;
	return &(*last)->next;
}

cell *cells(const char *text)
{
	cell *first = NULL, **last = &first;
	while (*text)
		last = add(last, *text++);
	return first;
}

static int length(const cell *list)
{
	int n = 0;
	for (; list; list = list->next)
		n++;
	return n;
}

static int clamp(int k, int n)
{
	if (k < 0)
		k += n;
	return k > n ? n : k;
}

cell *slice(const cell *list, int from, int to)
{
	cell *first = NULL, **last = &first;
	int n = length(list), end = clamp(to, n), k = clamp(from, n);
	for (int i = 0; i < k; i++)
		list = list->next;
	for (; k < end; k++, list = list->next)
		last = add(last, list->value);
	return first;
}
