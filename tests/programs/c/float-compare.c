/* float-compare.c: all comparisons, with NaN, infinities and both noughts. */
#include <math.h>
#include <stdio.h>

#define TABLE(T)                                                                                 \
	static void table_##T(const T *v, int n)                                                     \
	{                                                                                            \
		for (int i = 0; i < n; i++) {                                                            \
			for (int j = 0; j < n; j++) {                                                        \
				volatile T a = v[i], b = v[j];                                                   \
				int r = (a < b) | (a <= b) << 1 | (a > b) << 2 | (a >= b) << 3 | (a == b) << 4 | \
						(a != b) << 5 | (!(a < b)) << 6 | (!(a >= b)) << 7;                      \
				r |= isless(a, b) << 8 | islessequal(a, b) << 9 | isgreater(a, b) << 10 |        \
					 isgreaterequal(a, b) << 11 | islessgreater(a, b) << 12 |                    \
					 isunordered(a, b) << 13;                                                    \
				printf("%x ", r);                                                                \
				if (a < b)                                                                       \
					putchar('<');                                                                \
				else if (a > b)                                                                  \
					putchar('>');                                                                \
				else if (a == b)                                                                 \
					putchar('=');                                                                \
				else                                                                             \
					putchar('?');                                                                \
			}                                                                                    \
			printf("\n");                                                                        \
		}                                                                                        \
	}

typedef long double ldouble;
TABLE(float)
TABLE(double)
TABLE(ldouble)

int main(void)
{
	float f[] = {0.0f, -0.0f, 1, -1, INFINITY, -INFINITY, NAN, 1e-40f};
	double d[] = {0.0, -0.0, 1, -1, INFINITY, -INFINITY, NAN, 1e-310};
	ldouble l[] = {0.0L, -0.0L, 1, -1, INFINITY, -INFINITY, NAN, 1e-4940L};
	table_float(f, 8);
	table_double(d, 8);
	table_ldouble(l, 8);
	volatile double zero = 0, nan = NAN;
	printf("%d %d %d %d\n", !zero, !nan, nan ? 1 : 0, zero || nan);
	return 0;
}
