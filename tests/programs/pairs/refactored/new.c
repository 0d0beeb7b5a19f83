/* The larger of two numbers, clipped; the new version says it in other words. */
#include <stdio.h>
#include <stdlib.h>

static int clipped(int n)
{
	return n <= 100 ? n : 100;
}

int main(int argc, char **argv)
{
	if (argc != 3)
		return 2;
	int a = atoi(argv[1]), b = atoi(argv[2]);
	int larger = b >= a ? b : a;

	printf("%d\n", clipped(larger));
	return clipped(larger) <= -1;
}
