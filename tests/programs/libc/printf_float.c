/* printf_float.c: chosen doubles and long doubles with every flag, width and precision. */
#include <float.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

static const char *const flags[] = {"", "-", "+", " ", "0", "#", "+0", "#-", " #0", "'"};
static const char *const sizes[] = {"",     "15",    ".0",  ".1",  ".3",  ".10",
									"12.2", "18.17", ".20", ".60", "3.40"};
static const double values[] = {0.0,
								-0.0,
								1.0,
								-1.0,
								0.5,
								1.5,
								2.5,
								-2.5,
								0.125,
								0.375,
								9.5,
								99.5,
								0.95,
								9.9999995,
								999999.5,
								1e5,
								123456,
								1234567,
								1e-4,
								1e-5,
								0.00012345,
								0.1,
								0.2,
								0.3,
								1.0 / 3,
								100,
								1e15,
								1e16,
								1e17,
								1e21,
								1e22,
								1e23,
								3.14159265358979,
								2.7182818284590452,
								5e-324,
								2.2250738585072014e-308,
								1.7976931348623157e308,
								INFINITY,
								-INFINITY,
								NAN,
								-NAN,
								0x1.8p1,
								0x1.fp0,
								0x1.08p0,
								0x1.18p0,
								0x1.ffffffffffffep0,
								0x1.fffffffffffffp0,
								4294967296.5};

static void one(const char *flag, const char *size, char conv, double v)
{
	char fmt[40];
	snprintf(fmt, sizeof fmt, "%%%s%s%c|%%%s%sL%c", flag, size, conv, flag, size, conv);
	printf("%s: ", fmt);
	printf(fmt, v, (long double)v);
	putchar('\n');
}

int main(void)
{
	const size_t nflags = sizeof flags / sizeof *flags, nsizes = sizeof sizes / sizeof *sizes;
	const size_t nvalues = sizeof values / sizeof *values;
	unsigned turn = 0;
	for (size_t v = 0; v < nvalues; v++)
		for (const char *conv = "eEfFgGaA"; *conv; conv++)
			for (int k = 0; k < 2; k++, turn++) {
				if (fabs(values[v]) > 1e100 && *conv == 'F')
					continue;
				one(flags[turn % nflags], sizes[(turn / 3) % nsizes], *conv, values[v]);
			}
	for (size_t v = 0; v < nvalues; v++)
		printf("%g %e %a %.0e %#.0f %#g %Lg %La\n", values[v], values[v], values[v], values[v],
			   fabs(values[v]) < 1e30 ? values[v] : 0, values[v], (long double)values[v],
			   (long double)values[v]);
	long double ext[] = {LDBL_MIN, LDBL_EPSILON, 1.0L / 3, 0xf.fffffffffffffffp0L, 1e500L, 1e-400L};
	for (size_t v = 1; v < sizeof ext / sizeof *ext; v++)
		printf("%Lg %.20Le %La %.3La %.0La %llg\n", ext[v], ext[v], ext[v], ext[v], ext[v], ext[v]);
	printf("%La %La %.2La\n", LDBL_MAX, LDBL_MIN, 0x1p-16445L);
	printf("%.20Le\n", LDBL_MAX);
	printf("%.30Le\n", 0x1p-16445L);
	printf("%.1000f\n%.400f\n%.1100e\n", 0.1, 5e-324, 5e-324);
	printf("%*.*f|%-*.*e|\n", 10, 2, 3.14159, 15, 3, 2.71828);
	/* Bits that are no number: an exponent, but no leading one. */
	static const unsigned char exponents[][2] = {
		{1, 0}, {8, 9}, {0xff, 0x3f}, {0xff, 0xff}, {0xff, 0x7f}};
	for (size_t v = 0; v < sizeof exponents / sizeof *exponents; v++) {
		long double odd = 0;
		if (v != 3)
			memset(&odd, 7, 8);
		memcpy((char *)&odd + 8, exponents[v], 2);
		printf("%Lg %Le %Lf %La %d\n", odd, odd, odd, odd, odd == odd);
	}
	return 0;
}
