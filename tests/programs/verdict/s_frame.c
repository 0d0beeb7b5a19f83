// own: a local of which hardly anything is used, in a recursion
// options: --assume 'arg1>=0&&arg1<=9' -- @int
// expect: not equivalent
// try: 3
#include <stdio.h>
#include <stdlib.h>
static int deep(int n)
{
	volatile char room[64]; //OLD
	volatile char room[4096]; //NEW
	room[0] = (char)n;
	return n ? deep(n - 1) : 0;
}
int main(int c, char **v)
{
	int n = atoi(v[1]) * c / 2;
	printf("%d\n", n == 3 ? deep(5000) : n);
	return 0;
}
