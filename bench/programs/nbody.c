/* nbody.c: planets under gravity: floating point through struct members. Argument: steps. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

struct body {
	double at[3], v[3], mass;
};

enum { N = 5 };

static void step(struct body *b, double dt)
{
	for (int i = 0; i < N; i++)
		for (int j = i + 1; j < N; j++) {
			double d[3], r2 = 0.01;
			for (int k = 0; k < 3; k++) {
				d[k] = b[i].at[k] - b[j].at[k];
				r2 += d[k] * d[k];
			}
			double f = dt / (r2 * sqrt(r2));
			for (int k = 0; k < 3; k++) {
				b[i].v[k] -= d[k] * b[j].mass * f;
				b[j].v[k] += d[k] * b[i].mass * f;
			}
		}
	for (int i = 0; i < N; i++)
		for (int k = 0; k < 3; k++)
			b[i].at[k] += dt * b[i].v[k];
}

int main(int argc, char **argv)
{
	long n = argc > 1 ? atol(argv[1]) : 900000;
	struct body b[N] = {{{0, 0, 0}, {0, 0, 0}, 40},
						{{5, 0, 0}, {0, 2, 0.1}, 0.5},
						{{0, 8, 1}, {-2, 0, 0}, 0.2},
						{{-12, 0, 0}, {0, -1.5, 0}, 1},
						{{0, -20, -2}, {1.2, 0, 0}, 0.7}};
	for (long i = 0; i < n; i++)
		step(b, 0.001);
	double e = 0;
	for (int i = 0; i < N; i++)
		for (int k = 0; k < 3; k++)
			e += b[i].mass * b[i].v[k] * b[i].v[k] / 2 + b[i].at[k];
	printf("%.9g\n", e);
	return 0;
}
