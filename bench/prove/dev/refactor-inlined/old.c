#include <stdio.h>
#include <stdlib.h>

static int clamp(int v, int lo, int hi)
{
	if (v < lo)
		return lo;
	if (v > hi)
		return hi;
	return v;
}
static int f(int a, int b)
{
	return clamp(a, 0, 100) * 101 + clamp(b, -5, 5);
}

int main(int argc, char **argv)
{
	if (argc != 3)
		return 2;
	printf("%d\n", f(atoi(argv[1]), atoi(argv[2])));
	return 0;
}
