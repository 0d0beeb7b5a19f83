/* double chebev(double a, double b, double x) : a Chebyshev series of five terms. */
double chebev(double a, double b, double x)
{
	static const double c[5] = {2.5317, 1.1303, 0.2715, 0.0443, 0.0055};
	double d = 0, dd = 0, sv, y, y2;
	if ((x - a) * (x - b) > 0.0)
		return -1;
	y = (2.0 * x - a - b) / (b - a);
	y2 = 2.0 * y;
	for (int j = 4; j >= 1; j--) {
		sv = d;
		d = y2 * d - dd + c[j];
		dd = sv;
	}
	return y * d - dd + 0.5 * c[0];
}
