/* x86_float.c: vectors of floating point numbers: SSE, SSE2, SSE3, SSE4.1, AVX. See x86_vector.h. */
#include "x86_vector.h"

/* The result of the instructions for unordered operands and equal zeros: the second. */
#define LESSER(x, y) ((x) < (y) ? (x) : (y))
#define GREATER(x, y) ((x) > (y) ? (x) : (y))
#define EACH_PAIR(name, V, type, n, f) \
	V X86(name)(V a, V b)              \
	{                                  \
		ELEMENTS(type, x, a);          \
		ELEMENTS(type, y, b);          \
		EACH(i, n)                     \
		x[i] = f(x[i], y[i]);          \
		return a;                      \
	}
#define EXTREMES(which, f)                              \
	EACH_PAIR(sse_##which##_ps, f32x4, float, 4, f)     \
	EACH_PAIR(sse_##which##_ss, f32x4, float, 1, f)     \
	EACH_PAIR(avx_##which##_ps_256, f32x8, float, 8, f) \
	EACH_PAIR(sse2_##which##_pd, f64x2, double, 2, f)   \
	EACH_PAIR(sse2_##which##_sd, f64x2, double, 1, f)   \
	EACH_PAIR(avx_##which##_pd_256, f64x4, double, 4, f)
EXTREMES(min, LESSER)
EXTREMES(max, GREATER)

/* The 32 comparisons; those above 15 differ only in the exceptions they signal. */
static int compares(double x, double y, unsigned how)
{
	int unordered = x != x || y != y, not = how >> 2 & 1, r;
	switch (how & 11) {
	case 0: r = x == y; break;
	case 1: r = x < y; break;
	case 2: r = x <= y; break;
	case 3: return not ? !unordered : unordered;
	case 8: return not ? !unordered && x != y : unordered || x == y;
	case 9: return not ? x >= y : unordered || x < y;
	case 10: return not ? x > y : unordered || x <= y;
	default: return not ;
	}
	return not ? !r : r;
}

#define COMPARE(name, V, type, mask, n)                         \
	V X86(name)(V a, V b, int8_t how)                           \
	{                                                           \
		ELEMENTS(type, x, a);                                   \
		ELEMENTS(type, y, b);                                   \
		EACH(i, n)                                              \
		((mask *)x)[i] = -(mask)compares(x[i], y[i], how & 15); \
		return a;                                               \
	}
COMPARE(sse_cmp_ps, f32x4, float, uint32_t, 4)
COMPARE(sse_cmp_ss, f32x4, float, uint32_t, 1)
COMPARE(avx_cmp_ps_256, f32x8, float, uint32_t, 8)
COMPARE(sse2_cmp_pd, f64x2, double, uint64_t, 2)
COMPARE(sse2_cmp_sd, f64x2, double, uint64_t, 1)
COMPARE(avx_cmp_pd_256, f64x4, double, uint64_t, 4)

#define FIRST(name, V, f)   \
	int X86(name)(V a, V b) \
	{                       \
		return a[0] f b[0]; \
	}
#define FIRSTS(which, f)                   \
	FIRST(sse_comi##which##_ss, f32x4, f)  \
	FIRST(sse_ucomi##which##_ss, f32x4, f) \
	FIRST(sse2_comi##which##_sd, f64x2, f) FIRST(sse2_ucomi##which##_sd, f64x2, f)
FIRSTS(eq, ==)
FIRSTS(lt, <)
FIRSTS(le, <=)
FIRSTS(gt, >)
FIRSTS(ge, >=)
FIRSTS(neq, !=)

/* A value that does not fit becomes the smallest number. */
static int32_t to_int(double x)
{
	return x > -2147483649.0 && x < 2147483648.0 ? (int32_t)x : INT32_MIN;
}

static int64_t to_long(double x)
{
	return x >= -0x1p63 && x < 0x1p63 ? (int64_t)x : INT64_MIN;
}

int X86(sse_cvtss2si)(f32x4 a)
{
	return to_int(__builtin_nearbyint(a[0]));
}
int X86(sse_cvttss2si)(f32x4 a)
{
	return to_int(a[0]);
}
int X86(sse2_cvtsd2si)(f64x2 a)
{
	return to_int(__builtin_nearbyint(a[0]));
}
int X86(sse2_cvttsd2si)(f64x2 a)
{
	return to_int(a[0]);
}
int64_t X86(sse_cvtss2si64)(f32x4 a)
{
	return to_long(__builtin_nearbyint(a[0]));
}
int64_t X86(sse_cvttss2si64)(f32x4 a)
{
	return to_long(a[0]);
}
int64_t X86(sse2_cvtsd2si64)(f64x2 a)
{
	return to_long(__builtin_nearbyint(a[0]));
}
int64_t X86(sse2_cvttsd2si64)(f64x2 a)
{
	return to_long(a[0]);
}

f32x4 X86(sse2_cvtsd2ss)(f32x4 a, f64x2 b)
{
	a[0] = (float)b[0];
	return a;
}

#define TO_INTS(name, V, type, R, n, f) \
	R X86(name)(V a)                    \
	{                                   \
		ELEMENTS(type, x, a);           \
		R r = {0};                      \
		ELEMENTS(int32_t, z, r);        \
		EACH(i, n)                      \
		z[i] = to_int(f(x[i]));         \
		return r;                       \
	}
TO_INTS(sse2_cvtps2dq, f32x4, float, i32x4, 4, __builtin_nearbyint)
TO_INTS(sse2_cvttps2dq, f32x4, float, i32x4, 4, )
TO_INTS(sse2_cvtpd2dq, f64x2, double, i32x4, 2, __builtin_nearbyint)
TO_INTS(sse2_cvttpd2dq, f64x2, double, i32x4, 2, )
TO_INTS(avx_cvt_ps2dq_256, f32x8, float, i32x8, 8, __builtin_nearbyint)
TO_INTS(avx_cvtt_ps2dq_256, f32x8, float, i32x8, 8, )
TO_INTS(avx_cvt_pd2dq_256, f64x4, double, i32x4, 4, __builtin_nearbyint)
TO_INTS(avx_cvtt_pd2dq_256, f64x4, double, i32x4, 4, )

f32x4 X86(sse2_cvtpd2ps)(f64x2 a)
{
	return (f32x4){(float)a[0], (float)a[1], 0, 0};
}

f32x4 X86(avx_cvt_pd2_ps_256)(f64x4 a)
{
	return (f32x4){(float)a[0], (float)a[1], (float)a[2], (float)a[3]};
}

/* Bit 2: as the processor rounds now, which is to nearest. */
static double rounded(double x, unsigned how)
{
	switch (how & 7) {
	case 1: return __builtin_floor(x);
	case 2: return __builtin_ceil(x);
	case 3: return __builtin_trunc(x);
	default: return __builtin_nearbyint(x);
	}
}

#define ROUND(name, V, type, n)                    \
	V X86(name)(V a, int how)                      \
	{                                              \
		ELEMENTS(type, x, a);                      \
		EACH(i, n)                                 \
		x[i] = (type)rounded(x[i], (unsigned)how); \
		return a;                                  \
	}
ROUND(sse41_round_ps, f32x4, float, 4)
ROUND(sse41_round_pd, f64x2, double, 2)
ROUND(avx_round_ps_256, f32x8, float, 8)
ROUND(avx_round_pd_256, f64x4, double, 4)

f32x4 X86(sse41_round_ss)(f32x4 a, f32x4 b, int how)
{
	a[0] = (float)rounded(b[0], (unsigned)how);
	return a;
}

f64x2 X86(sse41_round_sd)(f64x2 a, f64x2 b, int how)
{
	a[0] = rounded(b[0], (unsigned)how);
	return a;
}

/* Neighbours of both vectors, in each half of 16 bytes. */
#define NEIGHBOURS(name, V, type, n, f)                           \
	V X86(name)(V a, V b)                                         \
	{                                                             \
		ELEMENTS(type, x, a);                                     \
		ELEMENTS(type, y, b);                                     \
		V r;                                                      \
		ELEMENTS(type, z, r);                                     \
		unsigned half = 16 / sizeof(type);                        \
		EACH(i, n / 2)                                            \
		{                                                         \
			unsigned at = i / (half / 2) * half + i % (half / 2); \
			z[at] = x[2 * i] f x[2 * i + 1];                      \
			z[at + half / 2] = y[2 * i] f y[2 * i + 1];           \
		}                                                         \
		return r;                                                 \
	}
NEIGHBOURS(sse3_hadd_ps, f32x4, float, 4, +)
NEIGHBOURS(sse3_hadd_pd, f64x2, double, 2, +)
NEIGHBOURS(sse3_hsub_ps, f32x4, float, 4, -)
NEIGHBOURS(sse3_hsub_pd, f64x2, double, 2, -)
NEIGHBOURS(avx_hadd_ps_256, f32x8, float, 8, +)
NEIGHBOURS(avx_hadd_pd_256, f64x4, double, 4, +)
NEIGHBOURS(avx_hsub_ps_256, f32x8, float, 8, -)
NEIGHBOURS(avx_hsub_pd_256, f64x4, double, 4, -)

#define ALTERNATE(name, V, type, n)               \
	V X86(name)(V a, V b)                         \
	{                                             \
		ELEMENTS(type, x, a);                     \
		ELEMENTS(type, y, b);                     \
		EACH(i, n)                                \
		x[i] = i & 1 ? x[i] + y[i] : x[i] - y[i]; \
		return a;                                 \
	}
ALTERNATE(sse3_addsub_ps, f32x4, float, 4)
ALTERNATE(sse3_addsub_pd, f64x2, double, 2)
ALTERNATE(avx_addsub_ps_256, f32x8, float, 8)
ALTERNATE(avx_addsub_pd_256, f64x4, double, 4)

f32x4 X86(sse41_insertps)(f32x4 a, f32x4 b, int8_t how)
{
	ELEMENTS(float, x, a);
	x[how >> 4 & 3] = ((float *)&b)[how >> 6 & 3];
	EACH(i, 4)
	if (how >> i & 1)
		x[i] = 0;
	return a;
}
