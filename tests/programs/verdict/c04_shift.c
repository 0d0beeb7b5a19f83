// class 4: shifted
// options: --assume 'arg1>=0&&arg1<=20' -- @int
// expect: different
// try: 7
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
static int f(int x) { return x + 1; }
static int g(int x) { return x + 2; } //OLD
static int g(int x) { return x + 3; } //NEW
int main(int c, char **v)
{
	int x = atoi(v[1]);
	uintptr_t p = (uintptr_t)(x == 7 ? g : f) << 4;
	printf("%d\n", ((int (*)(int))(p >> 4))(x));
	return 0 * c;
}
