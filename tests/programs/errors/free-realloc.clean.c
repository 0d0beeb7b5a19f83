/* free-realloc.clean.c: the pointer is taken again after realloc. */
#include <stdio.h>
#include <stdlib.h>

int main(void)
{
	int *v = malloc(4 * sizeof *v);
	if (!v)
		return 3;
	v[0] = 1;
	v = realloc(v, 4000 * sizeof *v);
	if (!v)
		return 3;
	int *first = v;
	v[3999] = 2;
	printf("%d\n", *first + v[3999]);
	free(v);
	puts("done");
	return 0;
}
