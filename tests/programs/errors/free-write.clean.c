/* free-write.clean.c: the block is freed at the end. */
#include <stdio.h>
#include <stdlib.h>

int main(void)
{
	char *p = malloc(24);
	if (!p)
		return 3;
	for (int i = 0; i < 10; i++) {
		char *q = malloc(24);
		if (!q)
			return 3;
		q[0] = (char)i;
		free(q);
	}
	p[3] = 'x';
	free(p);
	puts("done");
	return 0;
}
