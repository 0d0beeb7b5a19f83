/* heap-write-far.c: a write some hundred bytes past the only block on the heap. */
#include <stdlib.h>
#include <stdio.h>

int main(int argc, char **argv)
{
	(void)argv;
	int *p = malloc(10 * sizeof *p);
	if (!p)
		return 3;
	p[100 * argc] = 1;
	free(p);
	puts("done");
	return 0;
}
