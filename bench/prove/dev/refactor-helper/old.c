#include <stdio.h>
#include <stdlib.h>

static int f(int a, int b)
{
	int x = a < 0 ? -a : a;
	int y = b < 0 ? -b : b;
	return x * 3 + y;
}

int main(int argc, char **argv)
{
	if (argc != 3)
		return 2;
	printf("%d\n", f(atoi(argv[1]), atoi(argv[2])));
	return 0;
}
