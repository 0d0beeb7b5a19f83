#include <stdio.h>
#include <stdlib.h>

static int f(int m, int n)
{
	if (!(m > 0))
		return 1 + n;
	int k = 1;
	if (n > 0)
		k = f(m, n - 1);
	return f(m - 1, k);
}

int main(int argc, char **argv)
{
	if (argc != 3)
		return 2;
	printf("%d\n", f(atoi(argv[1]), atoi(argv[2])));
	return 0;
}
