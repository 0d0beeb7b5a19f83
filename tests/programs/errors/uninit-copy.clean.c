/* uninit-copy.clean.c: unset padding is copied but never looked at. */
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
	a->n = 1;
	memcpy(b, a, sizeof *b);
	if (b->n + 1 == 13579)
		puts("lucky");
	free(a);
	free(b);
	puts("done");
	return 0;
}
