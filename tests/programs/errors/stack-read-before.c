/* stack-read-before.c: a search runs off the front of a local array. */
#include <stdio.h>

static int last_zero(const int *a, int n)
{
	int i = n - 1;
	while (a[i] != 0)
		i--;
	return i;
}

int main(void)
{
	int a[3] = {1, 2, 3};
	printf("%d\n", last_zero(a, 3));
	puts("done");
	return 0;
}
