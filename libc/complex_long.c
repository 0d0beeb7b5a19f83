/* complex_long.c: complex long double, for functions that only need the two parts. */
#include <complex.h>
#include <math.h>

long double creall(long double complex z)
{
	return __real__ z;
}

long double cimagl(long double complex z)
{
	return __imag__ z;
}

long double cabsl(long double complex z)
{
	return hypotl(__real__ z, __imag__ z);
}

long double cargl(long double complex z)
{
	return atan2l(__imag__ z, __real__ z);
}

long double complex conjl(long double complex z)
{
	__imag__ z = -__imag__ z;
	return z;
}

/* All infinities are one point. */
long double complex cprojl(long double complex z)
{
	if (!isinf(__real__ z) && !isinf(__imag__ z))
		return z;
	long double complex point;
	__real__ point = INFINITY;
	__imag__ point = copysignl(0, __imag__ z);
	return point;
}
