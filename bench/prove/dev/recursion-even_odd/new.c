#include <stdio.h>
#include <stdlib.h>

static int odd(int n);
static int even(int n)
{
	return n != 0 ? odd(n + -1) : 1;
}
static int odd(int n)
{
	int r = 0;
	if (n)
		r = even(n - 1);
	return r;
}
static int f(int n)
{
	return even((n < 0 ? -(n / 2) : n) & 1023);
}

int main(int argc, char **argv)
{
	if (argc != 2)
		return 2;
	printf("%d\n", f(atoi(argv[1])));
	return 0;
}
