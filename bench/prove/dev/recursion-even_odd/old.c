#include <stdio.h>
#include <stdlib.h>

static int odd(int n);
static int even(int n)
{
	if (n == 0)
		return 1;
	return odd(n - 1);
}
static int odd(int n)
{
	if (n == 0)
		return 0;
	return even(n - 1);
}
static int f(int n)
{
	return even(n < 0 ? -(n / 2) & 1023 : n & 1023);
}

int main(int argc, char **argv)
{
	if (argc != 2)
		return 2;
	printf("%d\n", f(atoi(argv[1])));
	return 0;
}
