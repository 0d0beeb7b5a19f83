/* vla.c: one and more dimensions, in loops, as parameters, typedefs, sizeof, with goto and return.
 */
#include <stdio.h>
#include <string.h>

static long trace(int n, long m[n][n])
{
	long s = 0;
	for (int i = 0; i < n; i++)
		s += m[i][i];
	return s;
}

static void multiply(int n, int k, int m, const long a[n][k], const long b[k][m], long c[n][m])
{
	for (int i = 0; i < n; i++)
		for (int j = 0; j < m; j++) {
			c[i][j] = 0;
			for (int l = 0; l < k; l++)
				c[i][j] += a[i][l] * b[l][j];
		}
}

static long fib(int n)
{
	long f[n + 2];
	f[0] = 0, f[1] = 1;
	for (int i = 2; i <= n; i++)
		f[i] = f[i - 1] + f[i - 2];
	return f[n];
}

static size_t blocks(int rounds)
{
	size_t total = 0;
	for (int i = 1; i <= rounds; i++) {
		char a[i * 100];
		if (i % 7 == 0)
			continue;
		memset(a, i, sizeof a);
		int b[i];
		b[i - 1] = a[sizeof a - 1];
		total += sizeof a + sizeof b + (size_t)b[i - 1];
	}
	return total;
}

static int jump(int n)
{
	int tries = 0;
again:;
	int v[n];
	v[n - 1] = n;
	if (++tries < 5) {
		n += v[n - 1];
		goto again;
	}
	return v[n - 1];
}

int main(void)
{
	int n = 3;
	long a[n][n + 1], b[n + 1][n], c[n][n];
	for (int i = 0; i < n; i++)
		for (int j = 0; j <= n; j++) {
			a[i][j] = i + j;
			b[j][i] = i * j;
		}
	multiply(n, n + 1, n, a, b, c);
	printf("%ld %ld %ld\n", trace(n, c), c[0][2], c[2][0]);
	printf("%ld %zu %d\n", fib(80), blocks(50), jump(2));
	int k = 4;
	typedef int row[k];
	k = 100;
	row r, *p = &r, grid[2];
	for (unsigned i = 0; i < sizeof r / sizeof r[0]; i++)
		r[i] = (int)i, grid[1][i] = 10 * (int)i;
	printf("%zu %zu %d %d\n", sizeof r, sizeof grid, (*p)[3], *(*(grid + 1) + 2));
	long(*pa)[n + 1] = a;
	printf("%zu %td\n", sizeof *pa, &pa[2][0] - &pa[0][0]);
	return 0;
}
