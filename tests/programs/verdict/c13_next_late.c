// class 13: the same, beginning where it overflows
// options: -- @int=2147483647
// expect: says overflow
#include <stdlib.h>
int main(int c, char **v)
{
	int x = atoi(v[1]);
	return x + 1 > x; //OLD
	return x != 2147483647; //NEW
	return c;
}
