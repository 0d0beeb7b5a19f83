/* null-write.clean.c: an out parameter is written when it is wanted. */
#include <stdio.h>

static int divide(int a, int b, int *rest)
{
	if (rest)
		*rest = a % b;
	return a / b;
}

int main(void)
{
	printf("%d\n", divide(7, 2, NULL));
	puts("done");
	return 0;
}
