/* realloc-stack.clean.c: realloc of nothing allocates. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int main(int argc, char **argv)
{
	(void)argv;
	char small[8] = "seven";
	char *p = NULL;
	if (argc == 1)
		p = realloc(p, 64);
	if (!p)
		return 3;
	strcpy(p, small);
	puts(p);
	free(p);
	puts("done");
	return 0;
}
