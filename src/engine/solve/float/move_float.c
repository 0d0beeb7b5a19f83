/* move_float.c: works backwards through floating-point operations and decimal digits.
 *
 * An operation is undone by its inverse, which rounds as well. So the neighbours of the result are tried
 * until one gives exactly the value; otherwise the nearest one is taken. As everything in this layer, the
 * outcome is evaluated before it counts.
 */
#include "engine/solve/move.h"

#include <math.h>

#include "engine/expr/float/float.h"

enum {
	NEIGHBOURS = 3,   /* tried on either side of the result of an inverse */
	MOST_DIGITS = 20, /* of a number in the input */
	MOST_NODES = 400, /* of a sum that is looked at */
};

static double get(unsigned width, u128 bits)
{
	double d;
	float f;
	u64 low = (u64)bits;
	u32 half = (u32)bits;
	memcpy(&d, &low, sizeof d);
	memcpy(&f, &half, sizeof f);
	return width == 32 ? (double)f : d;
}

static u128 put(unsigned width, double d)
{
	float f = (float)d;
	u64 low = 0;
	u32 half = 0;
	memcpy(&low, &d, sizeof d);
	memcpy(&half, &f, sizeof f);
	return width == 32 ? half : low;
}

/* The next number above or below. */
static u128 next(unsigned width, u128 bits, bool up)
{
	double x = get(width, bits);
	return width == 32 ? put(32, (double)nextafterf((float)x, up ? INFINITY : -INFINITY))
					   : put(64, nextafter(x, up ? (double)INFINITY : -(double)INFINITY));
}

/* A number above or below v: the next one, or one that has a short text, as the turn says. */
static u128 beyond(Attempt *t, unsigned width, u128 v, bool up)
{
	bool far = move_other_way(t);
	double x = get(width, v), step = fabs(x) > 16 ? fabs(x) / 8 : 1;
	t->bit++;
	return far ? put(width, floor(up ? x + step : x - step)) : next(width, v, up);
}

/* a < b or a <= b, made true or false. */
static bool order(Attempt *t, Expr e, bool strict, bool to, int depth)
{
	const ExprNode *n = nd(t->p, e);
	unsigned w = nd(t->p, n->a)->width;
	Expr low = to ? n->a : n->b, high = to ? n->b : n->a;
	u128 vl = move_now(t, low), vh = move_now(t, high);
	if (isnan(get(w, vl)) || isnan(get(w, vh))) {
		/* nothing is in order with a NaN */
		return move_either(t, low, isnan(get(w, vh)) ? put(w, 0) : vh, high,
						   isnan(get(w, vl)) ? put(w, 0) : vl, depth);
	}
	if (strict == to)
		return move_either(t, low, beyond(t, w, vh, false), high, beyond(t, w, vl, true), depth);
	return move_either(t, low, vh, high, vl, depth);
}

static bool equal(Attempt *t, Expr e, bool to, int depth)
{
	const ExprNode *n = nd(t->p, e);
	unsigned w = nd(t->p, n->a)->width;
	u128 a = move_now(t, n->a), b = move_now(t, n->b);
	if (n->a == n->b)
		return move_to(t, n->a, put(w, to ? 1 : (double)NAN), depth);
	if (to)
		return move_either(t, n->a, b, n->b, a, depth);
	return move_either(t, n->a, beyond(t, w, b, true), n->b, beyond(t, w, a, true), depth);
}

/* The operand near guess for which op(operand, other), or op(other, operand), is to. */
static u128 exact(FloatOp op, unsigned w, u128 guess, u128 other, bool first, u128 to)
{
	u128 up = guess, down = guess;
	for (int k = 0; k <= NEIGHBOURS; k++) {
		const u128 tries[] = {up, down};
		for (int i = 0; i < 2; i++) {
			u128 r = first ? float_value(op, w, w, tries[i], other, 0)
						   : float_value(op, w, w, other, tries[i], 0);
			if (r == to)
				return tries[i];
		}
		up = next(w, up, true);
		down = next(w, down, false);
	}
	return guess;
}

/* The first operand, from the second and the result. */
static double first_of(FloatOp op, double b, double r)
{
	switch (op) {
	case FLOAT_ADD: return r - b;
	case FLOAT_SUB: return r + b;
	case FLOAT_MUL: return r / b;
	default: return r * b;
	}
}

/* The second operand, from the first and the result. */
static double second_of(FloatOp op, double a, double r)
{
	switch (op) {
	case FLOAT_ADD: return r - a;
	case FLOAT_SUB: return a - r;
	case FLOAT_MUL: return r / a;
	default: return a / r;
	}
}

static bool arithmetic(Attempt *t, FloatOp op, Expr e, u128 to, int depth)
{
	const ExprNode *n = nd(t->p, e);
	unsigned w = n->width;
	u128 va = move_now(t, n->a), vb = move_now(t, n->b);
	double a = get(w, va), b = get(w, vb), r = get(w, to);
	double for_a = first_of(op, b, r), for_b = second_of(op, a, r);
	return move_either(t, n->a, exact(op, w, put(w, for_a), vb, true, to), n->b,
					   exact(op, w, put(w, for_b), va, false, to), depth);
}

/* An integer near the number. */
static bool to_integer(Attempt *t, Expr e, u128 to, int depth)
{
	const ExprNode *n = nd(t->p, e);
	unsigned bits = nd(t->p, n->a)->width;
	double x = rint(get(n->width, to));
	if (isnan(x) || bits > 64 || fabs(x) >= 0x1p63)
		return false;
	return move_to(t, n->a, (u64)(i64)x & mask64(bits), depth);
}

static bool from_integer(Attempt *t, Expr e, bool is_signed, u128 to, int depth)
{
	const ExprNode *n = nd(t->p, e);
	unsigned w = nd(t->p, n->a)->width;
	if (n->width > 64)
		return false;
	double x = is_signed ? (double)(i64)sign64((u64)to, n->width) : (double)(u64)to;
	return move_to(t, n->a, put(w, x), depth);
}

static bool one(Attempt *t, FloatOp op, Expr e, u128 to, int depth)
{
	const ExprNode *n = nd(t->p, e);
	unsigned w = nd(t->p, n->a)->width;
	double r = get(n->width, to);
	switch (op) {
	case FLOAT_SQRT: return r >= 0 && move_to(t, n->a, put(w, r * r), depth);
	case FLOAT_FLOOR ... FLOAT_ROUND: return rint(r) == r && move_to(t, n->a, to, depth);
	case FLOAT_RESIZE: return move_to(t, n->a, put(w, r), depth);
	case FLOAT_EXP: return r > 0 && move_to(t, n->a, put(w, log(r)), depth);
	case FLOAT_LOG: return move_to(t, n->a, put(w, exp(r)), depth);
	case FLOAT_OF_SIGNED:
	case FLOAT_OF_UNSIGNED: return to_integer(t, e, to, depth);
	case FLOAT_TO_SIGNED: return from_integer(t, e, true, to, depth);
	case FLOAT_TO_UNSIGNED: return from_integer(t, e, false, to, depth);
	default: return false;
	}
}

bool move_float(Attempt *t, Expr e, u128 to, int depth)
{
	const ExprNode *n = nd(t->p, e);
	FloatOp op = expr_float_op(t->p, e);
	unsigned from = nd(t->p, n->a)->width;
	if (from == 80 || n->width == 80)
		return false;
	switch (op) {
	case FLOAT_EQUAL: return equal(t, e, to != 0, depth);
	case FLOAT_LESS: return order(t, e, true, to != 0, depth);
	case FLOAT_AT_MOST: return order(t, e, false, to != 0, depth);
	case FLOAT_ADD ... FLOAT_DIV: return arithmetic(t, op, e, to, depth);
	default: return n->op == EXPR_FLOAT1 && one(t, op, e, to, depth);
	}
}

/* A double whose text has that character there. */
bool move_float_char(Attempt *t, Expr e, u128 to, int depth)
{
	const ExprNode *n = nd(t->p, e);
	const TextFormat *f = expr_format_at(t->p, n->c);
	char text[FLOAT_TEXT + 1];
	u64 back;
	u32 len = float_text_of(f, (u64)move_now(t, n->a), text);
	if (n->b > len || n->b + 1 >= FLOAT_TEXT || !to)
		return false;
	text[n->b] = (char)to;
	text[n->b == len ? len + 1 : len] = 0;
	double d = strtod(text, NULL);
	memcpy(&back, &d, sizeof back);
	return float_text_char(f, back, n->b) == to && move_to(t, n->a, back, depth);
}

/* ---- digits ---- */

/* A sum of bytes of the input, each times a weight, and a number. */
typedef struct DigitSum {
	u32 var[MOST_DIGITS];
	u64 weight[MOST_DIGITS];
	u32 n;
	u64 rest;
	u32 nodes; /* looked at */
} DigitSum;

static bool collect(const ExprPool *p, Expr e, u64 times, DigitSum *s)
{
	const ExprNode *n = nd(p, e);
	if (++s->nodes > MOST_NODES)
		return false;
	switch (n->op) {
	case EXPR_CONST: s->rest += times * const64(n); return true;
	case EXPR_ADD: return collect(p, n->a, times, s) && collect(p, n->b, times, s);
	case EXPR_SUB: return collect(p, n->a, times, s) && collect(p, n->b, -times, s);
	case EXPR_MUL:
		return is_const(p, n->b)
				   ? collect(p, n->a, times * const64(nd(p, n->b)), s)
				   : is_const(p, n->a) && collect(p, n->b, times * const64(nd(p, n->a)), s);
	case EXPR_SEXT:
	case EXPR_ZEXT:
		if (nd(p, n->a)->op != EXPR_VAR)
			return collect(p, n->a, times, s);
		if (nd(p, n->a)->width != 8 || s->n == MOST_DIGITS)
			return false;
		s->var[s->n] = nd(p, n->a)->a;
		s->weight[s->n++] = times;
		return true;
	default: return false;
	}
}

/* The heaviest digit that is not set; -1: all are. */
static int heaviest(const DigitSum *s, const bool *set)
{
	int best = -1;
	for (u32 i = 0; i < s->n; i++)
		if (!set[i] && (best < 0 || s->weight[i] > s->weight[best]))
			best = (int)i;
	return best;
}

bool move_digits(Attempt *t, Expr e, u128 to)
{
	DigitSum s = {.n = 0};
	bool set[MOST_DIGITS] = {false};
	const ExprNode *n = nd(t->p, e);
	if (n->width > 64 || !collect(t->p, e, 1, &s) || s.n < 2)
		return false;
	u64 left = (u64)to - s.rest;
	for (u32 i = 0; i < s.n; i++) {
		if (s.weight[i] >> 62 || !s.weight[i])
			return false;
		left -= s.weight[i] * '0';
	}
	left &= mask64(n->width);
	u8 digit[MOST_DIGITS];
	for (int i; (i = heaviest(&s, set)) >= 0; set[i] = true) {
		u64 d = left / s.weight[i];
		digit[i] = d > 9 ? 9 : (u8)d;
		left -= digit[i] * s.weight[i];
	}
	if (left)
		return false;
	for (u32 i = 0; i < s.n; i++)
		t->a->at[s.var[i]] = '0' + digit[i];
	return true;
}
