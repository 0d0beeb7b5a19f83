/* xor_list.c: a list whose nodes know only the XOR of their neighbours. One partition for every node
 * that the argument may change, and one for none. */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

struct node {
	uintptr_t both;
	int value;
};

static struct node a, b, c;

int main(int argc, char **argv)
{
	int x = argc > 1 ? atoi(argv[1]) : 0;
	a.both = (uintptr_t)&b;
	b.both = (uintptr_t)&a ^ (uintptr_t)&c;
	c.both = (uintptr_t)&b;
	struct node *before = NULL, *at = &a;
	for (int i = 1; at; i++) {
		struct node *next = (struct node *)(at->both ^ (uintptr_t)before);
		if (x == i)
			at->value = 1;
		before = at;
		at = next;
	}
	printf("%d%d%d\n", a.value, b.value, c.value);
	return 0;
}
