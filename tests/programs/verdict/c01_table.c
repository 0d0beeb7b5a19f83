// class 1: a table of handlers
// options: --assume 'arg1>=0&&arg1<=20' -- @int
// expect: different
// try: 14
#include <stdio.h>
#include <stdlib.h>
static int f(int x) { return x + 1; }
static int g(int x) { return x * 2; } //OLD
static int g(int x) { return x * 2 + (x == 14); } //NEW
static int (*handlers[])(int) = {f, f, g, f};
int main(int c, char **v)
{
	int x = atoi(v[1]);
	printf("%d\n", handlers[x & 3](x));
	return 0 * c;
}
