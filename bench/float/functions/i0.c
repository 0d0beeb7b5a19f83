/* double i0(double x) : modified Bessel function. */
#include <math.h>
double i0(double x)
{
	double ax = fabs(x), y, r;
	if (ax < 3.75) {
		y = x / 3.75;
		y *= y;
		r = 1.0 + y * (3.5156 + y * (3.0899 + y * (1.2067 + y * 0.2659)));
	} else {
		y = 3.75 / ax;
		r = (exp(ax) / sqrt(ax)) * (0.3989 + y * (0.0132 + y * (0.0022 - y * 0.0015)));
	}
	return r;
}
