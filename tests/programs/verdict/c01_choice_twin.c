// class 1: the same with a body that only looks different
// options: -- @int
// expect: equivalent
// try: 9
#include <stdio.h>
#include <stdlib.h>
static int f(int x) { return x + 1; }
static int g(int x) { return (int)((unsigned)x + 2u); } //OLD
static int g(int x) { return (int)(2u + (unsigned)x); } //NEW
int main(int c, char **v)
{
	int x = atoi(v[1]);
	int (*p)(int) = x == 9 ? g : f;
	printf("%d\n", p(x));
	return 0 * c;
}
