#include <stdio.h>
#include <stdlib.h>

static int f(int a, int b)
{
	int x = a, y = b;
	if (x < 0)
		x = 0;
	else if (x > 100)
		x = 100;
	if (y < -5)
		y = -5;
	if (y > 5)
		y = 5;
	return 101 * x + y;
}

int main(int argc, char **argv)
{
	if (argc != 3)
		return 2;
	printf("%d\n", f(atoi(argv[1]), atoi(argv[2])));
	return 0;
}
