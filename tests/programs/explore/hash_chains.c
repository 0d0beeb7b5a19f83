// inputs: int[-6,9] int[-6,9]
#include <stdio.h>
#include <stdlib.h>
/* Pointers in a table, at places that the input decides. */
struct node {
	int key;
	struct node *next;
};
static struct node *table[128], nodes[3];

static void insert(struct node *n, int key)
{
	struct node **head = &table[(unsigned)key * 5 % 128];
	n->key = key;
	n->next = *head;
	*head = n;
}

static void take(int key)
{
	struct node **at = &table[(unsigned)key * 5 % 128];
	while (*at && (*at)->key != key)
		at = &(*at)->next;
	if (*at)
		*at = (*at)->next;
}

int main(int argc, char **argv)
{
	int a = atoi(argv[argc - 2]), b = atoi(argv[argc - 1]);
	for (int i = 0; i < 128; i++)
		table[i] = NULL;
	insert(&nodes[0], 3);
	insert(&nodes[1], a);
	take(b);
	insert(&nodes[2], 1);
	int n = 0;
	for (struct node *p = table[15]; p; p = p->next)
		n = 10 * n + 1 + p->key % 7;
	printf("%d\n", n);
	return 0;
}
