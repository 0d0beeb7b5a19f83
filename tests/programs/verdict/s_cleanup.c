// own: what runs at the end of a scope
// options: --assume 'arg1>=0&&arg1<=9' -- @int
// expect: different
// try: 5
#include <stdio.h>
#include <stdlib.h>
static void leave(int *n) { if (*n == 5) puts("left"); } //OLD
static void leave(int *n) { if (*n == 5) puts("gone"); } //NEW
int main(int c, char **v)
{
	__attribute__((cleanup(leave))) int n = atoi(v[1]);
	return n > 7 ? 1 : 0 * c;
}
