/* free-interior.clean.c: a second pointer moves on. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int main(void)
{
	char *s = strdup("  text"), *p = s;
	while (*p == ' ')
		p++;
	puts(p);
	free(s);
	puts("done");
	return 0;
}
