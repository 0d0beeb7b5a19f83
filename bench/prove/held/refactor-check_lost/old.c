#include <stdio.h>
#include <stdlib.h>

static int f(int a, int b)
{
	if (b == 0)
		return -1;
	return a / b;
}

int main(int argc, char **argv)
{
	if (argc != 3)
		return 2;
	printf("%d\n", f(atoi(argv[1]), atoi(argv[2])));
	return 0;
}
