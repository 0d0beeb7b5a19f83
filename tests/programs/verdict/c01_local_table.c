// class 1: a table on the stack
// options: --assume 'arg1>=0&&arg1<=20' -- @int
// expect: different
// try: 2
#include <stdio.h>
#include <stdlib.h>
static int f(int x) { return x + 1; }
static int g(int x) { return x * 2; } //OLD
static int g(int x) { return x * 3; } //NEW
int main(int c, char **v)
{
	int x = atoi(v[1]);
	int (*table[3])(int) = {f, g, f};
	printf("%d\n", table[x == 2](x));
	return 0 * c;
}
