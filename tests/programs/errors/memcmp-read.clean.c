/* memcmp-read.clean.c: compared over the shorter length. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int main(void)
{
	char *a = calloc(8, 1), *b = calloc(5, 1);
	int r = memcmp(a, b, 5);
	printf("%d\n", r);
	free(a);
	free(b);
	puts("done");
	return 0;
}
