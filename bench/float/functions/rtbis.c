/* double rtbis(double x1, double x2) : bisection of x^3 - 2x - 4, five steps. */
static double f(double x)
{
	return x * x * x - 2 * x - 4;
}
double rtbis(double x1, double x2)
{
	double fa = f(x1), fm = f(x2), dx, rtb;
	if (fa * fm >= 0.0)
		return -1e10;
	if (fa < 0.0) {
		dx = x2 - x1;
		rtb = x1;
	} else {
		dx = x1 - x2;
		rtb = x2;
	}
	for (int j = 0; j < 5; j++) {
		dx *= 0.5;
		double mid = rtb + dx;
		fm = f(mid);
		if (fm <= 0.0)
			rtb = mid;
		if (fm == 0.0)
			break;
	}
	return rtb;
}
