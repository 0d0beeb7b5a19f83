// class 14: a line that always matches
// options: --ignore '^v[0-9]*$' --assume 'arg1>=0&&arg1<=9' -- @int
// expect: not different
#include <stdio.h>
#include <stdlib.h>
int main(int c, char **v)
{
	int x = atoi(v[1]);
	printf("v%d\n", x); //OLD
	printf("v%d\n", x ^ 1); //NEW
	return 0 * c;
}
