/* stdin-sort.c: a filter that reads lines of any length, sorts and numbers them. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int by_text(const void *a, const void *b)
{
	return strcmp(*(char *const *)a, *(char *const *)b);
}

int main(void)
{
	char **line = NULL, *buf = NULL;
	size_t n = 0, cap = 0, room = 0;
	ssize_t len;
	while ((len = getline(&buf, &room, stdin)) > 0) {
		if (buf[len - 1] == '\n')
			buf[--len] = 0;
		if (n == cap)
			line = realloc(line, (cap = cap ? 2 * cap : 4) * sizeof *line);
		line[n++] = strdup(buf);
	}
	qsort(line, n, sizeof *line, by_text);
	for (size_t i = 0; i < n; i++) {
		printf("%3zu %-12.12s|%5zu\n", i + 1, line[i], strlen(line[i]));
		free(line[i]);
	}
	free(line);
	free(buf);
	fprintf(stderr, "%zu lines\n", n);
	return n == 0;
}
