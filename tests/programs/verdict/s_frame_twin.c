// own: the same in a recursion that fits
// options: --assume 'arg1>=0&&arg1<=9' -- @int
// expect: equivalent
// try: 3
#include <stdio.h>
#include <stdlib.h>
static int deep(int n)
{
	volatile char room[2000]; //OLD
	volatile char room[100]; //NEW
	room[0] = (char)n;
	return n ? deep(n - 1) : 0;
}
int main(int c, char **v)
{
	int n = atoi(v[1]) * c / 2;
	printf("%d\n", n == 3 ? deep(50) : n);
	return 0;
}
