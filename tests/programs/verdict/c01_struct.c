// class 1: a table of operations, chosen by a returned pointer
// options: --assume 'arg1>=0&&arg1<=20' -- @int
// expect: different
// try: 4
#include <stdio.h>
#include <stdlib.h>
struct ops { const char *name; int (*run)(int); };
static int f(int x) { return x + 1; }
static int g(int x) { return x - 1; } //OLD
static int g(int x) { return x - 2; } //NEW
static const struct ops ops[] = {{"one", f}, {"two", g}};
static const struct ops *pick(int x) { return &ops[x == 4]; }
int main(int c, char **v)
{
	int x = atoi(v[1]);
	printf("%d\n", pick(x)->run(x));
	return 0 * c;
}
