#include <stdio.h>
#include <stdlib.h>

static int f(int n)
{
	unsigned a = 0, b = 1, sum = 1;
	for (int i = 0; i < n; i++) {
		a = b;
		b = sum;
		sum = a + b;
	}
	return (int)a;
}

int main(int argc, char **argv)
{
	if (argc != 2)
		return 2;
	printf("%d\n", f(atoi(argv[1])));
	return 0;
}
