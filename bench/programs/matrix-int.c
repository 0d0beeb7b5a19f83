/* matrix-int.c: multiply square matrices of ints, two-dimensional arrays. Argument: rounds. */
#include <stdio.h>
#include <stdlib.h>

enum { N = 128 };
static int a[N][N], b[N][N], c[N][N];

static void multiply(void)
{
	for (int i = 0; i < N; i++)
		for (int j = 0; j < N; j++) {
			int s = 0;
			for (int k = 0; k < N; k++)
				s += a[i][k] * b[k][j];
			c[i][j] = s & 0xffff;
		}
}

int main(int argc, char **argv)
{
	int rounds = argc > 1 ? atoi(argv[1]) : 50;
	for (int i = 0; i < N; i++)
		for (int j = 0; j < N; j++) {
			a[i][j] = i * j % 17;
			b[i][j] = (i + 3 * j) % 11;
		}
	for (int r = 0; r < rounds; r++) {
		multiply();
		a[r % N][0] = c[0][r % N] % 100;
	}
	unsigned h = 0;
	for (int i = 0; i < N; i++)
		for (int j = 0; j < N; j++)
			h = h * 31 + (unsigned)c[i][j];
	printf("%08x\n", h);
	return 0;
}
