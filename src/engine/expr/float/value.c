/* value.c: what floating-point operations compute: what x86-64 does. */
#include "engine/expr/float/call.h"

#include <math.h>

#define X(NAME, ARITY, ...) ARITY,
const u8 float_arity[FLOAT_N_OPS] = {FLOAT_OPS(X)};
#undef X
#define X(NAME, ARITY, WIDTH, KIND, TEXT) FLOAT_KIND_##KIND,
const u8 float_kind[FLOAT_N_OPS] = {FLOAT_OPS(X)};
#undef X
#define X(NAME, ARITY, WIDTH, KIND, TEXT) TEXT,
const char *const float_sign[FLOAT_N_OPS] = {FLOAT_OPS(X)};
#undef X

#define X(NAME, ...) #NAME,
const char *const float_name[FLOAT_N_OPS] = {FLOAT_OPS(X)};
#undef X

/* ---- bits and numbers ---- */

static double get_f64(u128 v)
{
	u64 bits = (u64)v;
	double d;
	memcpy(&d, &bits, 8);
	return d;
}

static float get_f32(u128 v)
{
	u32 bits = (u32)v;
	float f;
	memcpy(&f, &bits, 4);
	return f;
}

static long double get_f80(u128 v)
{
	long double x = 0;
	memcpy(&x, &v, 10);
	return x;
}

static u128 put_f64(double d)
{
	u64 bits;
	memcpy(&bits, &d, 8);
	return bits;
}

static u128 put_f32(float f)
{
	u32 bits;
	memcpy(&bits, &f, 4);
	return bits;
}

static u128 put_f80(long double x)
{
	u128 bits = 0;
	memcpy(&bits, &x, 10);
	return bits;
}

/* Exact: the values of every type are long doubles. */
static long double to_long(unsigned width, u128 v)
{
	return width == 32   ? (long double)get_f32(v)
		   : width == 64 ? (long double)get_f64(v)
						 : get_f80(v);
}

static u128 from_long(unsigned width, long double x)
{
	return width == 32 ? put_f32((float)x) : width == 64 ? put_f64((double)x) : put_f80(x);
}

static bool is_nan_of(unsigned width, u64 bits)
{
	return width == 32 ? (bits & 0x7fffffff) > 0x7f800000
					   : (bits & ~(1ull << 63)) > 0x7ff0000000000000;
}

static u128 quiet(unsigned width, u128 v)
{
	return v | (u128)1 << (width == 32 ? 22 : 51);
}

/* The NaN among the operands that is the result; 0: none is one. */
static u128 given_nan(FloatOp op, unsigned width, u128 a, u128 b)
{
	if (width == 80 || op > FLOAT_DIV)
		return 0;
	bool first = is_nan_of(width, (u64)a), second = is_nan_of(width, (u64)b);
	if (first && second && (op == FLOAT_ADD || op == FLOAT_MUL))
		return quiet(width, a > b ? a : b);
	return first ? quiet(width, a) : second ? quiet(width, b) : 0;
}

/* ---- operations ---- */

#define ARITHMETIC(op)                                 \
	(width == 32   ? put_f32(get_f32(a) op get_f32(b)) \
	 : width == 64 ? put_f64(get_f64(a) op get_f64(b)) \
				   : put_f80(get_f80(a) op get_f80(b)))
#define FUNCTION1(fn)                           \
	(width == 32   ? put_f32(fn##f(get_f32(a))) \
	 : width == 64 ? put_f64(fn(get_f64(a)))    \
				   : put_f80(fn##l(get_f80(a))))
#define FUNCTION2(fn)                                       \
	(width == 32   ? put_f32(fn##f(get_f32(a), get_f32(b))) \
	 : width == 64 ? put_f64(fn(get_f64(a), get_f64(b)))    \
				   : put_f80(fn##l(get_f80(a), get_f80(b))))

/* Repeated multiplication as compiler-rt does it. */
static long double power_int(long double x, i32 n)
{
	bool invert = n < 0;
	long double r = 1;
	for (u32 k = invert ? 0u - (u32)n : (u32)n; k; k >>= 1, x *= x)
		if (k & 1)
			r *= x;
	return invert ? 1 / r : r;
}

/* Of two zeros the C library takes one by their order, which a compiler thinks does not matter. Only
 * for long double there is no code of its own for it. */
static u128 by_library(long double (*volatile fn)(long double, long double), u128 a, u128 b)
{
	return put_f80(fn(get_f80(a), get_f80(b)));
}

/* The lesser or greater number, or a NaN if there is one; -0 is less than 0. */
static u128 extreme(unsigned width, u128 a, u128 b, bool greater)
{
	long double x = to_long(width, a), y = to_long(width, b);
	if (isnan(x) || isnan(y))
		return isnan(x) ? a : b;
	bool first = x == y ? !signbit(x) == greater : (x > y) == greater;
	return first ? a : b;
}

/* What the hardware's conversions give, also out of range ("integer indefinite"). */
static u128 to_int(unsigned from, u128 v, unsigned bits, bool is_signed)
{
	long double x = to_long(from, v);
	if (bits > 64) {
		if (isnan(x) || fabsl(x) >= 0x1p128L)
			return (u128)1 << 127;
		return is_signed || x < 0 ? (u128)(i128)x : (u128)x;
	}
	if (is_signed || bits < 64) {
		unsigned reach = is_signed && bits <= 32 ? 32 : 64;
		bool fits =
			!isnan(x) && x > -ldexpl(1, (int)reach - 1) - 1 && x < ldexpl(1, (int)reach - 1);
		return fits ? (u128)(i64)x : (u128)1 << (reach - 1);
	}
	if (isnan(x) || x <= -0x1p63L - 1 || x >= 0x1p64L)
		return (u128)1 << 63;
	return x < 0 ? (u128)(u64)(i64)x : (u128)(u64)x;
}

static u128 to_int_saturated(unsigned from, u128 v, unsigned bits, bool is_signed)
{
	long double x = to_long(from, v);
	if (isnan(x))
		return 0;
	long double low = is_signed ? -ldexpl(1, (int)bits - 1) : 0;
	long double high = ldexpl(1, (int)(is_signed ? bits - 1 : bits));
	if (x <= low)
		return is_signed ? (u128)1 << (bits - 1) : 0;
	if (x >= high)
		return is_signed     ? ((u128)1 << (bits - 1)) - 1
			   : bits == 128 ? ~(u128)0
							 : ((u128)1 << bits) - 1;
	return is_signed ? (u128)(i128)x : (u128)x;
}

/* Through the target type at once: rounding twice would differ. */
static u128 of_int(unsigned width, u128 x, unsigned bits, bool is_signed)
{
	if (is_signed) {
		i128 s = (i128)(x << (128 - bits)) >> (128 - bits);
		return width == 32   ? put_f32((float)s)
			   : width == 64 ? put_f64((double)s)
							 : put_f80((long double)s);
	}
	return width == 32   ? put_f32((float)x)
		   : width == 64 ? put_f64((double)x)
						 : put_f80((long double)x);
}

/* To an integer. Code that a compiler puts here instead of the call may return a signalling NaN as it is. */
static u128 rounded(FloatOp op, unsigned width, u128 a)
{
	if (width != 80 && is_nan_of(width, (u64)a))
		return quiet(width, a);
	switch (op) {
	case FLOAT_FLOOR: return FUNCTION1(floor);
	case FLOAT_CEIL: return FUNCTION1(ceil);
	case FLOAT_TRUNC: return FUNCTION1(trunc);
	case FLOAT_RINT: return FUNCTION1(rint);
	case FLOAT_ROUND: return FUNCTION1(round);
	default: abort();
	}
}

static u128 one_operand(FloatOp op, unsigned width, unsigned from, u128 a)
{
	switch (op) {
	case FLOAT_SQRT: return FUNCTION1(sqrt);
	case FLOAT_FLOOR ... FLOAT_ROUND: return rounded(op, width, a);
	case FLOAT_SIN: return FUNCTION1(sin);
	case FLOAT_COS: return FUNCTION1(cos);
	case FLOAT_EXP: return FUNCTION1(exp);
	case FLOAT_EXP2: return FUNCTION1(exp2);
	case FLOAT_LOG: return FUNCTION1(log);
	case FLOAT_LOG2: return FUNCTION1(log2);
	case FLOAT_LOG10: return FUNCTION1(log10);
	case FLOAT_RESIZE: return from_long(width, to_long(from, a));
	case FLOAT_OF_SIGNED: return of_int(width, a, from, true);
	case FLOAT_OF_UNSIGNED: return of_int(width, a, from, false);
	case FLOAT_TO_SIGNED: return to_int(from, a, width, true);
	case FLOAT_TO_UNSIGNED: return to_int(from, a, width, false);
	case FLOAT_SAT_SIGNED: return to_int_saturated(from, a, width, true);
	case FLOAT_SAT_UNSIGNED: return to_int_saturated(from, a, width, false);
	default: abort();
	}
}

static u128 two_operands(FloatOp op, unsigned width, u128 a, u128 b)
{
	u128 nan = given_nan(op, width, a, b);
	if (nan)
		return nan;
	switch (op) {
	case FLOAT_ADD: return ARITHMETIC(+);
	case FLOAT_SUB: return ARITHMETIC(-);
	case FLOAT_MUL: return ARITHMETIC(*);
	case FLOAT_DIV: return ARITHMETIC(/);
	case FLOAT_REM: return FUNCTION2(fmod);
	case FLOAT_EQUAL: return to_long(width, a) == to_long(width, b);
	case FLOAT_LESS: return to_long(width, a) < to_long(width, b);
	case FLOAT_AT_MOST: return to_long(width, a) <= to_long(width, b);
	case FLOAT_MIN: return width == 80 ? by_library(fminl, a, b) : FUNCTION2(fmin);
	case FLOAT_MAX: return width == 80 ? by_library(fmaxl, a, b) : FUNCTION2(fmax);
	case FLOAT_MINIMUM: return extreme(width, a, b, false);
	case FLOAT_MAXIMUM: return extreme(width, a, b, true);
	case FLOAT_POW: return FUNCTION2(pow);
	case FLOAT_POWI: return from_long(width, power_int(to_long(width, a), (i32)b));
	case FLOAT_LDEXP: return from_long(width, ldexpl(to_long(width, a), (i32)b));
	default: abort();
	}
}

static u128 multiply_add(unsigned width, u128 a, u128 b, u128 c)
{
	return width == 32   ? put_f32(fmaf(get_f32(a), get_f32(b), get_f32(c)))
		   : width == 64 ? put_f64(fma(get_f64(a), get_f64(b), get_f64(c)))
						 : put_f80(fmal(get_f80(a), get_f80(b), get_f80(c)));
}

u128 float_value(u32 param, unsigned width, unsigned from, u128 a, u128 b, u128 c)
{
	FloatOp op = (FloatOp)(param & 0xff);
	if (float_is_call(param))
		return float_call_value(param, a, b);
	u128 mask = width >= 128 ? ~(u128)0 : ((u128)1 << width) - 1;
	u128 v = float_arity[op] == 1   ? one_operand(op, width, from, a)
			 : float_arity[op] == 2 ? two_operands(op, from, a, b)
									: multiply_add(width, a, b, c);
	return v & mask;
}

/* ---- widths ---- */

enum { WIDTH_OF_A, WIDTH_OF_BIT, WIDTH_OF_GIVEN };

unsigned float_width(FloatOp op, unsigned from)
{
	static const u8 rule[FLOAT_N_OPS] = {
#define X(NAME, ARITY, WIDTH, ...) WIDTH_OF_##WIDTH,
		FLOAT_OPS(X)
#undef X
	};
	return rule[op] == WIDTH_OF_A ? from : rule[op] == WIDTH_OF_BIT ? 1 : 0;
}

bool float_fits(u32 param, unsigned width, unsigned from, unsigned b, unsigned c)
{
	FloatOp op = (FloatOp)(param & 0xff);
	if (float_is_call(param))
		return float_call_fits(param, width, from, b);
	unsigned follows = float_width(op, from);
	bool of_int = op == FLOAT_OF_SIGNED || op == FLOAT_OF_UNSIGNED;
	bool by_int = op == FLOAT_POWI || op == FLOAT_LDEXP;
	if (of_int)
		return from && from <= 128 && float_is(width);
	if (!float_is(from) || !width || width > 128 || (follows && follows != width))
		return false;
	if (op == FLOAT_RESIZE)
		return float_is(width);
	return (float_arity[op] < 2 || b == (by_int ? 32 : from)) && (float_arity[op] < 3 || c == from);
}
