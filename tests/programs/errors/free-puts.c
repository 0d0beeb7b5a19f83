/* free-puts.c: a freed string is handed to the library. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int main(void)
{
	char *s = strdup("gone");
	free(s);
	puts(s);
	puts("done");
	return 0;
}
