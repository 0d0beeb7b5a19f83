/* double gasdev(double u, double v) : a normal deviate from two uniform ones; 0 outside of the circle. */
#include <math.h>
double gasdev(double u, double v)
{
	double v1 = 2.0 * u - 1.0, v2 = 2.0 * v - 1.0;
	double rsq = v1 * v1 + v2 * v2;
	if (rsq >= 1.0 || rsq == 0.0)
		return 0;
	double fac = sqrt(-2.0 * log(rsq) / rsq);
	return v2 * fac;
}
