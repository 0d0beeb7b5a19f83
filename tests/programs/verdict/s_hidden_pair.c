// own: two tables of pointers, one behind the other, read past a member by its offset
// options: --assume 'arg1>=0&&arg1<=9' -- @int
// expect: different
// try: 5
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
static int f(int n) { return n; }
static int g(int n) { return n + 1; } //OLD
static int g(int n) { return n + 2; } //NEW
static struct { long id; int (*one)(int); int (*two)(int); } both = {1, f, g};
int main(int c, char **v)
{
	int n = atoi(v[1]);
	size_t at = n == 5 ? offsetof(__typeof__(both), two) : offsetof(__typeof__(both), one);
	int (*p)(int) = *(int (**)(int))((char *)&both + at);
	printf("%d\n", p(n));
	return 0 * c;
}
