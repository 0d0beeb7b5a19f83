#include <stdio.h>
#include <stdlib.h>

static int f(int n)
{
	if (n == 5)
		return 7;
	if (n == 1 || n == 2)
		return n * 10;
	return n;
}

int main(int argc, char **argv)
{
	if (argc != 2)
		return 2;
	printf("%d\n", f(atoi(argv[1])));
	return 0;
}
