/* Statistics of a table of two rows and two columns: chi square, information, measures of association. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

static double square_sum(const long t[4], double *phi)
{
	double n = (double)(t[0] + t[1] + t[2] + t[3]);
	double row0 = (double)(t[0] + t[1]), row1 = (double)(t[2] + t[3]);
	double col0 = (double)(t[0] + t[2]), col1 = (double)(t[1] + t[3]);
	double d = (double)(t[0] * t[3] - t[1] * t[2]);
	double under = row0 * row1 * col0 * col1;
	if (under <= 0)
		return -1;
	double chi = n * d * d / under;
	*phi = d / sqrt(under);
	return chi;
}

static double part(double x)
{
	return x > 0 ? x * log(x) : 0;
}

static double information(const long t[4])
{
	double n = (double)(t[0] + t[1] + t[2] + t[3]);
	double info = part(n);
	for (int i = 0; i < 4; i++)
		info += part((double)t[i]);
	info -= part((double)(t[0] + t[1]));
	info -= part((double)(t[2] + t[3]));
	info -= part((double)(t[0] + t[2]));
	info -= part((double)(t[1] + t[3]));
	return 2 * info;
}

int main(int argc, char **argv)
{
	long t[4];
	double phi = 0;
	if (argc < 5)
		return 2;
	for (int i = 0; i < 4; i++) {
		t[i] = atoi(argv[i + 1]);
		if (t[i] < 0 || t[i] > 1000) {
			printf("cell %d\n", i);
			return 1;
		}
	}
	double chi = square_sum(t, &phi);
	if (chi < 0) {
		puts("empty row or column");
		return 0;
	}
	printf("chi2 %.4f phi %.3f\n", chi, phi);
	printf("info %.4f\n", information(t));
	if (chi > 6.635)
		puts("**");
	else if (chi > 3.841)
		puts("*");
	if (t[1] > 0 && t[2] > 0)
		printf("odds %.3f\n", (double)t[0] * (double)t[3] / ((double)t[1] * (double)t[2]));
	return 0;
}
