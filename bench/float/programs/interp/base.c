/* Values between the points of a table. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

enum { POINTS = 7 };
static const double at[POINTS] = {0, 10, 20, 40, 60, 80, 100};
static const double value[POINTS] = {4.217, 3.519, 3.002, 2.304, 1.861, 1.553, 1.331};

static int interval(double x)
{
	int low = 0, high = POINTS - 1;
	while (high - low > 1) {
		int mid = (low + high) / 2;
		if (x < at[mid])
			high = mid;
		else
			low = mid;
	}
	return low;
}

static double between(double x)
{
	int i = interval(x);
	double part = (x - at[i]) / (at[i + 1] - at[i]);
	return value[i] + part * (value[i + 1] - value[i]);
}

static double inverse(double y)
{
	for (int i = 0; i + 1 < POINTS; i++)
		if (y <= value[i] && y >= value[i + 1])
			return at[i] + (at[i + 1] - at[i]) * (value[i] - y) / (value[i] - value[i + 1]);
	return -1;
}

int main(int argc, char **argv)
{
	if (argc < 3)
		return 2;
	double x = atof(argv[1]), y = atof(argv[2]);
	if (x < at[0] || x > at[POINTS - 1])
		printf("outside");
	else
		printf("%.3f", between(x));
	double back = inverse(y);
	if (back < 0)
		printf(" none\n");
	else
		printf(" %.2f\n", back);
	return 0;
}
