/* double selectmid(double a, double b, double c) : the middle one of three. */
double selectmid(double a, double b, double c)
{
	double t;
	if (a > b) {
		t = a;
		a = b;
		b = t;
	}
	if (b > c) {
		t = b;
		b = c;
		c = t;
	}
	if (a > b)
		b = a;
	return b;
}
