/* uninit-copy.c: copying unset bytes is fine, deciding on the copy is not. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct rec {
	char tag;
	int n;
};

int main(void)
{
	struct rec *a = malloc(sizeof *a), *b = malloc(sizeof *b);
	if (!a || !b)
		return 3;
	a->tag = 'a';
	memcpy(b, a, sizeof *b);
	if (b->n + 1 == 13579)
		puts("lucky");
	free(a);
	free(b);
	puts("done");
	return 0;
}
