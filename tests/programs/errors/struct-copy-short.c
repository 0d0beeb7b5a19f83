/* struct-copy-short.c: a struct assignment reads more than the source object has. */
#include <stdio.h>
#include <stdlib.h>

struct big {
	char b[48];
};

int main(void)
{
	char *p = calloc(1, 40);
	struct big v = *(struct big *)p;
	printf("%d\n", v.b[0]);
	free(p);
	puts("done");
	return 0;
}
