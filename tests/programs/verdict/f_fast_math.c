// own: under fast-math the compiler computes something else; a pragma stands for the option
// options: -- @double
// expect: depends fast_math
#include <stdio.h>
#include <stdlib.h>
#pragma clang fp reassociate(on) //NEW
int main(int c, char **v)
{
	double x = strtod(v[1], 0);
	printf("%g\n", x + 0.1 - x);
	return 0 * c;
}
