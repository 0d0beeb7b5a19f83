/* free-global.clean.c: the default value is copied. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static char fallback[] = "default";

int main(int argc, char **argv)
{
	char *name = strdup(argc > 5 ? argv[1] : fallback);
	puts(name);
	free(name);
	puts("done");
	return 0;
}
