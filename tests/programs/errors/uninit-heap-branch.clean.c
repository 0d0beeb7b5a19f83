/* uninit-heap-branch.clean.c: calloc clears. */
#include <stdio.h>
#include <stdlib.h>

int main(void)
{
	int *seen = calloc(8, sizeof *seen);
	int n = 0;
	if (!seen)
		return 3;
	seen[0] = 1;
	for (int i = 0; i < 2; i++)
		if (seen[i] == 123456789)
			n++;
	printf("%d\n", n);
	free(seen);
	puts("done");
	return 0;
}
