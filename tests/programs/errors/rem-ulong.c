/* rem-ulong.c: unsigned 64-bit remainder by zero. */
#include <stdio.h>

int main(int argc, char **argv)
{
	(void)argv;
	unsigned long m = (unsigned long)argc >> 1;
	printf("%lu\n", 12345678901234ul % m);
	puts("done");
	return 0;
}
