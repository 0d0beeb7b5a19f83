// class 4: found by the difference of two addresses
// options: --assume 'arg1>=0&&arg1<=20' -- @int
// expect: different
// try: 7
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
static int one = 1, two = 2;
static void set(uintptr_t by) { *(int *)((uintptr_t)&one + by) = 5; } //OLD
static void set(uintptr_t by) { *(int *)((uintptr_t)&one + by) = by ? 6 : 5; } //NEW
int main(int c, char **v)
{
	int x = atoi(v[1]);
	set(x == 7 ? (uintptr_t)&two - (uintptr_t)&one : 0);
	printf("%d %d\n", one, two);
	return 0 * c;
}
