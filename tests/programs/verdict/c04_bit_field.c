// class 4: kept in bit fields
// options: --assume 'arg1>=0&&arg1<=20' -- @int
// expect: different
// try: 7
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
int main(int c, char **v)
{
	int x = atoi(v[1]), one = 1, two = 2;
	struct { uint64_t low : 12, high : 52; } s;
	uintptr_t p = (uintptr_t)(x == 7 ? &one : &two);
	s.low = p & 4095;
	s.high = p >> 12;
	*(int *)((uintptr_t)s.high << 12 | s.low) = 5; //OLD
	*(int *)((uintptr_t)s.high << 12 | s.low) = x == 7 ? 6 : 5; //NEW
	printf("%d %d\n", one, two);
	return 0 * c;
}
