/* recursion.clean.c: the same recursion with an end. */
#include <stdio.h>

static int depth(volatile int *n)
{
	volatile int here[64];
	here[0] = *n + 1;
	*n = here[0];
	return *n >= 5000 ? 0 : depth(n) + here[0];
}

int main(void)
{
	volatile int n = 0;
	printf("%d\n", depth(&n));
	puts("done");
	return 0;
}
