// class 11: a difference of which no native program can be linked
// options: --cflags -lnothere --assume 'arg1>=0&&arg1<=5' -- @int
// expect: status 1
#include <stdio.h>
#include <stdlib.h>
int main(int c, char **v)
{
	int x = atoi(v[1]);
	printf("%d\n", x == 3); //OLD
	printf("%d\n", x == 4); //NEW
	return 0 * c;
}
