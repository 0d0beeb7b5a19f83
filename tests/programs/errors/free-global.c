/* free-global.c: a default value is freed as if it were allocated. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static char fallback[] = "default";

int main(int argc, char **argv)
{
	char *name = argc > 5 ? strdup(argv[1]) : fallback;
	puts(name);
	free(name);
	puts("done");
	return 0;
}
