// class 10: the clock of the machine decides
// options: --assume 'arg1>=0&&arg1<=5' -- @int
// expect: different
#include <stdio.h>
#include <stdlib.h>
#include <time.h>
int main(int c, char **v)
{
	if (time(0) < 1893456000)
		return atoi(v[1]);
	puts("a"); //OLD
	puts("b"); //NEW
	return 0 * c;
}
