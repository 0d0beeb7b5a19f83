// own: 0.0 / 0.0 is -nan on this processor, and nan where a compiler computes it
// options: -- @double
// expect: not different
// try: 0
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
int main(int c, char **v)
{
	double x = strtod(v[1], 0);
	if (x == 0)
		printf("%g\n", x / x); //OLD
		printf("%g\n", NAN);   //NEW
	return 0 * c;
}
