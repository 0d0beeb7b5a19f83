// class 1: a change that is masked, then one behind a pointer
// options: --assume 'arg1>=0&&arg1<=20' -- @int
// expect: different
// try: 11
#include <stdio.h>
#include <stdlib.h>
static int f(int x) { return x; }
static int g(int x) { return x % 10; } //OLD
static int g(int x) { return x % 10 + (x > 10); } //NEW
int main(int c, char **v)
{
	int x = atoi(v[1]);
	if (g(x) < 0) return 1;
	int (*p)(int) = x == 11 ? g : f;
	printf("%d\n", p(x));
	return 0 * c;
}
