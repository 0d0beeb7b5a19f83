// inputs: int[-2,5]
#include <stdio.h>
#include <stdlib.h>
static int twice(int x)
{
	return 2 * x;
}
static int square(int x)
{
	return x * x;
}
static int negate(int x)
{
	return -x;
}
int main(int argc, char **argv)
{
	static int (*const table[])(int) = {twice, square, negate};
	int i = atoi(argv[argc - 1]);
	if (i < 0 || i > 2)
		return 1;
	printf("%d\n", table[i](i + 5));
	return 0;
}
