/* compiler_rt.c: helpers that the compiler calls on its own: complex products and quotients,
 * integer powers, overflow-checked 128-bit multiplication. */
#include <stdint.h>

#define IS_NAN(x) ((x) != (x))
#define IS_INF(x) (!IS_NAN(x) && IS_NAN((x) - (x)))

/* Annex G of the C standard: infinities win over not-a-numbers. */
#define COMPLEX_OPS(T, suffix, COPYSIGN, FABS, LOGB, SCALBN, FMAX)                             \
	T COPYSIGN(T, T);                                                                          \
	T FABS(T);                                                                                 \
	T LOGB(T);                                                                                 \
	T SCALBN(T, int);                                                                          \
	T FMAX(T, T);                                                                              \
	static T unit_##suffix(T x)                                                                \
	{                                                                                          \
		return COPYSIGN(IS_INF(x) ? (T)1 : (T)0, x);                                           \
	}                                                                                          \
	static T zero_if_nan_##suffix(T x)                                                         \
	{                                                                                          \
		return IS_NAN(x) ? COPYSIGN((T)0, x) : x;                                              \
	}                                                                                          \
	_Complex T __mul##suffix##c3(T a, T b, T c, T d)                                           \
	{                                                                                          \
		T ac = a * c, bd = b * d, ad = a * d, bc = b * c;                                      \
		T re = ac - bd, im = ad + bc;                                                          \
		if (IS_NAN(re) && IS_NAN(im)) {                                                        \
			int again = 0;                                                                     \
			if (IS_INF(a) || IS_INF(b)) {                                                      \
				a = unit_##suffix(a);                                                          \
				b = unit_##suffix(b);                                                          \
				c = zero_if_nan_##suffix(c);                                                   \
				d = zero_if_nan_##suffix(d);                                                   \
				again = 1;                                                                     \
			}                                                                                  \
			if (IS_INF(c) || IS_INF(d)) {                                                      \
				c = unit_##suffix(c);                                                          \
				d = unit_##suffix(d);                                                          \
				a = zero_if_nan_##suffix(a);                                                   \
				b = zero_if_nan_##suffix(b);                                                   \
				again = 1;                                                                     \
			}                                                                                  \
			if (!again && (IS_INF(ac) || IS_INF(bd) || IS_INF(ad) || IS_INF(bc))) {            \
				a = zero_if_nan_##suffix(a);                                                   \
				b = zero_if_nan_##suffix(b);                                                   \
				c = zero_if_nan_##suffix(c);                                                   \
				d = zero_if_nan_##suffix(d);                                                   \
				again = 1;                                                                     \
			}                                                                                  \
			if (again) {                                                                       \
				re = (T)__builtin_inf() * (a * c - b * d);                                     \
				im = (T)__builtin_inf() * (a * d + b * c);                                     \
			}                                                                                  \
		}                                                                                      \
		_Complex T z;                                                                          \
		__real__ z = re;                                                                       \
		__imag__ z = im;                                                                       \
		return z;                                                                              \
	}                                                                                          \
	_Complex T __div##suffix##c3(T a, T b, T c, T d)                                           \
	{                                                                                          \
		int scale = 0;                                                                         \
		T exponent = LOGB(FMAX(FABS(c), FABS(d)));                                             \
		if (!IS_NAN(exponent) && !IS_INF(exponent)) {                                          \
			scale = (int)exponent;                                                             \
			c = SCALBN(c, -scale);                                                             \
			d = SCALBN(d, -scale);                                                             \
		}                                                                                      \
		T denom = c * c + d * d;                                                               \
		T re = SCALBN((a * c + b * d) / denom, -scale);                                        \
		T im = SCALBN((b * c - a * d) / denom, -scale);                                        \
		if (IS_NAN(re) && IS_NAN(im)) {                                                        \
			if (denom == 0 && (!IS_NAN(a) || !IS_NAN(b))) {                                    \
				re = COPYSIGN((T)__builtin_inf(), c) * a;                                      \
				im = COPYSIGN((T)__builtin_inf(), c) * b;                                      \
			} else if ((IS_INF(a) || IS_INF(b)) && !IS_NAN(c - c) && !IS_NAN(d - d)) {         \
				a = unit_##suffix(a);                                                          \
				b = unit_##suffix(b);                                                          \
				re = (T)__builtin_inf() * (a * c + b * d);                                     \
				im = (T)__builtin_inf() * (b * c - a * d);                                     \
			} else if (IS_INF(exponent) && exponent > 0 && !IS_NAN(a - a) && !IS_NAN(b - b)) { \
				c = unit_##suffix(c);                                                          \
				d = unit_##suffix(d);                                                          \
				re = 0 * (a * c + b * d);                                                      \
				im = 0 * (b * c - a * d);                                                      \
			}                                                                                  \
		}                                                                                      \
		_Complex T z;                                                                          \
		__real__ z = re;                                                                       \
		__imag__ z = im;                                                                       \
		return z;                                                                              \
	}

COMPLEX_OPS(float, s, copysignf, fabsf, logbf, scalbnf, fmaxf)
COMPLEX_OPS(double, d, copysign, fabs, logb, scalbn, fmax)
COMPLEX_OPS(long double, x, copysignl, fabsl, logbl, scalbnl, fmaxl)

#define POWER(T, name)                                                                \
	T name(T x, int n)                                                                \
	{                                                                                 \
		T r = 1;                                                                      \
		for (unsigned k = n < 0 ? 0u - (unsigned)n : (unsigned)n; k; k >>= 1, x *= x) \
			if (k & 1)                                                                \
				r *= x;                                                               \
		return n < 0 ? 1 / r : r;                                                     \
	}

POWER(float, __powisf2)
POWER(double, __powidf2)
POWER(long double, __powixf2)

__int128 __muloti4(__int128 a, __int128 b, int *overflow)
{
	__int128 r;
	*overflow = __builtin_mul_overflow(a, b, &r);
	return r;
}
