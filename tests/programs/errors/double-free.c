/* double-free.c: an error path and the common exit both free. */
#include <stdio.h>
#include <stdlib.h>

static int use(char *p, int fail)
{
	if (fail)
		free(p);
	return fail ? -1 : p[0];
}

int main(int argc, char **argv)
{
	(void)argv;
	char *p = calloc(1, 8);
	int r = use(p, argc);
	free(p);
	printf("%d\n", r);
	puts("done");
	return 0;
}
