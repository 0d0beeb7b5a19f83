/* double lngamma(double xx) : logarithm of the gamma function. */
#include <math.h>
double lngamma(double xx)
{
	static const double cof[6] = {76.18, -86.505, 24.014, -1.2317, 0.12087e-2, -0.5395e-5};
	double x = xx, y = xx, tmp = x + 5.5, ser = 1.00000019;
	if (xx <= 0)
		return 0;
	tmp -= (x + 0.5) * log(tmp);
	for (int j = 0; j <= 5; j++)
		ser += cof[j] / ++y;
	return -tmp + log(2.5066282746 * ser / x);
}
