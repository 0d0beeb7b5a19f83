/* double gammaser(double a, double x) : series of the incomplete gamma function, eight terms. */
#include <math.h>
double gammaser(double a, double x)
{
	if (x <= 0.0 || a <= 0.0)
		return 0.0;
	double ap = a, sum = 1.0 / a, del = sum;
	for (int n = 1; n <= 8; n++) {
		++ap;
		del *= x / ap;
		sum += del;
		if (fabs(del) < fabs(sum) * 3e-7)
			return sum * exp(-x + a * log(x));
	}
	return -1;
}
