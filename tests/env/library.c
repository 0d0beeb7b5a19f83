/* library.c: fails when the library it is linked with is older than 2. */
#include <stdio.h>

int library_version(void);

int main(void)
{
	int v = library_version();
	if (v < 2)
		fprintf(stderr, "library is version %d\n", v);
	return v < 2;
}
