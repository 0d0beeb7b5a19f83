/* div-long.c: 64-bit division by zero. */
#include <stdio.h>

int main(int argc, char **argv)
{
	(void)argv;
	volatile long d = argc - 1;
	long q = 1000000000000L / d;
	printf("%ld\n", q);
	puts("done");
	return 0;
}
