/* A date and time moved by days and parts of days, by way of the Julian day. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

static double julian(int y, int m, double d)
{
	if (m <= 2) {
		y -= 1;
		m += 12;
	}
	int b = 0;
	if (y > 1582 || (y == 1582 && (m > 10 || (m == 10 && d >= 15)))) {
		int a = y / 100;
		b = 2 - a + a / 4;
	}
	return floor(365.25 * (y + 4716)) + floor(30.6001 * (m + 1)) + d + b - 1524.5;
}

static void calendar(double jd, int *year, int *month, double *day)
{
	jd += 0.5;
	double z = floor(jd), f = jd - z, a = z;
	if (z >= 2299161) {
		double alpha = floor((z - 1867216.25) / 36524.25);
		a = z + 1 + alpha - floor(alpha / 4);
	}
	double b = a + 1524, c = floor((b - 122.1) / 365.25);
	double d = floor(365.25 * c), e = floor((b - d) / 30.6001);
	*day = b - d - floor(30.6001 * e) + f;
	*month = (int)(e < 14 ? e - 1 : e - 13);
	*year = (int)(*month > 2 ? c - 4716 : c - 4715);
}

int main(int argc, char **argv)
{
	if (argc < 5)
		return 2;
	int y = atoi(argv[1]), m = atoi(argv[2]), d = atoi(argv[3]);
	double by = atof(argv[4]), day;
	if (y < 1 || y > 4000 || m < 1 || m > 12 || d < 1 || d > 31) {
		puts("no date");
		return 1;
	}
	if (!(fabs(by) <= 100000)) {
		puts("too far");
		return 1;
	}
	double jd = julian(y, m, d) + by;
	if (jd < 1721424) {
		puts("too early");
		return 1;
	}
	calendar(jd, &y, &m, &day);
	int whole = (int)day, minutes = (int)((day - whole) * 1440);
	printf("%04d-%02d-%02d %02d:%02d\n", y, m, whole, minutes / 60, minutes % 60);
	printf("%d\n", (int)fmod(floor(jd + 1.5), 7));
	return 0;
}
