// class 10: memory never runs out
// options: --assume 'arg1>=0&&arg1<=5' -- @int
// expect: depends fail.malloc
#include <stdio.h>
#include <stdlib.h>
int main(int c, char **v)
{
	char *p = malloc(10);
	if (!p) {
		puts("a"); //OLD
		puts("b"); //NEW
		return 1;
	}
	*p = 0;
	return atoi(v[1]) + 0 * c;
}
