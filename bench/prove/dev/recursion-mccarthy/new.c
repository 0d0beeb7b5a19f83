#include <stdio.h>
#include <stdlib.h>

static int f(int n)
{
	if (n <= 100) {
		int inner = f(11 + n);
		return f(inner);
	}
	return n + -10;
}

int main(int argc, char **argv)
{
	if (argc != 2)
		return 2;
	printf("%d\n", f(atoi(argv[1])));
	return 0;
}
