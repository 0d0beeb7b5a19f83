// inputs: int[-130,130] int[0,9]
#include <stdio.h>
#include <stdlib.h>
int main(int argc, char **argv)
{
	int a = argc > 1 ? atoi(argv[1]) : 0, b = argc > 2 ? atoi(argv[2]) : 0;
	unsigned u = a;
	long l = a;
	printf("%d %d %d %u %u\n", a >> 1, a >> b, a << 3, u >> 1, u >> b);
	printf("%ld %ld %lu %x\n", l >> 1, l << 33, (unsigned long)l >> 3, a >> 2);
	printf("%d %d %u %u %d\n", a / 3, a % 3, u / 3, u % 7, (int)(u / 5) - a);
	printf("%d %d %d %d\n", -a, ~a, !a, a ^ b);
	printf("%d %u %x %ld\n", a > b ? a : -b, a < 0 ? u : 7u, a & b ? a : b, a < b ? l : (long)u);
	printf("%d %d\n", (signed char)(a * 3) >> 1, (short)(a * 500) / 2);
	return a >> 1;
}
