/* heap-zero-size.c: a block of no bytes has not even one. */
#include <stdio.h>
#include <stdlib.h>

int main(int argc, char **argv)
{
	(void)argv;
	char *p = malloc((size_t)(argc - 1));
	if (!p)
		return 3;
	*p = 'x';
	free(p);
	puts("done");
	return 0;
}
