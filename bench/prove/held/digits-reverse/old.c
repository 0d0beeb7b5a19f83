#include <stdio.h>
#include <stdlib.h>

static int f(int n)
{
	unsigned v = (unsigned)n, r = 0;
	while (v > 0) {
		r = r * 10 + v % 10;
		v = v / 10;
	}
	return (int)r;
}

int main(int argc, char **argv)
{
	if (argc != 2)
		return 2;
	printf("%d\n", f(atoi(argv[1])));
	return 0;
}
