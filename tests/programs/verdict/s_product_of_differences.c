// own: a product of longs that is zero where either is
// options: -- @int @int
// expect: different
// try: 123456 654321
#include <stdio.h>
#include <stdlib.h>
int main(int c, char **v)
{
	long a = atol(v[1]), b = atol(v[2]);
	if ((a - 123456) * (b - 654321) == 0 && a + b == 777777) puts("both"); //OLD
	if ((a - 123456) * (b - 654321) == 0 && a + b == 777776) puts("both"); //NEW
	return 0 * c;
}
