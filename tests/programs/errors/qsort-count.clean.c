/* qsort-count.clean.c: the size of an element. */
#include <stdio.h>
#include <stdlib.h>

static int never(const void *a, const void *b)
{
	(void)a;
	(void)b;
	return 0;
}

int main(void)
{
	short v[4] = {4, 3, 2, 1};
	qsort(v, 4, sizeof v[0], never);
	printf("%d\n", v[0]);
	puts("done");
	return 0;
}
