// own: which of two NaNs a sum returns depends on the order of its operands, and on the compiler
// options: -- @double @double
// expect: depends nan
#include <stdio.h>
#include <stdlib.h>
int main(int c, char **v)
{
	double x = strtod(v[1], 0), y = strtod(v[2], 0);
	printf("%g\n", x + y); //OLD
	printf("%g\n", y + x); //NEW
	return 0 * c;
}
