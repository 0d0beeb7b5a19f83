/* div-overflow.c: the least int has no positive counterpart; the processor traps. */
#include <limits.h>
#include <stdio.h>

static int ratio(int a, int b)
{
	return a / b;
}

int main(int argc, char **argv)
{
	(void)argv;
	printf("%d\n", ratio(INT_MIN, -argc));
	puts("done");
	return 0;
}
