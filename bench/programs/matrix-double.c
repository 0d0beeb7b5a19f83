/* matrix-double.c: multiply square matrices of doubles. Argument: rows. */
#include <stdio.h>
#include <stdlib.h>

static void multiply(int n, const double *a, const double *b, double *c)
{
	for (int i = 0; i < n; i++)
		for (int j = 0; j < n; j++) {
			double s = 0;
			for (int k = 0; k < n; k++)
				s += a[i * n + k] * b[k * n + j];
			c[i * n + j] = s;
		}
}

int main(int argc, char **argv)
{
	int n = argc > 1 ? atoi(argv[1]) : 440;
	size_t size = (size_t)n * (size_t)n * sizeof(double);
	double *a = malloc(size), *b = malloc(size), *c = malloc(size), t = 0;
	for (int i = 0; i < n * n; i++) {
		a[i] = (i % 13) * 0.25;
		b[i] = (i % 7) - 2.5;
	}
	multiply(n, a, b, c);
	for (int i = 0; i < n * n; i++)
		t += c[i] * (i % 5);
	printf("%.10g\n", t);
	free(a);
	free(b);
	free(c);
	return 0;
}
