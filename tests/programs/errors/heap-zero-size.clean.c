/* heap-zero-size.clean.c: an empty block may be had and freed. */
#include <stdio.h>
#include <stdlib.h>

int main(int argc, char **argv)
{
	(void)argv;
	char *p = malloc((size_t)(argc - 1));
	char *q = malloc((size_t)argc);
	if (!p || !q)
		return 3;
	*q = 'x';
	free(p);
	free(q);
	puts("done");
	return 0;
}
