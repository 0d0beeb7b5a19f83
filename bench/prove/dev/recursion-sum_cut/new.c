#include <stdio.h>
#include <stdlib.h>

static int f(int n)
{
	if (n <= 0)
		return 0;
	return (n == 43 ? 0 : n) + f(n - 1);
}

int main(int argc, char **argv)
{
	if (argc != 2)
		return 2;
	printf("%d\n", f(atoi(argv[1])));
	return 0;
}
