#include <stdio.h>
#include <stdlib.h>

static int f(int n)
{
	int c = 0;
	while (n > 0) {
		c += 1;
		n >>= 1;
	}
	return c;
}

int main(int argc, char **argv)
{
	if (argc != 2)
		return 2;
	printf("%d\n", f(atoi(argv[1])));
	return 0;
}
