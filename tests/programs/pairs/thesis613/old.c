/* A result that depends on x and y, and a line of text that depends on z alone. */
#include <stdio.h>
#include <stdlib.h>

static int larger(int x, int y, int z)
{
	int a, b = 2;

	if (x - y > 0)
		a = x;
	else
		a = y;
	if (x + y > 10)
		b = a;
	if (z * z > 3)
		puts("z * z > 3");
	else
		puts("z * z <= 3");
	return b;
}

int main(int argc, char **argv)
{
	if (argc != 4)
		return 99;
	return larger(atoi(argv[1]), atoi(argv[2]), atoi(argv[3]));
}
