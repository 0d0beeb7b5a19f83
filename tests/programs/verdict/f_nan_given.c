// own: the sign of a NaN that the input has is nobody's choice
// options: -- @double
// expect: different
// try: -nan
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
int main(int c, char **v)
{
	double x = strtod(v[1], 0);
	printf("%g\n", fabs(x));                           //OLD
	printf("%g\n", x < 0 ? -x : x == 0 ? 0.0 : x); //NEW
	return 0 * c;
}
