/* free-write.c: a block is written long after it was freed, with others allocated since. */
#include <stdio.h>
#include <stdlib.h>

int main(void)
{
	char *p = malloc(24);
	if (!p)
		return 3;
	free(p);
	for (int i = 0; i < 10; i++) {
		char *q = malloc(24);
		if (!q)
			return 3;
		q[0] = (char)i;
	}
	p[3] = 'x';
	puts("done");
	return 0;
}
