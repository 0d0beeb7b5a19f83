/* free-realloc.c: an old pointer is used after realloc moved the block. */
#include <stdio.h>
#include <stdlib.h>

int main(void)
{
	int *v = malloc(4 * sizeof *v);
	if (!v)
		return 3;
	int *first = v;
	v[0] = 1;
	v = realloc(v, 4000 * sizeof *v);
	if (!v)
		return 3;
	v[3999] = 2;
	printf("%d\n", *first + v[3999]);
	free(v);
	puts("done");
	return 0;
}
