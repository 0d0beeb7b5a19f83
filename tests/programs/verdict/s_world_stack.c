// own: a recursion that uses up a good part of the stack
// options: --assume 'arg1>=0&&arg1<=9' -- @int
// expect: depends stack
#include <stdio.h>
#include <stdlib.h>
static int deep(int n)
{
	volatile char room[2048];
	room[n % 2048] = 1; //OLD
	room[(n + 1) % 2048] = 1; //NEW
	return n ? deep(n - 1) : 0;
}
int main(int c, char **v)
{
	int n = atoi(v[1]) * c / 2;
	printf("%d\n", n == 3 ? deep(1500) : n);
	return 0;
}
