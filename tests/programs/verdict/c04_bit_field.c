// class 4: kept in bit fields
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
	struct { uint64_t low : 12, high : 52; } s;
	uintptr_t p = (uintptr_t)(x == 7 ? g : f);
	s.low = p & 4095;
	s.high = p >> 12;
	printf("%d\n", ((int (*)(int))((uintptr_t)s.high << 12 | s.low))(x));
	return 0 * c;
}
