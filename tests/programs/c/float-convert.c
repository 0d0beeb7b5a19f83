/* float-convert.c: between every integer width and every floating type. */
#include <stdint.h>
#include <stdio.h>

static void from_double(volatile double d)
{
	printf("%g: %d %u %ld %d %d %g\n", d, (int)d, (unsigned)(long)d, (long)d, (short)(int)d,
		   (signed char)(int)d, (float)d);
}

static void from_int(volatile long v)
{
	printf("%ld: %.9g %.17g %.21Lg %.9g %.17g %.21Lg\n", v, (float)v, (double)v, (long double)v,
		   (float)(unsigned long)v, (double)(unsigned long)v, (long double)(unsigned long)v);
	printf("%.9g %.17g %.9g %.17g %g %g\n", (float)(int)v, (double)(int)v, (float)(unsigned)v,
		   (double)(unsigned)v, (double)(short)v, (float)(unsigned char)v);
}

int main(void)
{
	static const double d[] = {0,       -0.0,     0.5,  0.999999,     -0.999999,
							   1.5,     -1.5,     2.5,  100.75,       -127.9,
							   32767.5, 1e6 + .1, -1e6, 2147483647.0, -2147483648.0};
	static const long v[] = {0,
							 1,
							 -1,
							 127,
							 -128,
							 255,
							 32768,
							 16777217,
							 33554435,
							 2147483647,
							 -2147483648,
							 4294967295,
							 9007199254740993,
							 -9007199254740993,
							 INT64_MAX,
							 INT64_MIN,
							 1L << 62};
	for (unsigned i = 0; i < sizeof d / sizeof d[0]; i++)
		from_double(d[i]);
	for (unsigned i = 0; i < sizeof v / sizeof v[0]; i++)
		from_int(v[i]);
	volatile double big = 1.5e19;
	volatile float fbig = 1.5e19f;
	volatile long double lbig = 18446744073709551615.0L;
	printf("%lu %lu %lu\n", (unsigned long)big, (unsigned long)fbig, (unsigned long)lbig);
	volatile double u32 = 4294967295.9;
	printf("%u %lu\n", (unsigned)u32, (unsigned long)u32);
	volatile double tiny = 1e-320, dmax = 3.5e38, odd = 1.00000005960464477539;
	printf("%g %g %a\n", (float)tiny, (float)dmax, (float)odd);
	volatile long double l = 1.0L / 3;
	printf("%a %a\n", (double)l, (float)l);
	volatile float f = 0.1f;
	printf("%.20g %.20Lg %d\n", (double)f, (long double)f,
		   (double)f == (double)(volatile double){0.1});
	printf("%d %d\n", (int)3.99f, (int)-3.99L);
	return 0;
}
