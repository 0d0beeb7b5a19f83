#include <stdio.h>
#include <stdlib.h>

static int f(int n)
{
	if (n > 101)
		return n - 10;
	return f(f(n + 11));
}

int main(int argc, char **argv)
{
	if (argc != 2)
		return 2;
	printf("%d\n", f(atoi(argv[1])));
	return 0;
}
