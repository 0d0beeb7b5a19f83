/* struct-copy-short.clean.c: source and destination have one size. */
#include <stdio.h>
#include <stdlib.h>

struct big {
	char b[48];
};

int main(void)
{
	char *p = calloc(1, 48);
	struct big v = *(struct big *)p;
	printf("%d\n", v.b[0]);
	free(p);
	puts("done");
	return 0;
}
