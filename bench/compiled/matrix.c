/* matrix.c: products of matrices of doubles. Argument: products. */
#include <stdio.h>
#include <stdlib.h>

enum { N = 128 };
static double a[N][N], b[N][N], c[N][N];

static void multiply(void)
{
	for (int i = 0; i < N; i++)
		for (int j = 0; j < N; j++) {
			double s = 0;
			for (int k = 0; k < N; k++)
				s += a[i][k] * b[k][j];
			c[i][j] = s;
		}
}

int main(int argc, char **argv)
{
	long n = argc > 1 ? atol(argv[1]) : 450;
	for (int i = 0; i < N; i++)
		for (int j = 0; j < N; j++) {
			a[i][j] = (i * 7 + j) % 13 * 0.125;
			b[i][j] = (i + j * 5) % 11 * 0.25;
		}
	double sum = 0;
	for (long k = 0; k < n; k++) {
		a[k % N][k % 7] += 0.5;
		multiply();
		sum += c[k % N][(k * 3) % N];
	}
	printf("%.17g\n", sum);
	return 0;
}
