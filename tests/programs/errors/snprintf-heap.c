/* snprintf-heap.c: snprintf is told a size that the block does not have. */
#include <stdio.h>
#include <stdlib.h>

int main(int argc, char **argv)
{
	(void)argc;
	char *p = malloc(12);
	if (!p)
		return 3;
	snprintf(p, 64, "hello, %s", argv[1]);
	puts(p);
	free(p);
	puts("done");
	return 0;
}
