/* bounds_float.c: bounds of floating-point operations. */
#include <math.h>

#include "engine/solve/float/bounds.h"

static double get(unsigned width, u128 bits)
{
	u64 low = (u64)bits;
	u32 half = (u32)bits;
	double d;
	float f;
	memcpy(&d, &low, sizeof d);
	memcpy(&f, &half, sizeof f);
	return width == 32 ? (double)f : d;
}

/* Exact: the number is one of the type. */
static u128 put(unsigned width, double d)
{
	float f = (float)d;
	u64 low = 0;
	u32 half = 0;
	memcpy(&low, &d, sizeof d);
	memcpy(&half, &f, sizeof f);
	return width == 32 ? half : low;
}

/* The next number of the type. */
static double below(unsigned w, double x)
{
	return w == 32 ? (double)nextafterf((float)x, -INFINITY) : nextafter(x, -(double)INFINITY);
}

static double above(unsigned w, double x)
{
	return w == 32 ? (double)nextafterf((float)x, INFINITY) : nextafter(x, (double)INFINITY);
}

/* ---- up ---- */

static double run(FloatOp op, unsigned w, double a, double b)
{
	return get(w, float_value(op, w, w, put(w, a), put(w, b), 0));
}

static bool has(const NodeBounds *b, double x)
{
	return b->low <= x && x <= b->high;
}

static bool has_infinity(const NodeBounds *b)
{
	return isinf(b->low) || isinf(b->high);
}

/* Results at the four corners. A corner without a result is 0 times infinity or infinity minus infinity. */
static void corners(FloatOp op, unsigned w, const NodeBounds *a, const NodeBounds *b, double *low,
					double *high)
{
	const double x[] = {a->low, a->low, a->high, a->high}, y[] = {b->low, b->high, b->low, b->high};
	*low = INFINITY;
	*high = -INFINITY;
	for (int k = 0; k < 4; k++) {
		double r = run(op, w, x[k], y[k]);
		if (isnan(r) && op != FLOAT_MUL) {
			*low = -INFINITY;
			*high = INFINITY;
			return;
		}
		r = isnan(r) ? 0 : r;
		*low = fmin(*low, r);
		*high = fmax(*high, r);
	}
}

static void arithmetic_up(BoundsQuery *q, Expr e, FloatOp op, unsigned w, const NodeBounds *a,
						  const NodeBounds *b)
{
	double low = -INFINITY, high = INFINITY;
	bool nan = a->nan || b->nan;
	if (a->low > a->high || b->low > b->high) { /* only a NaN is left of an operand */
		bounds_number(q, e, INFINITY, -INFINITY, nan);
		return;
	}
	switch (op) {
	case FLOAT_ADD:
		nan |= (a->high == (double)INFINITY && b->low == -(double)INFINITY) ||
			   (a->low == -(double)INFINITY && b->high == (double)INFINITY);
		break;
	case FLOAT_SUB:
		nan |= (a->high == (double)INFINITY && b->high == (double)INFINITY) ||
			   (a->low == -(double)INFINITY && b->low == -(double)INFINITY);
		break;
	case FLOAT_MUL: nan |= (has(a, 0) && has_infinity(b)) || (has(b, 0) && has_infinity(a)); break;
	default: nan |= (has(a, 0) && has(b, 0)) || (has_infinity(a) && has_infinity(b)); break;
	}
	if (op != FLOAT_DIV || !has(b, 0))
		corners(op, w, a, b, &low, &high);
	bounds_number(q, e, low, high, nan);
}

static void monotone_up(BoundsQuery *q, Expr e, FloatOp op, unsigned w, unsigned from,
						const NodeBounds *a)
{
	bool nan = a->nan || (op == FLOAT_SQRT && a->low < 0);
	double from_low = op == FLOAT_SQRT ? fmax(a->low, 0) : a->low;
	if (from_low > a->high) {
		bounds_number(q, e, INFINITY, -INFINITY, nan);
		return;
	}
	bounds_number(q, e, get(w, float_value(op, w, from, put(from, from_low), 0, 0)),
				  get(w, float_value(op, w, from, put(from, a->high), 0, 0)), nan);
}

static void compare_up(BoundsQuery *q, Expr e, FloatOp op, const NodeBounds *a, const NodeBounds *b,
					   bool same)
{
	bool nan = a->nan || b->nan, some = a->low <= a->high && b->low <= b->high;
	bool yes = some && (op == FLOAT_LESS ? a->low < b->high : a->low <= b->high);
	bool no = nan || !some || (op == FLOAT_LESS ? a->high >= b->low : a->high > b->low);
	if (op == FLOAT_EQUAL) {
		yes = some && a->low <= b->high && b->low <= a->high;
		no = nan || !some || !(a->low == a->high && b->low == b->high && a->low == b->low);
		if (same)
			no = nan;
	}
	bounds_truth(q, e, no, yes);
}

static void of_integer(BoundsQuery *q, Expr e, FloatOp op, unsigned w, Expr a)
{
	const ExprInfo *info = &nd(q->p, a)->info;
	unsigned bits = nd(q->p, a)->width;
	if (bits > 64)
		return;
	if (op == FLOAT_OF_SIGNED) {
		const NodeBounds *x = bounds_of(q, a);
		bounds_number(q, e, get(w, float_value(op, w, 64, (u64)x->least, 0, 0)),
					  get(w, float_value(op, w, 64, (u64)x->most, 0, 0)), false);
	} else {
		bounds_number(q, e, get(w, float_value(op, w, 64, info->low, 0, 0)),
					  get(w, float_value(op, w, 64, info->high, 0, 0)), false);
	}
}

/* Out of range and for a NaN the value is the least integer. */
static void to_integer_up(BoundsQuery *q, Expr e, const NodeBounds *a)
{
	unsigned bits = nd(q->p, e)->width;
	if (bits != 32 && bits != 64)
		return;
	double end = bits == 32 ? 0x1p31 : 0x1p63;
	if (a->nan || a->low <= -end || a->high >= end || a->low > a->high)
		return;
	bounds_integer(q, e, (i64)a->low, (i64)a->high);
}

void bounds_float_up(BoundsQuery *q, Expr e)
{
	const ExprNode *n = nd(q->p, e);
	FloatOp op = expr_float_op(q->p, e);
	unsigned from = nd(q->p, n->a)->width, w = n->width;
	if (from == 80 || w == 80 || n->op == EXPR_FLOAT3)
		return;
	const NodeBounds *a = bounds_of(q, n->a), *b = n->op == EXPR_FLOAT2 ? bounds_of(q, n->b) : NULL;
	switch (op) {
	case FLOAT_ADD ... FLOAT_DIV: arithmetic_up(q, e, op, w, a, b); break;
	case FLOAT_EQUAL ... FLOAT_AT_MOST: compare_up(q, e, op, a, b, n->a == n->b); break;
	case FLOAT_SQRT ... FLOAT_ROUND:
	case FLOAT_RESIZE: monotone_up(q, e, op, w, from, a); break;
	case FLOAT_OF_SIGNED:
	case FLOAT_OF_UNSIGNED: of_integer(q, e, op, w, n->a); break;
	case FLOAT_TO_SIGNED: to_integer_up(q, e, a); break;
	case FLOAT_MIN:
	case FLOAT_MAX:
		bounds_number(q, e, fmin(a->low, b->low), fmax(a->high, b->high), a->nan || b->nan);
		break;
	default: break;
	}
}

/* ---- down ---- */

static void compare_down(BoundsQuery *q, const ExprNode *n, FloatOp op, bool is)
{
	unsigned w = nd(q->p, n->a)->width;
	NodeBounds a = *bounds_of(q, n->a), b = *bounds_of(q, n->b);
	double low = -INFINITY, high = INFINITY;
	if (is && op == FLOAT_EQUAL) {
		bounds_number(q, n->a, b.low, b.high, false);
		bounds_number(q, n->b, a.low, a.high, false);
	} else if (is) {
		bool strict = op == FLOAT_LESS;
		bounds_number(q, n->a, low, strict ? below(w, b.high) : b.high, false);
		bounds_number(q, n->b, strict ? above(w, a.low) : a.low, high, false);
		if ((strict && b.high == low) || (strict && a.low == high))
			q->empty = true;
	} else if (op == FLOAT_EQUAL) {
		if (n->a == n->b)
			bounds_number(q, n->a, high, low, true);
	} else if (!a.nan && !b.nan) { /* the other way round */
		bool strict = op == FLOAT_AT_MOST;
		bounds_number(q, n->b, low, strict ? below(w, a.high) : a.high, false);
		bounds_number(q, n->a, strict ? above(w, b.low) : b.low, high, false);
	}
}

/* Of a sum r = a + b before it was rounded; so a = r - b. Widened by two numbers on each side: one because r
 * was rounded, one because the difference is. */
static void undo(BoundsQuery *q, Expr to, unsigned w, FloatOp inverse, const NodeBounds *r,
				 const NodeBounds *by)
{
	NodeBounds wide = *r;
	double low, high;
	if (r->low > r->high || by->low > by->high)
		return;
	wide.low = below(w, r->low);
	wide.high = above(w, r->high);
	if (has_infinity(&wide) || has_infinity(by) || (inverse == FLOAT_DIV && has(by, 0)))
		return;
	corners(inverse, w, &wide, by, &low, &high);
	bounds_number(q, to, below(w, low), above(w, high), false);
}

static void arithmetic_down(BoundsQuery *q, Expr e, FloatOp op, const ExprNode *n)
{
	unsigned w = n->width;
	NodeBounds r = *bounds_of(q, e);
	if (r.nan)
		return;
	bounds_number(q, n->a, -INFINITY, INFINITY, false);
	bounds_number(q, n->b, -INFINITY, INFINITY, false);
	NodeBounds a = *bounds_of(q, n->a), b = *bounds_of(q, n->b);
	if (n->a == n->b)
		return;
	switch (op) {
	case FLOAT_ADD:
		undo(q, n->a, w, FLOAT_SUB, &r, &b);
		undo(q, n->b, w, FLOAT_SUB, &r, &a);
		break;
	case FLOAT_SUB: undo(q, n->a, w, FLOAT_ADD, &r, &b); break;
	case FLOAT_MUL:
		undo(q, n->a, w, FLOAT_DIV, &r, &b);
		undo(q, n->b, w, FLOAT_DIV, &r, &a);
		break;
	default: undo(q, n->a, w, FLOAT_MUL, &r, &b); break;
	}
}

static void one_down(BoundsQuery *q, Expr e, FloatOp op, const ExprNode *n)
{
	unsigned w = n->width, from = nd(q->p, n->a)->width;
	NodeBounds r = *bounds_of(q, e);
	if (r.low > r.high)
		return;
	switch (op) {
	case FLOAT_FLOOR ... FLOAT_ROUND:
		bounds_number(q, n->a, below(w, r.low - 1), above(w, r.high + 1), r.nan);
		break;
	case FLOAT_RESIZE:
		if (w < from) /* rounded to the smaller type: the operand is between its neighbours */
			bounds_number(q, n->a, below(w, r.low), above(w, r.high), r.nan);
		else
			bounds_number(q, n->a, -INFINITY, INFINITY, r.nan);
		break;
	case FLOAT_SQRT:
		if (!r.nan)
			bounds_number(q, n->a, 0, INFINITY, false);
		break;
	case FLOAT_OF_SIGNED:
		if (from <= 64 && r.low > -0x1p62 && r.high < 0x1p62)
			bounds_integer(q, n->a, (i64)floor(below(w, r.low)), (i64)ceil(above(w, r.high)));
		break;
	case FLOAT_TO_SIGNED:
		if ((w == 32 || w == 64) && r.least > (w == 32 ? INT32_MIN : INT64_MIN))
			bounds_number(
				q, n->a,
				below(from, below(from, get(from, float_value(FLOAT_OF_SIGNED, from, 64,
															  (u64)(r.least - 1), 0, 0)))),
				r.most == INT64_MAX
					? INFINITY
					: above(from, above(from, get(from, float_value(FLOAT_OF_SIGNED, from, 64,
																	(u64)(r.most + 1), 0, 0)))),
				false);
		break;
	default: break;
	}
}

void bounds_float_down(BoundsQuery *q, Expr e)
{
	const ExprNode *n = nd(q->p, e);
	FloatOp op = expr_float_op(q->p, e);
	unsigned from = nd(q->p, n->a)->width;
	if (from == 80 || n->width == 80 || n->op == EXPR_FLOAT3)
		return;
	if (op >= FLOAT_EQUAL && op <= FLOAT_AT_MOST) {
		const NodeBounds *b = bounds_of(q, e);
		if (b->yes != b->no)
			compare_down(q, n, op, b->yes);
	} else if (op <= FLOAT_DIV) {
		arithmetic_down(q, e, op, n);
	} else if (n->op == EXPR_FLOAT1) {
		one_down(q, e, op, n);
	}
}
