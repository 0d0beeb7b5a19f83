/* null-member.clean.c: the list has a second node. */
#include <stdio.h>
#include <stddef.h>

struct node {
	char name[200];
	int value;
	struct node *next;
};

static int second(const struct node *n)
{
	return n->next->value;
}

int main(void)
{
	static struct node m = {"other", 2, NULL};
	static struct node n = {"only", 1, &m};
	printf("%d\n", second(&n));
	puts("done");
	return 0;
}
