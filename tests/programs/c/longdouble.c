/* longdouble.c: x87 arithmetic has 64 bits of mantissa, and all of them show. */
#include <float.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

static void bits(const char *what, long double v)
{
	unsigned char b[16];
	memcpy(b, &v, sizeof v);
	printf("%s ", what);
	for (int i = 9; i >= 0; i--)
		printf("%02x", b[i]);
	printf(" %.20Lg\n", v);
}

static long double poly(long double x, const long double *c, int n)
{
	long double r = 0;
	while (n--)
		r = r * x + c[n];
	return r;
}

struct pair {
	long double a;
	char tag;
	long double b;
};

static struct pair swap(struct pair p)
{
	return (struct pair){p.b, (char)(p.tag + 1), p.a};
}

int main(void)
{
	volatile long double one = 1, three = 3, ten = 10;
	bits("third", one / three);
	bits("tenth", one / ten);
	bits("sum", one / ten + one / three);
	bits("eps", LDBL_EPSILON + one);
	bits("max", LDBL_MAX);
	bits("min", LDBL_MIN);
	bits("true min", LDBL_TRUE_MIN);
	bits("inf", LDBL_MAX * ten);
	bits("neg", -one / three);
	bits("2^63", (long double)(1ul << 63));
	bits("u64", (long double)18446744073709551615ul);
	bits("i64", (long double)(long)-9223372036854775807);
	bits("double", (long double)0.1);
	bits("float", (long double)0.1f);
	static const long double c[] = {1, 1, 0.5L, 1 / 6.0L, 1 / 24.0L, 1 / 120.0L};
	bits("poly", poly(0.3L, c, 6));
	bits("sqrt", sqrtl(three));
	bits("fabs", fabsl(-three));
	struct pair p = swap((struct pair){1.5L, 'a', -2.25L});
	printf("%Lg %c %Lg %zu %zu\n", p.a, p.tag, p.b, sizeof p, sizeof one);
	printf("%ld %lu %d\n", (long)(one / three * 100), (unsigned long)1.8e19L, (int)-7.9L);
	printf("%d %d %d\n", one / three == (long double)(1.0 / 3), one < three, one != one);
	long double acc = 0;
	for (int i = 1; i <= 100; i++)
		acc += one / i;
	bits("harmonic", acc);
	printf("%La %.5Lf %Le %LG\n", acc, acc, acc, acc * 1e20L);
	return 0;
}
