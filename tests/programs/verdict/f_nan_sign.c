// own: which sign a NaN has that an operation returns is the compiler's choice: no difference
// options: -- @double
// expect: not different
#include <stdio.h>
#include <stdlib.h>
int main(int c, char **v)
{
	double x = strtod(v[1], 0);
	printf("%g\n", x * -1.0); //OLD
	printf("%g\n", -x);       //NEW
	return 0 * c;
}
