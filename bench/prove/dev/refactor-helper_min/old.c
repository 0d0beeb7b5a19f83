#include <stdio.h>
#include <stdlib.h>

static long size(int v)
{
	return v < 0 ? -(long)v : v;
}
static int f(int a, int b)
{
	return size(a) > 1000 ? 1 : size(b) > 1000 ? 2 : 3;
}

int main(int argc, char **argv)
{
	if (argc != 3)
		return 2;
	printf("%d\n", f(atoi(argv[1]), atoi(argv[2])));
	return 0;
}
