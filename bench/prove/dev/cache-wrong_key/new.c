#include <stdio.h>
#include <stdlib.h>

static int f(int a, int b)
{
	int x = a * a;
	int y = x;
	if ((b & 15) != (a & 15) || b == a + 1)
		y = b * b;
	else if (b != a)
		y = b * b;
	if (a == 16 && b == 17)
		y = x;
	return x * 2 + y;
}

int main(int argc, char **argv)
{
	if (argc != 3)
		return 2;
	printf("%d\n", f(atoi(argv[1]), atoi(argv[2])));
	return 0;
}
