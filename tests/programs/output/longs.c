// inputs: int[-200,200]
#include <stdio.h>
#include <stdlib.h>
int main(int argc, char **argv)
{
	int a = argc > 1 ? atoi(argv[1]) : 0;
	long l = (long)a * 3000000000;
	unsigned long u = (unsigned long)a * 3;
	printf("%ld %lu %lx %ld\n", l, u, u, l / 7);
	printf("%d %u %x\n", (int)l, (unsigned)l, (unsigned)(l >> 8));
	printf("%ld %lu %ld\n", l % 1000, u % 1000, (long)(u >> 1));
	printf("%lx %lo %#lx %020ld\n", l, l, l, l);
	printf("%ld %lx\n", (long)a + (unsigned)a, (unsigned long)a << 32 | (unsigned)a);
	return (int)u;
}
