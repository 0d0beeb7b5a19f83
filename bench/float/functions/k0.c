/* double k0(double x) : modified Bessel function of the third kind, for positive numbers. */
#include <math.h>
double k0(double x)
{
	double y, r;
	if (x <= 0)
		return -1;
	if (x <= 2.0) {
		y = x * x / 4.0;
		r = -log(x / 2.0) - 0.57721566 + y * (0.42278 + y * (0.23069 + y * 0.03488));
	} else {
		y = 2.0 / x;
		r = exp(-x) / sqrt(x) * (1.25331 + y * (-0.07832 + y * 0.02189));
	}
	return r;
}
