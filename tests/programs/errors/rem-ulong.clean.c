/* rem-ulong.clean.c: unsigned 64-bit remainder by something. */
#include <stdio.h>

int main(int argc, char **argv)
{
	(void)argv;
	unsigned long m = (unsigned long)argc << 33;
	printf("%lu\n", 12345678901234ul % m);
	puts("done");
	return 0;
}
