// inputs: int[4,7] int[4,7] int[0,3]
/* signature.c: thesis, figure 6.2, with its message on standard error and its value on standard
 * output: two decisions make the one, another one the other. */
#include <stdio.h>
#include <stdlib.h>

static int pick(int x, int y, int z)
{
	int out, larger, b = 2;
	if (x - y > 0)
		larger = x;
	else
		larger = y;
	if (x + y > 10)
		b = larger;
#ifndef QUIET
	if (z * z > 3)
		fprintf(stderr, "large\n");
	else
		fprintf(stderr, "small\n");
#endif
	out = b;
	return out;
}

int main(int argc, char **argv)
{
	if (argc < 4)
		return 2;
	printf("%d\n", pick(atoi(argv[1]), atoi(argv[2]), atoi(argv[3])));
	return 0;
}
