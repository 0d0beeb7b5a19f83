/* strcpy-heap.clean.c: strlen and one. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static char *copy(const char *s)
{
	char *p = malloc(strlen(s) + 1);
	return p ? strcpy(p, s) : NULL;
}

int main(int argc, char **argv)
{
	char *p = copy(argv[argc - 1]);
	puts(p);
	free(p);
	puts("done");
	return 0;
}
