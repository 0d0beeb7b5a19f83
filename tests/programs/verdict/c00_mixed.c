// class 0: bits of two longs put together
// options: -- @int @int
// expect: different
// try: 3 4
#include <stdio.h>
#include <stdlib.h>
int main(int c, char **v)
{
	unsigned long a = (unsigned long)atol(v[1]), b = (unsigned long)atol(v[2]);
	if ((a ^ (b << 20)) == (3 ^ (4ul << 20))) puts("yes"); //OLD
	(void)c, (void)a, (void)b; //NEW
	return 0;
}
