/* double rf(double x, double y, double z) : Carlson's elliptic integral of the first kind, four rounds. */
#include <math.h>
double rf(double x, double y, double z)
{
	double mean = 1, dx = 0, dy = 0, dz = 0;
	if (x < 0 || y < 0 || z < 0 || x + y < 1e-30)
		return -1;
	for (int i = 0; i < 4; i++) {
		double sx = sqrt(x), sy = sqrt(y), sz = sqrt(z);
		double lambda = sx * (sy + sz) + sy * sz;
		x = 0.25 * (x + lambda);
		y = 0.25 * (y + lambda);
		z = 0.25 * (z + lambda);
		mean = (x + y + z) / 3;
		dx = (mean - x) / mean;
		dy = (mean - y) / mean;
		dz = (mean - z) / mean;
	}
	double e2 = dx * dy - dz * dz, e3 = dx * dy * dz;
	return (1.0 + (e2 / 24 - 0.1 - 3 * e3 / 44) * e2 + e3 / 14) / sqrt(mean);
}
