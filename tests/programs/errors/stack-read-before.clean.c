/* stack-read-before.clean.c: the search stops at the front. */
#include <stdio.h>

static int last_zero(const int *a, int n)
{
	int i = n - 1;
	while (i >= 0 && a[i] != 0)
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
