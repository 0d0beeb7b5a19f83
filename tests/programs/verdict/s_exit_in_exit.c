// own: a function for the end that is registered at the end
// options: --assume 'arg1>=0&&arg1<=9' -- @int
// expect: different
// try: 5
#include <stdio.h>
#include <stdlib.h>
static int n;
static void second(void) { if (n == 5) puts("two"); } //OLD
static void second(void) { if (n == 5) puts("too"); } //NEW
static void first(void) { atexit(second); }
int main(int c, char **v)
{
	n = atoi(v[1]);
	atexit(first);
	return 0 * c;
}
