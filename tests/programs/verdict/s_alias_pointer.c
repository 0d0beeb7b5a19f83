// own: a pointer to another name of a function
// options: --assume 'arg1>=0&&arg1<=9' -- @int
// expect: different
// try: 5
#include <stdio.h>
#include <stdlib.h>
int real(int n);
int real(int n) { return n + 1; } //OLD
int real(int n) { return n + 2; } //NEW
int other(int n) __attribute__((alias("real")));
static int plain(int n) { return n; }
static int (*const table[])(int) = {plain, other};
int main(int c, char **v)
{
	int n = atoi(v[1]);
	printf("%d\n", table[n == 5](n));
	return 0 * c;
}
