/* double rc(double x, double y) : Carlson's degenerate elliptic integral, three rounds. */
#include <math.h>
double rc(double x, double y)
{
	double w, mean = 1, s = 0;
	if (x < 0 || y == 0)
		return -1;
	if (y > 0) {
		w = 1;
	} else {
		w = sqrt(x) / sqrt(x - y);
		x = x - y;
		y = -y;
	}
	for (int i = 0; i < 3; i++) {
		double lambda = 2 * sqrt(x) * sqrt(y) + y;
		x = (x + lambda) * 0.25;
		y = (y + lambda) * 0.25;
		mean = (x + y + y) / 3;
		s = (y - mean) / mean;
	}
	return w * (1 + s * s * (0.3 + s * (1.0 / 7 + s * 0.375))) / sqrt(mean);
}
