/* free-puts.clean.c: printed, then freed. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int main(void)
{
	char *s = strdup("gone");
	puts(s);
	free(s);
	puts("done");
	return 0;
}
