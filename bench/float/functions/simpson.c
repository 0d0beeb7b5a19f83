/* double simpson(double a, double b) : Simpson's rule for 1 / (1 + x^2), four intervals. */
double simpson(double a, double b)
{
	double h = (b - a) / 4, sum = 0;
	if (!(b > a))
		return 0;
	for (int i = 0; i <= 4; i++) {
		double x = a + i * h, w = i == 0 || i == 4 ? 1 : i % 2 ? 4 : 2;
		sum += w / (1 + x * x);
	}
	return sum * h / 3;
}
