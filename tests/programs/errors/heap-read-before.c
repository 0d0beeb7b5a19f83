/* heap-read-before.c: trimming an empty string looks at the byte before it. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void trim(char *s)
{
	char *end = s + strlen(s);
	while (end[-1] == ' ')
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
