// class 1: a call by a pointer that a condition chose
// options: -- @int
// expect: different
// try: 9
#include <stdio.h>
#include <stdlib.h>
static int f(int x) { return x + 1; }
static int g(int x) { return x + 2; } //OLD
static int g(int x) { return x + 3; } //NEW
int main(int c, char **v)
{
	int x = atoi(v[1]);
	int (*p)(int) = x == 9 ? g : f;
	printf("%d\n", p(x));
	return 0 * c;
}
