/* stack-read-after.clean.c: the sum is told the right length. */
#include <stdio.h>

static long sum(const long *a, int n)
{
	long s = 0;
	for (int i = 0; i < n; i++)
		s += a[i];
	return s;
}

int main(void)
{
	long a[5] = {1, 2, 3, 4, 5};
	printf("%ld\n", sum(a, 5));
	puts("done");
	return 0;
}
