#include <stdio.h>
#include <stdlib.h>

static int f(int n)
{
	int c = 7;
	for (int i = n; i > 0; i--)
		c = c * 31 + 5;
	return c;
}

int main(int argc, char **argv)
{
	if (argc != 2)
		return 2;
	printf("%d\n", f(atoi(argv[1])));
	return 0;
}
