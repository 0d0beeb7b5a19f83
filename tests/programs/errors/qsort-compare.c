/* qsort-compare.c: the comparison function looks past the last element. */
#include <stdio.h>
#include <stdlib.h>

static int by_next(const void *a, const void *b)
{
	const int *x = a, *y = b;
	return (x[0] > y[0]) - (x[0] < y[0]) + x[6] - y[6];
}

int main(void)
{
	int *v = calloc(6, sizeof *v);
	for (int i = 0; i < 6; i++)
		v[i] = 6 - i;
	qsort(v, 6, sizeof *v, by_next);
	printf("%d\n", v[0]);
	free(v);
	puts("done");
	return 0;
}
