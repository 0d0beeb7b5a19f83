/* div-unsigned.c: unsigned division by a difference that is nought. */
#include <stdio.h>

int main(int argc, char **argv)
{
	(void)argv;
	unsigned a = (unsigned)argc, b = 1;
	printf("%u\n", 100u / (a - b));
	puts("done");
	return 0;
}
