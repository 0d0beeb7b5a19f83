#include <stdio.h>
#include <stdlib.h>

static int size(int v)
{
	if (v < 0)
		return -v;
	return v;
}
static int f(int a, int b)
{
	return size(b) + 3 * size(a);
}

int main(int argc, char **argv)
{
	if (argc != 3)
		return 2;
	printf("%d\n", f(atoi(argv[1]), atoi(argv[2])));
	return 0;
}
