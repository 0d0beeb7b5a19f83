/* null-library.clean.c: a default for the missing variable. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int main(void)
{
	const char *home = getenv("NO_SUCH_VARIABLE_HERE");
	size_t n = strlen(home ? home : "/");
	printf("%zu\n", n);
	puts("done");
	return 0;
}
