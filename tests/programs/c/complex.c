/* complex.c: complex arithmetic in three precisions, passed and returned. */
#include <complex.h>
#include <stdio.h>

static double complex step(double complex z, double complex c)
{
	return z * z + c;
}

static float complex half(float complex z)
{
	return z / 2;
}

static long double complex turn(long double complex z)
{
	return z * I;
}

static int escape(double complex c)
{
	double complex z = 0;
	int n = 0;
	while (n < 50 && creal(z) * creal(z) + cimag(z) * cimag(z) <= 4) {
		z = step(z, c);
		n++;
	}
	return n;
}

int main(void)
{
	for (int y = -4; y <= 4; y++) {
		for (int x = -12; x <= 4; x++)
			printf("%3d", escape(x / 6.0 + y / 4.0 * I));
		printf("\n");
	}
	volatile double re = 3, im = -4;
	double complex a = re + im * I, b = 1 + 2 * I;
	double complex r[] = {a + b, a - b, a * b, a / b, -a, ~a, a * 2, 2 / a};
	for (int i = 0; i < 8; i++)
		printf("%.12g%+.12gi\n", creal(r[i]), cimag(r[i]));
	float complex f = half(1.5f + 0.5f * I);
	long double complex l = turn(1.5L - 2.5L * I);
	printf("%g%+gi %Lg%+Lgi\n", crealf(f), cimagf(f), creall(l), cimagl(l));
	printf("%d %d %zu %zu %zu\n", a == b, a != b, sizeof f, sizeof a, sizeof l);
	__real__ a = 7;
	__imag__ a += 1;
	printf("%g%+gi\n", __real__ a, __imag__ a);
	double complex arr[2] = {1, I};
	arr[1] *= arr[1];
	printf("%g%+gi\n", creal(arr[1]), cimag(arr[1]) + 0.0);
	printf("%g\n", cabs(3 + 4 * I));
	return 0;
}
