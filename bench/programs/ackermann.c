/* ackermann.c: Ackermann's function and Takeuchi's: deep recursion. Argument: rounds. */
#include <stdio.h>
#include <stdlib.h>

static unsigned ack(unsigned m, unsigned n)
{
	if (m == 0)
		return n + 1;
	return ack(m - 1, n ? ack(m, n - 1) : 1);
}

static int tak(int x, int y, int z)
{
	return y >= x ? z : tak(tak(x - 1, y, z), tak(y - 1, z, x), tak(z - 1, x, y));
}

int main(int argc, char **argv)
{
	int rounds = argc > 1 ? atoi(argv[1]) : 70;
	unsigned h = 0;
	for (int i = 0; i < rounds; i++)
		h = h * 31 + ack(3, 6 + (unsigned)i % 2) + (unsigned)tak(18 + i % 2, 12, 6);
	printf("%u\n", h);
	return 0;
}
