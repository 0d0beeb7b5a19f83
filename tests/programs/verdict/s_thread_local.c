// own: changed first value of a variable of the thread
// options: --assume 'arg1>=0&&arg1<=9' -- @int
// expect: different
// try: 5
#include <stdio.h>
#include <stdlib.h>
static _Thread_local int limit = 3; //OLD
static _Thread_local int limit = 4; //NEW
static int *where(void) { return &limit; }
int main(int c, char **v)
{
	printf("%d\n", atoi(v[1]) == 5 ? *where() : 0);
	return 0 * c;
}
