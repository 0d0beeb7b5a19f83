/* float-classify.c: the kinds of numbers, signs, copysign, fabs, and what printf makes of them. */
#include <math.h>
#include <stdio.h>

static const char *kind(int c)
{
	switch (c) {
	case FP_NAN: return "nan";
	case FP_INFINITE: return "inf";
	case FP_ZERO: return "zero";
	case FP_SUBNORMAL: return "subnormal";
	case FP_NORMAL: return "normal";
	}
	return "?";
}

int main(void)
{
	volatile double d[] = {0.0, -0.0, 1.5, -2.5, INFINITY, -INFINITY, 4e-320, -4e-320, 1e308};
	for (int i = 0; i < 9; i++) {
		double v = d[i];
		float f = (float)v;
		long double l = v;
		printf("%s %s %s %d%d%d%d %g %g %f %e %a %Lg\n", kind(fpclassify(v)), kind(fpclassify(f)),
			   kind(fpclassify(l)), !!signbit(v), !!isfinite(v), !!isinf(v), !!isnormal(f), fabs(v),
			   copysign(3.0, v), v, v, v, fabsl(l));
	}
	volatile double nan = NAN;
	printf("%s %d %d\n", kind(fpclassify(nan)), !!isnan(nan), nan == nan);
	printf("%f %F %10f|%-10f|%+f\n", fabs(nan), INFINITY, -INFINITY, INFINITY, INFINITY);
	printf("%g %g\n", fmax(1.0, nan), fmin(nan, 2.0));
	volatile double z = 0;
	printf("%g %g %d\n", 1 / z, -1 / z, isnan(z / z) != 0);
	printf("%g %g %g\n", -z, z * -1, 0 - z);
	return 0;
}
