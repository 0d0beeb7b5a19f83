#include <stdio.h>
#include <stdlib.h>

static int f(int x, int y)
{
	unsigned a = x, b = y;
	for (;;) {
		if (b == 0)
			return (int)a;
		unsigned r = a % b;
		a = b;
		b = r;
	}
}

int main(int argc, char **argv)
{
	if (argc != 3)
		return 2;
	printf("%d\n", f(atoi(argv[1]), atoi(argv[2])));
	return 0;
}
