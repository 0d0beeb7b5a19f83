/* rules.c: rewritings of floating-point operations that keep every bit, also of a NaN.
 *
 * tests/unit/test_float.c compares each with the operation as it is written, on all pairs of boundary values.
 * What is not here does not hold: x - x is NaN for an infinity, x * 0 is -0 below zero, x + 0 loses the sign
 * of -0, and a - b has another NaN than a + -b if b is one.
 */
#include "engine/expr/float/rules.h"

#include <math.h>

/* ---- constants ---- */

/* The number; only of a float or double, which a double holds exactly. */
static double number_of(unsigned width, u128 bits)
{
	u64 low = (u64)bits;
	u32 half = (u32)bits;
	double d;
	float f;
	memcpy(&d, &low, sizeof d);
	memcpy(&f, &half, sizeof f);
	return width == 32 ? (double)f : d;
}

static Expr constant(ExprPool *p, unsigned width, double d)
{
	float f = (float)d;
	u64 bits = 0;
	u32 half = 0;
	memcpy(&bits, &d, sizeof d);
	memcpy(&half, &f, sizeof f);
	return expr_const(p, width, width == 32 ? half : bits);
}

/* A constant that is a number. */
static bool known(const ExprPool *p, Expr e, double *out)
{
	const ExprNode *n = nd(p, e);
	if (!is_const(p, e) || n->width == 80)
		return false;
	*out = number_of(n->width, const_value(p, e));
	return !isnan(*out);
}

/* A power of two whose inverse is a normal number of the type; a division by it is a multiplication. */
static bool power_of_two(unsigned width, double d)
{
	int exponent;
	double half = frexp(d, &exponent);
	int most = width == 32 ? 125 : 1021;
	return fabs(half) == 0.5 && exponent > -most && exponent < most;
}

/* ---- what an operation returns ---- */

static bool is_float_node(const ExprPool *p, Expr e)
{
	return expr_flags[nd(p, e)->op] & EXPR_HAS_FLOAT && nd(p, e)->op != EXPR_TEXTCHAR &&
		   nd(p, e)->op != EXPR_TEXTLEN;
}

/* Never a signalling NaN, so that an operation that computes nothing changes no bit. */
static bool is_quiet(const ExprPool *p, Expr e)
{
	if (!is_float_node(p, e))
		return false;
	FloatOp op = expr_float_op(p, e);
	return op <= FLOAT_DIV || (op >= FLOAT_SQRT && op <= FLOAT_ROUND) || op == FLOAT_OF_SIGNED ||
		   op == FLOAT_OF_UNSIGNED;
}

/* The integer of a conversion that loses nothing; 0: it is none. */
static Expr whole(const ExprPool *p, Expr e, bool *is_signed)
{
	if (!is_float_node(p, e) || nd(p, e)->width == 80)
		return 0;
	FloatOp op = expr_float_op(p, e);
	Expr from = nd(p, e)->a;
	*is_signed = op == FLOAT_OF_SIGNED;
	bool exact = nd(p, from)->width <= (nd(p, e)->width == 32 ? 24u : 53u);
	return (op == FLOAT_OF_SIGNED || op == FLOAT_OF_UNSIGNED) && exact ? from : 0;
}

/* ---- comparisons of integers ---- */

static Expr wider(ExprPool *p, Expr e, bool is_signed, unsigned width)
{
	return is_signed ? expr_sext(p, e, width) : expr_zext(p, e, width);
}

enum { INT_WIDTH = 64 };

/* The integer as 64 bits; a constant is rounded towards the numbers that hold. */
static Expr as_integer(ExprPool *p, Expr e, double (*round)(double))
{
	double d;
	bool is_signed;
	Expr x = whole(p, e, &is_signed);
	if (x)
		return wider(p, x, is_signed, INT_WIDTH);
	if (!known(p, e, &d))
		return 0;
	d = round(d);
	/* Beyond 2^60 is beyond every integer that was converted exactly. */
	d = d > 0x1p60 ? 0x1p60 : d < -0x1p60 ? -0x1p60 : d;
	return expr_const(p, INT_WIDTH, (u64)(i64)d);
}

/* A comparison with an integer that was converted without loss is one of integers. */
static Expr compare_integers(ExprPool *p, FloatOp op, Expr a, Expr b)
{
	bool is_signed;
	double d;
	if (!whole(p, a, &is_signed) && !whole(p, b, &is_signed))
		return 0;
	if (op == FLOAT_EQUAL) {
		if ((known(p, a, &d) && floor(d) != d) || (known(p, b, &d) && floor(d) != d))
			return EXPR_FALSE;
		Expr x = as_integer(p, a, floor), y = as_integer(p, b, floor);
		return x && y ? expr_eq(p, x, y) : 0;
	}
	/* a < b: i < ceil(c), and floor(c) < i; a <= b: i <= floor(c), and ceil(c) <= i */
	bool strict = op == FLOAT_LESS;
	Expr x = as_integer(p, a, strict ? floor : ceil), y = as_integer(p, b, strict ? ceil : floor);
	if (!x || !y)
		return 0;
	return strict ? expr_slt(p, x, y) : expr_sle(p, x, y);
}

/* ---- by number of operands ---- */

Expr float_rule2(ExprPool *p, FloatOp op, unsigned width, Expr a, Expr b)
{
	double d;
	bool is_signed;
	if (op == FLOAT_EQUAL || op == FLOAT_LESS || op == FLOAT_AT_MOST) {
		if (a == b)
			return op == FLOAT_LESS          ? EXPR_FALSE
				   : whole(p, a, &is_signed) ? EXPR_TRUE
				   : op == FLOAT_AT_MOST     ? expr_float2(p, 1, a, a, FLOAT_EQUAL)
											 : 0;
		return compare_integers(p, op, a, b);
	}
	if (width == 80)
		return 0;
	switch (op) {
	case FLOAT_ADD: return a == b ? expr_float2(p, width, a, constant(p, width, 2), FLOAT_MUL) : 0;
	case FLOAT_SUB:
		return known(p, b, &d) ? expr_float2(p, width, a, constant(p, width, -d), FLOAT_ADD) : 0;
	case FLOAT_DIV:
		if (!known(p, b, &d) || !power_of_two(width, d))
			return 0;
		return expr_float2(p, width, a, constant(p, width, 1 / d), FLOAT_MUL);
	case FLOAT_MUL:
		if (known(p, b, &d) && d == 1 && is_quiet(p, a))
			return a;
		return known(p, a, &d) && d == 1 && is_quiet(p, b) ? b : 0;
	default: return 0;
	}
}

Expr float_rule1(ExprPool *p, FloatOp op, unsigned width, Expr a)
{
	bool is_signed;
	Expr x = whole(p, a, &is_signed);
	if (!x)
		return 0;
	/* An integer that was converted without loss: back, to its integer part, to the other type. */
	switch (op) {
	case FLOAT_TO_SIGNED:
	case FLOAT_TO_UNSIGNED:
		if (width > nd(p, x)->width)
			return wider(p, x, is_signed, width);
		return width == nd(p, x)->width && is_signed == (op == FLOAT_TO_SIGNED) ? x : 0;
	case FLOAT_FLOOR ... FLOAT_ROUND: return a;
	case FLOAT_RESIZE:
		return width == 64 ? expr_float1(p, 64, x, is_signed ? FLOAT_OF_SIGNED : FLOAT_OF_UNSIGNED)
						   : 0;
	default: return 0;
	}
}
