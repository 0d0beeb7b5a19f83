// own: besides the sign of a NaN another number differs
// options: -- @double
// expect: different
#include <stdio.h>
#include <stdlib.h>
int main(int c, char **v)
{
	double x = strtod(v[1], 0);
	printf("%g\n", x * -1.0);             //OLD
	printf("%g\n", x == 77.125 ? 1 : -x); //NEW
	return 0 * c;
}
