/* div-unsigned.clean.c: the difference wraps and is not nought. */
#include <stdio.h>

int main(int argc, char **argv)
{
	(void)argv;
	unsigned a = (unsigned)argc, b = 2;
	printf("%u\n", 100u / (a - b));
	puts("done");
	return 0;
}
