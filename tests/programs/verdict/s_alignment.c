// own: an object is aligned otherwise
// options: --assume 'arg1>=0&&arg1<=9' -- @int
// expect: different
// try: 4
#include <stdio.h>
#include <stdlib.h>
#include <stdint.h>
static char pad1 = 1;
static char buf[3] = "ab"; //OLD
static _Alignas(64) char buf[3] = "ab"; //NEW
static char pad2 = 1;
int main(int c, char **v)
{
	int n = atoi(v[1]);
	char *volatile p = buf;
	if (n == 4) printf("%d %d\n", (int)((uintptr_t)p & 63) == 0, pad1 + pad2);
	return 0;
}
