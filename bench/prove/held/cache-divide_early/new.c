#include <stdio.h>
#include <stdlib.h>

static int f(int a, int b)
{
	int r = 0, q = 100 / b;
	if (a > 10)
		r += q;
	if (a > 20)
		r += q * 2;
	return r;
}

int main(int argc, char **argv)
{
	if (argc != 3)
		return 2;
	printf("%d\n", f(atoi(argv[1]), atoi(argv[2])));
	return 0;
}
