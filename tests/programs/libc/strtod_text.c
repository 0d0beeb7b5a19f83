/* strtod_text.c: strfromd, ecvt, fcvt, gcvt and their kin. */
#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

static const double values[] = {0,      -0.0,     1,         -1,         0.5,
								1.5,    9.5,      99.995,    123.456,    1e10,
								1e-10,  1e100,    1e-300,    12345678.9, 0.00012345,
								-0.099, INFINITY, -INFINITY, NAN,        3.14159265358979,
								1e15,   1e17,     9.9999e22};

int main(void)
{
	char buf[64];
	for (size_t i = 0; i < sizeof values / sizeof *values; i++) {
		double v = values[i];
		for (int n = -3; n < 20; n += 1 + (n > 6)) {
			int dec = -99, neg = -99;
			const char *s = ecvt(v, n, &dec, &neg);
			printf("%g %d: %s %d %d", v, n, s, dec, neg);
			s = fcvt(v, n, &dec, &neg);
			printf(" %s %d %d", s, dec, neg);
			s = qecvt((long double)v, n, &dec, &neg);
			printf(" %s %d %d", s, dec, neg);
			s = qfcvt((long double)v, n, &dec, &neg);
			printf(" %s %d %d", s, dec, neg);
			if (n > 0)
				printf(" %s", gcvt(v, n, buf));
			if (n > 0)
				printf(" %s", qgcvt((long double)v, n, buf));
			putchar('\n');
		}
		static const char *const fmts[] = {"%f",   "%e",    "%g",   "%a", "%.0f",
										   "%.3E", "%.10G", "%.2A", "%.F"};
		for (size_t f = 0; f < sizeof fmts / sizeof *fmts; f++) {
			int n = strfromd(buf, 20, fmts[f], v);
			printf("%d %s ", n, buf);
			n = strfromf(buf, sizeof buf, fmts[f], i < 8 ? (float)v : 0.1f);
			printf("%d %s ", n, buf);
			n = strfroml(buf, 10, fmts[f], (long double)v);
			printf("%d %s\n", n, buf);
		}
	}
	int dec, neg;
	printf("%d\n", ecvt_r(123.456, 10, &dec, &neg, buf, 4));
	printf("%d %s %d\n", fcvt_r(123.456, 2, &dec, &neg, buf, 20), buf, dec);
	printf("%d\n", strfromd(NULL, 0, "%f", 1e100));
	return 0;
}
