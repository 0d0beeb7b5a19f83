/* rem-overflow.c: the remainder traps for the same operands. */
#include <limits.h>
#include <stdio.h>

int main(int argc, char **argv)
{
	(void)argv;
	long a = LONG_MIN, b = -argc;
	printf("%ld\n", a % b);
	puts("done");
	return 0;
}
