#include <stdio.h>
#include <stdlib.h>

static int f(int n)
{
	if (n <= 1)
		return n == 0 ? 0 : 1;
	return n * f(n - 1);
}

int main(int argc, char **argv)
{
	if (argc != 2)
		return 2;
	printf("%d\n", f(atoi(argv[1])));
	return 0;
}
