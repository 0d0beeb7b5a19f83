#include <stdio.h>
#include <stdlib.h>

static int f(int lo, int hi)
{
	int steps = 0;
	while (lo < hi && steps < 40) {
		int mid = (lo + hi) >> 1;
		if (mid & 1)
			hi = mid;
		else
			lo = mid + 1;
		steps++;
	}
	return lo * 64 + steps;
}

int main(int argc, char **argv)
{
	if (argc != 3)
		return 2;
	printf("%d\n", f(atoi(argv[1]), atoi(argv[2])));
	return 0;
}
