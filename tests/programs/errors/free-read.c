/* free-read.c: a block is read after it was freed. */
#include <stdio.h>
#include <stdlib.h>

int main(void)
{
	int *p = malloc(sizeof *p);
	if (!p)
		return 3;
	*p = 42;
	free(p);
	printf("%d\n", *p);
	puts("done");
	return 0;
}
