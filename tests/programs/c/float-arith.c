/* float-arith.c: float and double arithmetic with rounding, overflow, subnormals. */
#include <float.h>
#include <stdio.h>
#include <string.h>

static unsigned bits(float f)
{
	unsigned u;
	memcpy(&u, &f, 4);
	return u;
}

static unsigned long dbits(double d)
{
	unsigned long u;
	memcpy(&u, &d, 8);
	return u;
}

/* The sign of a made NaN is the processor's business; only that it is one counts. */
static void show(float a, float b)
{
	float r[4] = {a + b, a - b, a * b, a / b};
	for (int i = 0; i < 4; i++)
		printf("%08x ", r[i] != r[i] ? 0x7fc00000 : bits(r[i]));
	printf("%08x\n", bits(-a));
}

static void dshow(double a, double b)
{
	double r[4] = {a + b, a - b, a * b, a / b};
	for (int i = 0; i < 4; i++)
		printf("%016lx ", r[i] != r[i] ? 0x7ff8000000000000 : dbits(r[i]));
	printf("%016lx\n", dbits(-a));
}

int main(void)
{
	static const float f[] = {0.0f,         -0.0f,       1.0f,        -1.0f,   0.1f,
							  3.0f,         1e10f,       -1e-10f,     FLT_MAX, FLT_MIN,
							  FLT_TRUE_MIN, FLT_EPSILON, 16777217.0f, 1.0f / 3};
	static const double d[] = {0.0,
							   -0.0,
							   1.0,
							   -1.0,
							   0.1,
							   3.0,
							   1e100,
							   -1e-100,
							   DBL_MAX,
							   DBL_MIN,
							   DBL_TRUE_MIN,
							   DBL_EPSILON,
							   9007199254740993.0,
							   1.0 / 3};
	for (unsigned i = 0; i < sizeof f / sizeof f[0]; i++)
		for (unsigned j = 0; j < sizeof f / sizeof f[0]; j++)
			show(f[i], f[j]);
	for (unsigned i = 0; i < sizeof d / sizeof d[0]; i++)
		for (unsigned j = 0; j < sizeof d / sizeof d[0]; j++)
			dshow(d[i], d[j]);
	volatile float acc = 0;
	for (int i = 0; i < 1000; i++)
		acc += 0.1f;
	volatile double dacc = 0;
	for (int i = 0; i < 1000; i++)
		dacc += 0.1;
	printf("%.9g %.17g %a %a\n", acc, dacc, acc, dacc);
	float x = 5;
	x += 0.5;
	x *= 2;
	x--;
	printf("%g %g\n", x, (double)x / 3);
	return 0;
}
