/* heap-read-before.clean.c: trimming stops at the start. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void trim(char *s)
{
	char *end = s + strlen(s);
	while (end > s && end[-1] == ' ')
		end--;
	*end = 0;
}

int main(void)
{
	char *s = calloc(4, 1);
	trim(s);
	puts(s);
	free(s);
	puts("done");
	return 0;
}
