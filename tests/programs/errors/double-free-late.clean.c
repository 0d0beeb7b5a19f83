/* double-free-late.clean.c: the second owner has a block of its own. */
#include <stdio.h>
#include <stdlib.h>

struct owner {
	char *data;
};

static void drop(struct owner *o)
{
	free(o->data);
	o->data = NULL;
}

int main(void)
{
	struct owner a = {malloc(16)};
	struct owner b = {malloc(16)};
	drop(&a);
	char *other = malloc(16);
	drop(&b);
	free(other);
	puts("done");
	return 0;
}
