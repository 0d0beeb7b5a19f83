/* free-interior.c: the pointer moved on while parsing and is then freed. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int main(void)
{
	char *s = strdup("  text");
	while (*s == ' ')
		s++;
	puts(s);
	free(s);
	puts("done");
	return 0;
}
