// class 13: overflow by the start value
// options: -- @int
// expect: says overflow
#include <stdlib.h>
int main(int c, char **v)
{
	int x = atoi(v[1]);
	return x + 1 > x; //OLD
	return x != 2147483647; //NEW
	return c;
}
