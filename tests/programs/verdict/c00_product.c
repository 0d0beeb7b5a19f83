// class 0: a product of two longs
// options: -- @int @int
// expect: different
// try: 5 7
#include <stdio.h>
#include <stdlib.h>
int main(int c, char **v)
{
	long a = atol(v[1]), b = atol(v[2]);
	if (a * b == 35) puts("yes"); //OLD
	(void)c, (void)a, (void)b; //NEW
	return 0;
}
