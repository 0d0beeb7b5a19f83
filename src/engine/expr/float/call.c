/* call.c: functions of the host's C library, as operations on numbers.
 *
 * Nothing is assumed about them but that they return the same for the same arguments. A call has up to
 * four results: what it returns, what it writes through two pointers, and the errno that it sets.
 */
#include "engine/expr/float/call.h"

#include <errno.h>
#include <math.h>

typedef enum CallKind {
	ONE,      /* T f(T) */
	TWO,      /* T f(T, T) */
	BY_INT,   /* T f(T, int) */
	BY_LONG,  /* T f(T, long) */
	ORDER,    /* T f(int, T) */
	OUT_INT,  /* T f(T, int *) */
	OUT,      /* T f(T, T *) */
	INT_OF,   /* int f(T) */
	LONG_OF,  /* long f(T) */
	QUOTIENT, /* T f(T, T, int *) */
	BOTH,     /* void f(T, T *, T *) */
} CallKind;

#define CALLEE(T)                   \
	union {                         \
		T (*one)(T);                \
		T (*two)(T, T);             \
		T (*by_int)(T, int);        \
		T (*by_long)(T, long);      \
		T (*order)(int, T);         \
		T (*out_int)(T, int *);     \
		T (*out)(T, T *);           \
		int (*int_of)(T);           \
		long (*long_of)(T);         \
		T (*quotient)(T, T, int *); \
		void (*both)(T, T *, T *);  \
	}

typedef struct FloatCall {
	const char *name;
	u8 kind;    /* CallKind */
	u8 width;   /* of T */
	bool exact; /* IEEE 754 says what it returns */
	union {
		CALLEE(double) d;
		CALLEE(float) f;
		CALLEE(long double) l;
	} fn;
} FloatCall;

/* The function, and those for float and long double. IEEE 754 says what an EXACT one returns. */
#define CALLS(KIND, MEMBER, FN, EXACT)                                                           \
	{#FN, KIND, 64, EXACT, .fn.d.MEMBER = FN}, {#FN "f", KIND, 32, EXACT, .fn.f.MEMBER = FN##f}, \
		{#FN "l", KIND, 80, EXACT, .fn.l.MEMBER = FN##l},
#define ABOUT(KIND, MEMBER, FN) CALLS(KIND, MEMBER, FN, false)
#define EXACT(KIND, MEMBER, FN) CALLS(KIND, MEMBER, FN, true)

static const FloatCall table[] = {
	/* clang-format off */
	ABOUT(ONE, one, acos) ABOUT(ONE, one, acosh) ABOUT(ONE, one, asin) ABOUT(ONE, one, asinh)
	ABOUT(ONE, one, atan) ABOUT(ONE, one, atanh) ABOUT(ONE, one, cbrt) EXACT(ONE, one, ceil)
	ABOUT(ONE, one, cos) ABOUT(ONE, one, cosh) ABOUT(ONE, one, erf) ABOUT(ONE, one, erfc)
	ABOUT(ONE, one, exp) ABOUT(ONE, one, exp2) ABOUT(ONE, one, exp10) ABOUT(ONE, one, expm1)
	EXACT(ONE, one, fabs) EXACT(ONE, one, floor) ABOUT(ONE, one, j0) ABOUT(ONE, one, j1)
	ABOUT(ONE, one, lgamma) ABOUT(ONE, one, log) ABOUT(ONE, one, log10) ABOUT(ONE, one, log1p)
	ABOUT(ONE, one, log2) EXACT(ONE, one, logb) EXACT(ONE, one, nearbyint) EXACT(ONE, one, rint)
	EXACT(ONE, one, round) EXACT(ONE, one, roundeven) EXACT(ONE, one, significand)
	ABOUT(ONE, one, sin) ABOUT(ONE, one, sinh) EXACT(ONE, one, sqrt) ABOUT(ONE, one, tan)
	ABOUT(ONE, one, tanh) ABOUT(ONE, one, tgamma) EXACT(ONE, one, trunc) ABOUT(ONE, one, y0)
	ABOUT(ONE, one, y1)
	ABOUT(TWO, two, atan2) EXACT(TWO, two, copysign) EXACT(TWO, two, drem) EXACT(TWO, two, fdim)
	EXACT(TWO, two, fmax) EXACT(TWO, two, fmin) EXACT(TWO, two, fmod) ABOUT(TWO, two, hypot)
	EXACT(TWO, two, nextafter) ABOUT(TWO, two, pow) EXACT(TWO, two, remainder)
	EXACT(BY_INT, by_int, ldexp) EXACT(BY_INT, by_int, scalbn) EXACT(BY_LONG, by_long, scalbln)
	ABOUT(ORDER, order, jn) ABOUT(ORDER, order, yn)
	EXACT(OUT_INT, out_int, frexp) {"lgamma_r", OUT_INT, 64, false, .fn.d.out_int = lgamma_r},
	EXACT(OUT, out, modf) EXACT(QUOTIENT, quotient, remquo) ABOUT(BOTH, both, sincos)
	EXACT(INT_OF, int_of, ilogb) EXACT(INT_OF, int_of, finite)
	EXACT(INT_OF, int_of, __fpclassify) EXACT(INT_OF, int_of, __signbit)
	EXACT(INT_OF, int_of, __finite) EXACT(INT_OF, int_of, __isnan) EXACT(INT_OF, int_of, __isinf)
	EXACT(LONG_OF, long_of, lrint) EXACT(LONG_OF, long_of, lround) EXACT(LONG_OF, long_of, llogb)
	/* clang-format on */
};

bool float_call_is_exact(u32 function)
{
	return table[function].exact;
}

int float_call_find(const char *name)
{
	for (size_t i = 0; i < countof(table); i++)
		if (!strcmp(table[i].name, name))
			return (int)i;
	return -1;
}

const char *float_call_name(u32 param)
{
	u32 fn = float_call_function(param);
	return fn < countof(table) ? table[fn].name : "?";
}

static unsigned arity(const FloatCall *c)
{
	return c->kind == TWO || c->kind == BY_INT || c->kind == BY_LONG || c->kind == ORDER ||
				   c->kind == QUOTIENT
			   ? 2
			   : 1;
}

unsigned float_call_width(u32 fn, CallResult which)
{
	const FloatCall *c = &table[fn];
	bool ints = c->kind == OUT_INT || c->kind == QUOTIENT;
	switch (which) {
	case CALL_RETURNS:
		if (c->kind == INT_OF)
			return 32;
		if (c->kind == LONG_OF)
			return 64;
		return c->kind == BOTH ? 0 : c->width;
	case CALL_OUT:
		if (ints)
			return 32;
		return c->kind == OUT || c->kind == BOTH ? c->width : 0;
	case CALL_OUT2: return c->kind == BOTH ? c->width : 0;
	default: return 32;
	}
}

bool float_call_fits(u32 param, unsigned width, unsigned a, unsigned b)
{
	u32 fn = float_call_function(param);
	if (fn >= countof(table))
		return false;
	const FloatCall *c = &table[fn];
	bool two = (param & 0xff) == FLOAT_CALL2;
	unsigned first = c->kind == ORDER ? 32 : c->width;
	unsigned second = c->kind == BY_INT ? 32 : c->kind == BY_LONG ? 64 : c->width;
	return two == (arity(c) == 2) && width &&
		   width == float_call_width(fn, float_call_which(param)) && a == first &&
		   (!two || b == second);
}

bool float_call_is_number(u32 param)
{
	const FloatCall *c = &table[float_call_function(param)];
	CallResult which = float_call_which(param);
	if (which == CALL_RETURNS)
		return c->kind != INT_OF && c->kind != LONG_OF;
	return (which == CALL_OUT && (c->kind == OUT || c->kind == BOTH)) || which == CALL_OUT2;
}

bool float_call_takes_int(u32 param, unsigned k)
{
	u8 kind = table[float_call_function(param)].kind;
	return k ? kind == BY_INT || kind == BY_LONG : kind == ORDER;
}

u32 float_call_param(u32 fn, CallResult which)
{
	return (u32)(arity(&table[fn]) == 2 ? FLOAT_CALL2 : FLOAT_CALL1) | (u32)which << 8 | fn << 10;
}

/* ---- values ---- */

/* What a call left. */
typedef struct Left {
	u128 returns, out, out2;
} Left;

#define RUN(T, MEMBER)                                                          \
	static Left run_##MEMBER(const FloatCall *c, u128 a, u128 b)                \
	{                                                                           \
		T x = 0, y = 0, r = 0, out = 0, out2 = 0;                               \
		int n = 0;                                                              \
		bool ints = c->kind == OUT_INT || c->kind == QUOTIENT;                  \
		Left left = {0};                                                        \
		memcpy(&x, &a, c->width / 8);                                           \
		memcpy(&y, &b, c->width / 8);                                           \
		switch ((CallKind)c->kind) {                                            \
		case ONE: r = c->fn.MEMBER.one(x); break;                               \
		case TWO: r = c->fn.MEMBER.two(x, y); break;                            \
		case BY_INT: r = c->fn.MEMBER.by_int(x, (int)(u32)b); break;            \
		case BY_LONG: r = c->fn.MEMBER.by_long(x, (long)(u64)b); break;         \
		case ORDER: r = c->fn.MEMBER.order((int)(u32)a, y); break;              \
		case OUT_INT: r = c->fn.MEMBER.out_int(x, &n); break;                   \
		case OUT: r = c->fn.MEMBER.out(x, &out); break;                         \
		case INT_OF: left.returns = (u32)c->fn.MEMBER.int_of(x); return left;   \
		case LONG_OF: left.returns = (u64)c->fn.MEMBER.long_of(x); return left; \
		case QUOTIENT: r = c->fn.MEMBER.quotient(x, y, &n); break;              \
		case BOTH: c->fn.MEMBER.both(x, &out, &out2); break;                    \
		}                                                                       \
		memcpy(&left.returns, &r, c->width / 8);                                \
		memcpy(&left.out, &out, c->width / 8);                                  \
		memcpy(&left.out2, &out2, c->width / 8);                                \
		left.out = ints ? (u32)n : left.out;                                    \
		return left;                                                            \
	}
RUN(double, d)
RUN(float, f)
RUN(long double, l)

u128 float_call_value(u32 param, u128 a, u128 b)
{
	const FloatCall *c = &table[float_call_function(param)];
	int before = errno;
	errno = 0;
	Left left = c->width == 32 ? run_f(c, a, b) : c->width == 64 ? run_d(c, a, b) : run_l(c, a, b);
	int set = errno;
	errno = before;
	switch (float_call_which(param)) {
	case CALL_RETURNS: return left.returns;
	case CALL_OUT: return left.out;
	case CALL_OUT2: return left.out2;
	default: return (u32)set;
	}
}

/* ---- functions that are operations ---- */

int float_call_op(u32 fn)
{
	static const struct {
		const char *name;
		FloatOp op;
	} same[] = {{"sqrt", FLOAT_SQRT},      {"floor", FLOAT_FLOOR}, {"ceil", FLOAT_CEIL},
				{"trunc", FLOAT_TRUNC},    {"rint", FLOAT_RINT},   {"nearbyint", FLOAT_RINT},
				{"roundeven", FLOAT_RINT}, {"round", FLOAT_ROUND}, {"fmod", FLOAT_REM},
				{"sin", FLOAT_SIN},        {"cos", FLOAT_COS},     {"exp", FLOAT_EXP},
				{"exp2", FLOAT_EXP2},      {"log", FLOAT_LOG},     {"log2", FLOAT_LOG2},
				{"log10", FLOAT_LOG10},    {"pow", FLOAT_POW},     {"fmin", FLOAT_MIN},
				{"fmax", FLOAT_MAX},       {"fabs", FLOAT_N_OPS}};
	const FloatCall *c = &table[fn];
	for (size_t i = 0; i < countof(same); i++) {
		size_t n = strlen(same[i].name);
		if (!strncmp(c->name, same[i].name, n) &&
			(c->width == 64 ? !c->name[n] : !c->name[n + 1]) && same[i].op < FLOAT_N_OPS)
			return same[i].op;
	}
	return -1;
}

/* True if the function is that one of double, or the same of another type. */
static bool is_family(const FloatCall *c, const char *name)
{
	size_t n = strlen(name);
	return !strncmp(c->name, name, n) &&
		   (c->width == 64 ? !c->name[n] : c->name[n] && !c->name[n + 1]);
}

Expr expr_call_errno(ExprPool *p, u32 fn, Expr a)
{
	static const char *const logarithms[] = {"log", "log2", "log10"}, *const circles[] = {
																		  "sin", "cos", "tan"};
	const FloatCall *c = &table[fn];
	unsigned w = c->width;
	Expr none = expr_const(p, 32, 0), domain = expr_const(p, 32, EDOM), zero = expr_const(p, w, 0);
	Expr below = expr_width(p, a) == w ? expr_float(p, FLOAT_LESS, 1, a, zero, 0) : 0;
	if (below && is_family(c, "sqrt"))
		return expr_ite(p, below, domain, none);
	for (size_t i = 0; below && i < countof(logarithms); i++)
		if (is_family(c, logarithms[i]))
			return expr_ite(p, below, domain,
							expr_ite(p, expr_float(p, FLOAT_EQUAL, 1, a, zero, 0),
									 expr_const(p, 32, ERANGE), none));
	for (size_t i = 0; below && i < countof(circles); i++)
		if (is_family(c, circles[i]) && w != 80) {
			u64 infinity = w == 32 ? 0x7f800000 : 0x7ff0000000000000;
			Expr size = expr_and(p, a, expr_const(p, w, (1ull << (w - 1)) - 1));
			return expr_ite(p, expr_float(p, FLOAT_EQUAL, 1, size, expr_const(p, w, infinity), 0),
							domain, none);
		}
	return 0;
}
