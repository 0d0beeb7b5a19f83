// own: a sum of longs compared in two ways
// options: -- @int @int
// expect: not different
// try: 3 4
#include <stdio.h>
#include <stdlib.h>
int main(int c, char **v)
{
	long a = atol(v[1]), b = atol(v[2]);
	if (a + b == 7) puts("seven"); //OLD
	if (a == 7 - b) puts("seven"); //NEW
	return 0 * c;
}
