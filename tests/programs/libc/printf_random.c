/* printf_random.c: thousands of random doubles and long doubles in decimal and hexadecimal. */
#include <stdint.h>
#include <stdio.h>
#include <string.h>

static uint64_t state = 88172645463325252u;

static uint64_t next(void)
{
	state ^= state << 13;
	state ^= state >> 7;
	state ^= state << 17;
	return state;
}

/* Any bits, exponent within reach of 1 unless far. */
static double random_double(int far)
{
	uint64_t u = next();
	if (!far)
		u = (u & ~(0x7ffull << 52)) | (1023 - 40 + next() % 90) << 52;
	double d;
	memcpy(&d, &u, sizeof d);
	return d;
}

static long double random_extended(int far)
{
	union {
		long double d;
		struct {
			uint64_t mant;
			uint16_t se;
		} b;
	} u = {.d = 0};
	u.b.mant = next() | 1ull << 63;
	u.b.se = far ? (uint16_t)(16383 - 700 + next() % 1400) : (uint16_t)(16383 - 40 + next() % 90);
	return u.d;
}

int main(void)
{
	for (int i = 0; i < 600; i++) {
		double d = random_double(0);
		int prec = (int)(next() % 20);
		printf("%.17g %g %.*e %.*f %a %.*a\n", d, d, prec, d, prec, d, d, prec % 15, d);
		printf("%.*g %.0f %.1f\n", prec, d, d, d);
	}
	for (int i = 0; i < 25; i++) {
		double d = random_double(1);
		printf("%.17g %.5g %a\n", d, d, d);
	}
	for (int i = 0; i < 250; i++) {
		long double d = random_extended(0);
		int prec = (int)(next() % 24);
		printf("%.21Lg %Lg %.*Le %.*Lf %La %.*La\n", d, d, prec, d, prec, d, d, prec % 17, d);
	}
	for (int i = 0; i < 25; i++)
		printf("%.21Lg\n", random_extended(1));
	/* Exact ties: odd multiples of a half in the last place asked for. */
	for (int i = 0; i < 200; i++) {
		int places = (int)(next() % 8);
		double d = (double)(next() % 100000 * 2 + 1) / (double)(2 << places);
		printf("%.*f %.*e %.*g\n", places, d, places, d, places + 1, d);
	}
	return 0;
}
