/* heap-read-calloc.c: count and size of a table disagree by one row. */
#include <stdio.h>
#include <stdlib.h>

struct row {
	int key;
	short a, b;
};

int main(void)
{
	struct row *t = calloc(7, sizeof *t);
	int s = 0;
	for (int i = 1; i <= 7; i++)
		s += t[i].b;
	printf("%d\n", s);
	free(t);
	puts("done");
	return 0;
}
