// own: an array of bytes is at an even address only by chance
// options: --assume 'arg1>=0&&arg1<=9' -- @int
// expect: depends addresses
#include <stdint.h>
#include <stdio.h>
static char a[3], b[3], d[5];
int main(int c, char **v)
{
	const char *volatile p = v[1][0] == '3' ? b : v[1][0] == '4' ? "literal" : d;
	printf("%d %d\n", (int)((uintptr_t)p & 7), v[1][0] + *a + 0 * c); //OLD
	printf("%d %d\n", 0, v[1][0] + *a + 0 * c); //NEW
	return 0;
}
