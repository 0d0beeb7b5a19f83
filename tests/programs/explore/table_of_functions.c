// inputs: int[-40,40] int[-9,9]
#include <stdio.h>
#include <stdlib.h>
typedef int (*op)(int, int);
static int add(int a, int b)
{
	return a + b;
}
static int sub(int a, int b)
{
	return a - b;
}
static int mul(int a, int b)
{
	return a * b;
}
static int dv(int a, int b)
{
	return b ? a / b : 99;
}
int main(int argc, char **argv)
{
	static const op ops[] = {add, sub, mul, dv};
	int a = atoi(argv[argc - 2]), b = atoi(argv[argc - 1]);
	op f = ops[(unsigned)(a ^ b) % 4];
	int r = f(a, b);
	if (f == mul && r > 100)
		r = 100;
	printf("%d %s\n", r, r % 2 ? "odd" : "even");
	return 0;
}
