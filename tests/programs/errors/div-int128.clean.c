/* div-int128.clean.c: 128-bit division by something. */
#include <stdio.h>

int main(int argc, char **argv)
{
	(void)argv;
	__int128 a = (__int128)1 << 100, b = (__int128)argc << 60;
	printf("%ld\n", (long)(a / b));
	puts("done");
	return 0;
}
