/* math-calls.c: the mathematical library as programs use it. */
#include <errno.h>
#include <fenv.h>
#include <math.h>
#include <stdio.h>

int main(void)
{
	volatile double v[] = {0.0, 0.5, 1.0, 2.0, 3.7, 10.0, -0.5, -2.3};
	for (int i = 0; i < 8; i++) {
		double x = v[i];
		printf("%.15g %.15g %.15g %.15g %.15g\n", sin(x), cos(x), tan(x), atan(x), exp(x));
		printf("%g %g %g %g %g %g\n", floor(x), ceil(x), trunc(x), round(x), rint(x), nearbyint(x));
		printf("%ld %ld %lld\n", lround(x), lrint(x), llround(x));
		if (x > 0)
			printf("%.15g %.15g %.15g %.15g %.15g\n", log(x), log10(x), log2(x), sqrt(x), cbrt(x));
		printf("%.15g %.15g %.15g\n", sinh(x), tanh(x), atan2(x, 2));
		printf("%.15g %.15g\n", pow(fabs(x), 2.5), hypot(x, 3));
		printf("%.15g %.15g\n", fmod(x, 0.7), remainder(x, 0.7));
	}
	int e;
	double m = frexp(48.0, &e), ip, fp = modf(-3.75, &ip);
	printf("%g %d %g %g %g %g\n", m, e, fp, ip, ldexp(0.75, 5), scalbn(1.5, -3));
	printf("%.9g %.9g %.9g\n", sinf(1.0f), sqrtf(2.0f), powf(2.0f, 0.5f));
	printf("%.20Lg %.20Lg\n", expl(1.0L), logl(2.0L));
	printf("%g %g %g\n", fma(2, 3, 4), fdim(5, 3), fdim(3, 5));
	printf("%g %a %g\n", nextafter(1, 2), nextafter(1, 2), copysign(1, -0.0));
	printf("%d %d %g\n", ilogb(1024), ilogb(0.1), logb(1000));
	printf("%.15g %.15g %.15g\n", tgamma(5), lgamma(10), erf(0.5));
	errno = 0;
	volatile double neg = -1;
	double r = sqrt(neg);
	printf("%d %d\n", isnan(r) != 0, errno == EDOM);
	return 0;
}
