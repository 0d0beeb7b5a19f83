/* double erfcc(double x) : complementary error function. */
#include <math.h>
double erfcc(double x)
{
	double z = fabs(x), t = 1.0 / (1.0 + 0.5 * z);
	double r = t * exp(-z * z - 1.26551 + t * (1.00002 + t * (0.37409 + t * (0.09678 + t * -0.18628))));
	return x >= 0.0 ? r : 2.0 - r;
}
