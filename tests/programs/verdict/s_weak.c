// own: a function that is there or not
// options: --assume 'arg1>=0&&arg1<=9' -- @int
// expect: different
// try: 5
#include <stdio.h>
#include <stdlib.h>
__attribute__((weak)) int hook(int n);
int hook(int n) { return n + 1; } //NEW
int other(int n); int other(int n) { return n + 1; } //OLD
int main(int c, char **v)
{
	int n = atoi(v[1]);
	printf("%d\n", n == 5 && hook ? hook(n) : n);
	return 0 * c;
}
