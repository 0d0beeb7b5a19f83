// own: a number made of an integer is no NaN; nor does it matter if both versions have one order
// options: -- @double @int
// expect: equivalent in every world
#include <stdio.h>
#include <stdlib.h>
int main(int c, char **v)
{
	double x = strtod(v[1], 0), y = atoi(v[2]);
	double other = x * x;  //NEW
	printf("%g\n", x + y); //OLD
	printf("%g\n", y + x); //NEW
	printf("%g\n", x * x); //OLD
	printf("%g\n", other); //NEW
	return 0 * c;
}
