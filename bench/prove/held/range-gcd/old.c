#include <stdio.h>
#include <stdlib.h>

static int f(int x, int y)
{
	unsigned a = x, b = y;
	while (b) {
		unsigned t = a % b;
		a = b;
		b = t;
	}
	return (int)a;
}

int main(int argc, char **argv)
{
	if (argc != 3)
		return 2;
	printf("%d\n", f(atoi(argv[1]), atoi(argv[2])));
	return 0;
}
