/* double j0(double x) : Bessel function by a quotient of polynomials, and an asymptotic form. */
#include <math.h>
double j0(double x)
{
	double ax = fabs(x), y, top, low;
	if (ax < 8.0) {
		y = x * x;
		top = 57568490.0 + y * (-13362590.0 + y * (651619.6 + y * (-11214.4 + y * 77.39)));
		low = 57568490.0 + y * (1029532.0 + y * (9494.68 + y * (59.27 + y)));
		return top / low;
	}
	double z = 8.0 / ax, xx = ax - 0.785398164;
	y = z * z;
	top = 1.0 + y * (-0.001098628 + y * 0.00002734);
	low = -0.015624999 + y * (0.00014304 + y * -0.000006911);
	return sqrt(0.636619772 / ax) * (cos(xx) * top - z * sin(xx) * low);
}
