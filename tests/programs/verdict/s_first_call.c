// own: a pointer that is replaced by its first call
// options: --assume 'arg1>=0&&arg1<=9' -- @int
// expect: different
// try: 5
#include <stdio.h>
#include <stdlib.h>
static int first(int n);
static int later(int n) { return n * 2; } //OLD
static int later(int n) { return n * 2 + (n > 3); } //NEW
static int (*work)(int) = first;
static int first(int n) { work = later; return n; }
int main(int c, char **v)
{
	int n = atoi(v[1]), sum = 0;
	for (int i = 0; i < (n == 5 ? 2 : 1); i++)
		sum += work(n);
	printf("%d\n", sum);
	return 0 * c;
}
