/* store.c: notes in a text file, one a line. */
#include "store.h"

#include <stdio.h>
#include <stdlib.h>

int store_add(const char *path, const char *text)
{
	FILE *f = fopen(path, "a");
	if (!f)
		return -1;
	fprintf(f, "%s\n", text);
	return fclose(f);
}

int store_list(const char *path)
{
	FILE *f = fopen(path, "r");
	char *line = NULL;
	size_t cap = 0;
	int n = 0;
	if (!f)
		return 0;
	while (getline(&line, &cap, f) > 0)
		printf("%3d  %s", ++n, line);
	free(line);
	fclose(f);
	return n;
}
