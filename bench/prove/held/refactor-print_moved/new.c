#include <stdio.h>
#include <stdlib.h>

static int f(int a, int b)
{
	printf("max ");
	int m = b;
	if (b < a)
		m = a;
	printf("%d\n", m);
	return b + a;
}

int main(int argc, char **argv)
{
	if (argc != 3)
		return 2;
	printf("%d\n", f(atoi(argv[1]), atoi(argv[2])));
	return 0;
}
