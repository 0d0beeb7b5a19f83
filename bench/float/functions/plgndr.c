/* double plgndr(int l, int m, double x) : associated Legendre polynomial, l at most 4. */
#include <math.h>
double plgndr(int l, int m, double x)
{
	double pll = 0, pmm = 1.0;
	if (m < 0 || m > l || l > 4 || !(fabs(x) <= 1.0))
		return -99;
	if (m > 0) {
		double s = sqrt((1.0 - x) * (1.0 + x)), fact = 1.0;
		for (int i = 1; i <= m; i++) {
			pmm *= -fact * s;
			fact += 2.0;
		}
	}
	if (l == m)
		return pmm;
	double pmmp1 = x * (2 * m + 1) * pmm;
	if (l == m + 1)
		return pmmp1;
	for (int ll = m + 2; ll <= l; ll++) {
		pll = (x * (2 * ll - 1) * pmmp1 - (ll + m - 1) * pmm) / (ll - m);
		pmm = pmmp1;
		pmmp1 = pll;
	}
	return pll;
}
