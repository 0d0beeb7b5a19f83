/* member-short-alloc.c: sizeof of the pointer instead of the struct; a later member is outside. */
#include <stdio.h>
#include <stdlib.h>

struct node {
	long key;
	long value;
	struct node *next;
};

int main(void)
{
	struct node *n = malloc(sizeof(n));
	if (!n)
		return 3;
	n->key = 1;
	n->value = 2;
	printf("%ld\n", n->key);
	free(n);
	puts("done");
	return 0;
}
