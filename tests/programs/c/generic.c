/* generic.c: _Generic selection, static assertions, typeof, alignof, sizeof without evaluation. */
#include <stdio.h>

#define NAME(x) \
	_Generic((x),                                                                        \
		_Bool: "bool",                                                                   \
		char: "char",                                                                    \
		signed char: "schar",                                                            \
		unsigned char: "uchar",                                                          \
		short: "short",                                                                  \
		int: "int",                                                                      \
		unsigned: "unsigned",                                                            \
		long: "long",                                                                    \
		unsigned long: "ulong",                                                          \
		float: "float",                                                                  \
		double: "double",                                                                \
		long double: "ldouble",                                                          \
		char *: "string",                                                                \
		const char *: "cstring",                                                         \
		int *: "pint",                                                                   \
		default: "other")
#define ABS(x) _Generic((x), int : iabs, double : dabs, long : labs_)(x)
#define MAX(a, b)               \
	({                          \
		__typeof__(a) a_ = (a); \
		__typeof__(b) b_ = (b); \
		a_ > b_ ? a_ : b_;      \
	})

_Static_assert(sizeof(int) == 4, "int");

static int iabs(int x)
{
	return x < 0 ? -x : x;
}
static double dabs(double x)
{
	return x < 0 ? -x : x;
}
static long labs_(long x)
{
	return x < 0 ? -x : x;
}

static long trace(int *x)
{
	return ++*x;
}

int main(void)
{
	char c = 'c';
	const char *cs = "x";
	int i = -5;
	struct {
		int a;
	} s = {1};
	printf("%s %s %s %s %s\n", NAME(c), NAME('c'), NAME(c + c), NAME((_Bool)1), NAME(1u + 1));
	printf("%s %s %s %s %s\n", NAME(1.f), NAME(1.), NAME(1.L), NAME(1.f * 2), NAME(cs));
	printf("%s %s %s %s %s\n", NAME("lit"), NAME(&i), NAME(s), NAME(1ul), NAME(sizeof i));
	printf("%d %g %ld\n", ABS(i), ABS(-2.5), ABS(-7L));
	printf("%zu %d\n", sizeof(trace(&i)), i);
	printf("%d %g\n", MAX(i, 3), MAX(2.5, 1.0));
	__typeof__(s) t = s;
	__typeof__(&i) p = &i;
	printf("%d %d %zu\n", t.a, *p, _Alignof(double));
	return 0;
}
