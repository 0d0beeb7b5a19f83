#include <stdio.h>
#include <stdlib.h>

static int f(int n)
{
	unsigned v = (unsigned)n;
	int c = 1;
	while (v / 10 > 0) {
		v /= 10;
		c++;
	}
	return c;
}

int main(int argc, char **argv)
{
	if (argc != 2)
		return 2;
	printf("%d\n", f(atoi(argv[1])));
	return 0;
}
