/* null-member.c: a member at an offset of a null struct pointer. */
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
	static struct node n = {"only", 1, NULL};
	printf("%d\n", second(&n));
	puts("done");
	return 0;
}
