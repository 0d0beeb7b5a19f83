// class 1: a callback passed on
// options: --assume 'arg1>=0&&arg1<=20' -- @int
// expect: different
// try: 4
#include <stdio.h>
#include <stdlib.h>
static int f(int x) { return x + 1; }
static int g(int x) { return x - 1; } //OLD
static int g(int x) { return x - 2; } //NEW
static int inner(int (*fn)(int), int x) { return fn(x); }
static int outer(int (*fn)(int), int x) { return inner(fn, x) + 1; }
int main(int c, char **v)
{
	int x = atoi(v[1]);
	printf("%d\n", outer(x == 4 ? g : f, x));
	return 0 * c;
}
