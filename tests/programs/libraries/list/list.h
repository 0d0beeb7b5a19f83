/* list.h: a list with links to both sides. */
#ifndef LIST_H
#define LIST_H

typedef struct node {
	int value;
	struct node *prev, *next;
} node;

typedef struct list {
	node *first, *last;
	int n;
} list;

list *list_new(void);
list *list_add(list *l, int value);
/* Takes out the first node with that value; whether there was one. */
int list_take(list *l, int value);

#endif
