/* div-overflow.clean.c: one more than the least int has. */
#include <limits.h>
#include <stdio.h>

static int ratio(int a, int b)
{
	return a / b;
}

int main(int argc, char **argv)
{
	(void)argv;
	printf("%d\n", ratio(INT_MIN + 1, -argc));
	puts("done");
	return 0;
}
