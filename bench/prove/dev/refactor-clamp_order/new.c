#include <stdio.h>
#include <stdlib.h>

static int f(int v, int hi)
{
	int lo = 5;
	if (v > hi)
		v = hi;
	if (v < lo)
		v = lo;
	return v;
}

int main(int argc, char **argv)
{
	if (argc != 3)
		return 2;
	printf("%d\n", f(atoi(argv[1]), atoi(argv[2])));
	return 0;
}
