// own: a function that is called by another name
// options: --assume 'arg1>=0&&arg1<=9' -- @int
// expect: different
// try: 5
#include <stdio.h>
#include <stdlib.h>
int real(int n);
int real(int n) { return n + 1; } //OLD
int real(int n) { return n + 2; } //NEW
int other(int n) __attribute__((alias("real")));
int main(int c, char **v)
{
	int n = atoi(v[1]);
	printf("%d\n", n == 5 ? other(n) : n);
	return 0 * c;
}
