#include <stdio.h>
#include <stdlib.h>

static int f(int m, int n)
{
	if (m <= 0)
		return n + 1;
	if (n <= 0)
		return f(m - 1, 1);
	return f(m - 1, f(m, n - 1));
}

int main(int argc, char **argv)
{
	if (argc != 3)
		return 2;
	printf("%d\n", f(atoi(argv[1]), atoi(argv[2])));
	return 0;
}
