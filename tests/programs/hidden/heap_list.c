/* heap_list.c: a list on the heap that only a static local pointer reaches */
#include <stdio.h>
#include <stdlib.h>

struct node { int value; struct node *next; };
static struct node **list(void)
{
	static struct node *first;
	return &first;
}
static void add(int v)
{
	struct node *p = malloc(sizeof *p);
	p->value = v;
	p->next = *list();
	*list() = p;
}
void f(int n)
{
	add(n == 4 ? PICK(10, 11, 2 * 5) : 1);
	add(2);
}

#ifdef JUDGE
void observe(void) { for (struct node *p = *list(); p; p = p->next) printf("%d ", p->value); }
#endif
