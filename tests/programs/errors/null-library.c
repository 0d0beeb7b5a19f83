/* null-library.c: the library is handed a null string. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int main(void)
{
	const char *home = getenv("NO_SUCH_VARIABLE_HERE");
	size_t n = strlen(home);
	printf("%zu\n", n);
	puts("done");
	return 0;
}
