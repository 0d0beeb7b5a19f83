/* qsort-count.c: qsort is given a size that the array has not, and swaps outside. */
#include <stdio.h>
#include <stdlib.h>

static int never(const void *a, const void *b)
{
	return a < b ? 1 : a > b ? -1 : 0;
}

int main(void)
{
	short v[4] = {4, 3, 2, 1};
	qsort(v, 2, 2 * sizeof v, never);
	printf("%d\n", v[0]);
	puts("done");
	return 0;
}
