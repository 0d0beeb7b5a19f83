/* memcpy-overlap.clean.c: a line loses its first character by memmove. */
#include <stdio.h>
#include <string.h>

static void drop(char *line, size_t n)
{
	memmove(line, line + 1, n);
}

int main(void)
{
	char line[32] = "  a line of some length";
	memcpy(line, line, 4);
	drop(line, strlen(line));
	puts(line);
	puts("done");
	return 0;
}
