/* double expint(int n, double x) : exponential integral by six steps of a continued fraction. */
#include <math.h>
double expint(int n, double x)
{
	if (n < 0 || n > 100 || x < 0.0 || (x == 0.0 && n <= 1))
		return -1;
	if (n == 0)
		return exp(-x) / x;
	if (x == 0.0)
		return 1.0 / (n - 1);
	double b = x + n, c = 1e30, d = 1.0 / b, h = d;
	for (int i = 1; i <= 6; i++) {
		double a = -i * (n - 1 + i);
		b += 2.0;
		d = 1.0 / (a * d + b);
		c = b + a / c;
		double del = c * d;
		h *= del;
		if (fabs(del - 1.0) < 1e-7)
			break;
	}
	return h * exp(-x);
}
