// class 9: no input of the shape executes the change
// options: --assume 'arg1>=0&&arg1<=5' -- @int
// expect: not proud
#include <stdio.h>
#include <stdlib.h>
int main(int c, char **v)
{
	if (atoi(v[1]) == 7)
		puts("a"); //OLD
		puts("b"); //NEW
	return 0 * c;
}
