#include <stdio.h>
#include <stdlib.h>

static int f(int n)
{
	int r = 0;
	if (n > 0) {
		r = f(n - 1);
		r += n;
	}
	return r;
}

int main(int argc, char **argv)
{
	if (argc != 2)
		return 2;
	printf("%d\n", f(atoi(argv[1])));
	return 0;
}
