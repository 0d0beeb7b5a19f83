/* Roots of a x^2 + b x + c. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

static void linear(double b, double c)
{
	if (b == 0)
		puts(c == 0 ? "all" : "none");
	else
		printf("one %g\n", -c / b);
}

static void quadratic(double a, double b, double c)
{
	double d = b * b - 4 * a * c;
	if (d < 0) {
		double re = -b / (2 * a), im = sqrt(-d) / (2 * a);
		printf("%g+%gi\n", re, fabs(im));
		return;
	}
	if (d == 0) {
		printf("double %g\n", -b / (2 * a));
		return;
	}
	double s = sqrt(d);
	double q = b < 0 ? -0.5 * (b - s) : -0.5 * (b + s);
	double x = q / a, y = q == 0 ? 0 : c / q;
	if (x > y) {
		double t = x;
		x = y;
		y = t;
	}
	printf("%g %g\n", x, y);
}

int main(int argc, char **argv)
{
	if (argc < 4)
		return 2;
	double a = strtod(argv[1], NULL), b = strtod(argv[2], NULL), c = strtod(argv[3], NULL);
	if (!isfinite(a) || !isfinite(b) || !isfinite(c)) {
		puts("not finite");
		return 1;
	}
	if (a == 0)
		linear(b, c);
	else
		quadratic(a, b, c);
	return 0;
}
