/* float-env.c: arithmetic where the environment of floating point may be looked at, and is as it was
 * at the start. */
#define _GNU_SOURCE
#include <fenv.h>
#include <math.h>
#include <stdio.h>

#pragma STDC FENV_ACCESS ON

int main(int argc, char **argv)
{
	double x = argc, y = 3;
	float f = (float)argc;
	long double l = argc;
	fenv_t env;
	printf("%d %d %d\n", fegetround(), fesetround(FE_TONEAREST), fesetround(77));
	printf("%d %d\n", feholdexcept(&env), feclearexcept(FE_ALL_EXCEPT));
	printf("%.17g %.17g %.17g %g %.9g %.20Lg\n", x / y, x * y + 0.1, x - y, fmod(7.5 * x, y), f / 3,
		   l / 3);
	printf("%d %u %ld %g %g %g\n", (int)(x * 2.7), (unsigned)(x * 3.9), (long)(f * 5.5f),
		   (double)argc, (double)(unsigned)argc, (float)x);
	printf("%d%d%d%d%d%d\n", x<y, x> y, x == y, x != y, x <= y, x >= y);
	printf("%d%d\n", isnan(x), isless(x, y));
	printf("%g %g %g %g %g\n", sqrt(x * 2), floor(x * 1.5), ceil(x * 1.5), rint(x * 2.5),
		   fmax(x, y));
	printf("%d %d\n", fesetenv(&env), fegetexcept());
	return feupdateenv(FE_DFL_ENV);
}
