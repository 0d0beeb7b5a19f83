/* heap-write-far.clean.c: the block is as large as the index says. */
#include <stdlib.h>
#include <stdio.h>

int main(int argc, char **argv)
{
	(void)argv;
	int *p = malloc(101 * sizeof *p);
	if (!p)
		return 3;
	p[100 * argc] = 1;
	free(p);
	puts("done");
	return 0;
}
