/* div-int128.c: 128-bit division by zero. */
#include <stdio.h>

int main(int argc, char **argv)
{
	(void)argv;
	__int128 a = (__int128)1 << 100, b = argc - 1;
	printf("%ld\n", (long)(a / b));
	puts("done");
	return 0;
}
