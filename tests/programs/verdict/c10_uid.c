// class 10: who runs it
// options: --assume 'arg1>=0&&arg1<=5' -- @int
// expect: not proud
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>
int main(int c, char **v)
{
	if (getuid() == 4711)
		puts("a"); //OLD
		puts("b"); //NEW
	return atoi(v[1]) + 0 * c;
}
