/* strcpy-heap.c: the classic strlen without the one. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static char *copy(const char *s)
{
	char *p = malloc(strlen(s));
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
