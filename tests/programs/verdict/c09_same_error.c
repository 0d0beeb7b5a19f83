// class 9: every run ends in the same error before the change
// options: --assume 'arg1>=0&&arg1<=5' -- @int
// expect: not proud
#include <stdio.h>
#include <stdlib.h>
int main(int c, char **v)
{
	int x = atoi(v[1]), *p = malloc(4);
	if (!p)
		return 1;
	p[1 + x] = 3;
	printf("%d\n", p[0] = x); //OLD
	printf("%d\n", p[0] = x + 1); //NEW
	return 0 * c;
}
