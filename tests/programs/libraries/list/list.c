/* list.c: nodes on the heap. */
#include "list.h"

#include <stdlib.h>

list *list_new(void)
{
	return calloc(1, sizeof(list));
}

list *list_add(list *l, int value)
{
	node *n = calloc(1, sizeof *n);
	n->value = value;
	n->prev = l->last;
	if (l->last)
		l->last->next = n;
	else
		l->first = n;
	l->last = n;
	l->n++;
	return l;
}

int list_take(list *l, int value)
{
	for (node *n = l->first; n; n = n->next) {
		if (n->value != value)
			continue;
		if (n->prev)
			n->prev->next = n->next;
		else
			l->first = n->next;
		if (n->next)
			n->next->prev = n->prev;
		l->n--;
		free(n);
		return 1;
	}
	return 0;
}
