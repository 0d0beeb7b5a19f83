/* free-read.clean.c: read first, then freed. */
#include <stdio.h>
#include <stdlib.h>

int main(void)
{
	int *p = malloc(sizeof *p);
	if (!p)
		return 3;
	*p = 42;
	printf("%d\n", *p);
	free(p);
	puts("done");
	return 0;
}
