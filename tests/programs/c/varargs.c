/* varargs.c: variadic functions defined here, with every kind of argument. */
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

struct small {
	int a;
};
struct mid {
	long a;
	double b;
};
struct fl {
	float a, b, c;
};
struct large {
	char name[24];
	int n;
};

static void show(const char *types, ...)
{
	va_list ap;
	va_start(ap, types);
	for (; *types; types++)
		switch (*types) {
		case 'i': printf("i%d ", va_arg(ap, int)); break;
		case 'u': printf("u%u ", va_arg(ap, unsigned)); break;
		case 'l': printf("l%ld ", va_arg(ap, long)); break;
		case 'd': printf("d%g ", va_arg(ap, double)); break;
		case 'L': printf("L%Lg ", va_arg(ap, long double)); break;
		case 's': printf("s%s ", va_arg(ap, const char *)); break;
		case 'c': printf("c%c ", va_arg(ap, int)); break;
		case 'q': printf("q%lx ", (long)(va_arg(ap, __int128) >> 64)); break;
		case 'S': printf("S%d ", va_arg(ap, struct small).a); break;
		case 'M': {
			struct mid m = va_arg(ap, struct mid);
			printf("M%ld,%g ", m.a, m.b);
			break;
		}
		case 'F': {
			struct fl f = va_arg(ap, struct fl);
			printf("F%g,%g,%g ", f.a, f.b, f.c);
			break;
		}
		case 'B': {
			struct large b = va_arg(ap, struct large);
			printf("B%s,%d ", b.name, b.n);
			break;
		}
		case 'f':
			printf("f%d ", va_arg(ap, int (*)(const char *, const char *))("a", "b") < 0);
			break;
		}
	va_end(ap);
	printf("\n");
}

static double mean(int n, ...)
{
	va_list ap;
	double s = 0;
	va_start(ap, n);
	for (int i = 0; i < n; i++)
		s += va_arg(ap, double);
	va_end(ap);
	return s / n;
}

static int count(int a, long b, double c, const char *d, int e, int f, int g, int h, ...)
{
	va_list ap;
	int n = 0;
	va_start(ap, h);
	while (va_arg(ap, int) >= 0)
		n++;
	va_end(ap);
	return n + a + (int)b + (int)c + d[0] + e + f + g + h;
}

int main(void)
{
	struct mid m = {1L << 40, 2.5};
	struct fl f = {1, 2, 3};
	struct large b = {"large one", 5};
	show("iulds", -1, 4000000000u, -5000000000, 2.5, "text");
	show("cfi", 'x', strcmp, 7);
	show("iiiiiiiiii", 1, 2, 3, 4, 5, 6, 7, 8, 9, 10);
	show("dddddddddddd", 1., 2., 3., 4., 5., 6., 7., 8., 9., 10., 11., 12.);
	show("idididididid", 1, 1.5, 2, 2.5, 3, 3.5, 4, 4.5, 5, 5.5, 6, 6.5);
	show("LiLdL", 1.25L, 3, 2.5L, .5, -7.5L);
	show("SMFB", (struct small){9}, m, f, b);
	show("MMMMMMMM", m, m, m, m, m, m, m, m);
	show("BiFdBMl", b, 1, f, 2.0, b, m, 3L);
	show("iqiqL", 1, (__int128)5 << 64, 2, -((__int128)6 << 64), 1.0L);
	show("dFFFFFd", .5, f, f, f, f, f, .25);
	show("");
	printf("%g %g\n", mean(3, 1.0, 2.0, 6.0), mean(10, 1., 2., 3., 4., 5., 6., 7., 8., 9., 10.));
	printf("%d\n", count(1, 2, 3.5, "A", 5, 6, 7, 8, 10, 11, 12, -1));
	char ch = 'z';
	short sh = -3;
	float fl = 1.5f;
	show("cid", ch, sh, fl);
	return 0;
}
