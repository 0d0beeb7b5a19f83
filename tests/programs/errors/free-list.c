/* free-list.c: a list is freed by following links in freed nodes. */
#include <stdio.h>
#include <stdlib.h>

struct node {
	int v;
	struct node *next;
};

static void free_all(struct node *n)
{
	for (; n; n = n->next)
		free(n);
}

int main(void)
{
	struct node *head = NULL;
	for (int i = 0; i < 3; i++) {
		struct node *n = malloc(sizeof *n);
		if (!n)
			return 3;
		n->v = i;
		n->next = head;
		head = n;
	}
	free_all(head);
	puts("done");
	return 0;
}
