#include <stdio.h>
#include <stdlib.h>

static int f(int n)
{
	unsigned v = (unsigned)n, r = 0;
	for (; v != 0; v /= 10) {
		unsigned d = v % 10;
		r = (r << 3) + (r << 1) + d;
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
