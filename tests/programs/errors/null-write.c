/* null-write.c: an out parameter that the caller did not want is written. */
#include <stdio.h>

static int divide(int a, int b, int *rest)
{
	*rest = a % b;
	return a / b;
}

int main(void)
{
	printf("%d\n", divide(7, 2, NULL));
	puts("done");
	return 0;
}
