/* narrow.c: replaces 64-bit arithmetic by int arithmetic.
 *
 * Programs widen what they add up: 10 * (long)(unsigned)(c - 48) is 10 * (c - 48) if c is a
 * digit. The low 32 bits of a 64-bit sum, difference or product are those of the same operation
 * on 32 bits. If the bounds of the result fit in an int, it is the 32-bit result, sign-extended.
 */
#include "engine/expr/simple/narrow.h"

static bool fits(const Narrow *x)
{
	return x && x->known && x->lo >= INT32_MIN && x->hi <= INT32_MAX;
}

static Narrow between(i64 lo, i64 hi)
{
	return (Narrow){.known = true, .lo = lo, .hi = hi};
}

/* Of the four ends of two ranges. */
static Narrow of_products(const Narrow *a, const Narrow *b)
{
	Narrow out = {0};
	for (u32 k = 0; k < 4; k++) {
		i64 v;
		if (__builtin_mul_overflow(k & 1 ? a->hi : a->lo, k & 2 ? b->hi : b->lo, &v))
			return (Narrow){0};
		if (!k)
			out = between(v, v);
		out.lo = v < out.lo ? v : out.lo;
		out.hi = v > out.hi ? v : out.hi;
	}
	return out;
}

static i64 largest(const Narrow *x)
{
	i64 low = x->lo < 0 ? -x->lo : x->lo, high = x->hi < 0 ? -x->hi : x->hi;
	return low > high ? low : high;
}

static Narrow of_operation(ExprOp op, const Narrow *a, const Narrow *b)
{
	Narrow out = {.known = true};
	bool bad = !a->known || (b && !b->known);
	if (bad)
		return (Narrow){0};
	switch (op) {
	case EXPR_NEG: return a->lo == INT64_MIN ? (Narrow){0} : between(-a->hi, -a->lo);
	case EXPR_ADD:
		bad = __builtin_add_overflow(a->lo, b->lo, &out.lo) ||
			  __builtin_add_overflow(a->hi, b->hi, &out.hi);
		break;
	case EXPR_SUB:
		bad = __builtin_sub_overflow(a->lo, b->hi, &out.lo) ||
			  __builtin_sub_overflow(a->hi, b->lo, &out.hi);
		break;
	case EXPR_MUL: return of_products(a, b);
	case EXPR_SDIV:
	case EXPR_SREM:
	case EXPR_UDIV:
	case EXPR_UREM: {
		bool is_signed = op_is_signed(op);
		if (b->lo <= 0 || a->lo == INT64_MIN || (!is_signed && a->lo < 0))
			return (Narrow){0};
		i64 most = largest(a);
		if (expr_kind[op] == KIND_REMAINDER && b->hi - 1 < most)
			most = b->hi - 1;
		return between(a->lo < 0 ? -most : 0, a->hi > 0 ? most : 0);
	}
	default: return (Narrow){0}; /* nothing is known */
	}
	return bad ? (Narrow){0} : out;
}

/* The low 32 bits of an operation on 64. */
static Expr twin_of(ExprPool *p, const ExprNode *n, Expr e, const Expr kid[3], const Narrow *of[3])
{
	bool divides = op_divides(n->op);
	if (is_const(p, e))
		return expr_const(p, 32, const64(nd(p, e)));
	switch (n->op) {
	case EXPR_ZEXT:
	case EXPR_SEXT:
		if (nd(p, kid[0])->width > 32)
			return 0;
		return n->op == EXPR_ZEXT ? expr_zext(p, kid[0], 32) : expr_sext(p, kid[0], 32);
	case EXPR_NEG: return of[0]->twin ? expr_neg(p, of[0]->twin) : 0;
	case EXPR_CONCAT: { /* times a power of two */
		unsigned zeros = nd(p, kid[1])->width;
		if (!is_const(p, kid[1]) || const_value(p, kid[1]) || zeros > 20)
			return 0;
		return expr_concat(p, expr_extract(p, kid[0], 0, 32 - zeros), kid[1]);
	}
	case EXPR_ADD:
	case EXPR_SUB:
	case EXPR_MUL:
	case EXPR_UDIV:
	case EXPR_SDIV:
	case EXPR_UREM:
	case EXPR_SREM: {
		if (!of[0]->twin || !of[1]->twin || (divides && (!fits(of[0]) || !fits(of[1]))))
			return 0;
		if (divides && (of[0]->lo == INT32_MIN || of[1]->lo <= 0))
			return 0;
		ExprOp op = n->op == EXPR_UDIV ? EXPR_SDIV : n->op == EXPR_UREM ? EXPR_SREM : n->op;
		if (op != n->op && of[0]->lo < 0)
			return 0;
		return expr_make(p, op, 32, of[0]->twin, of[1]->twin, 0);
	}
	default: return 0; /* has no twin: printed in 64 bits */
	}
}

Narrow narrow_of(ExprPool *p, const ExprNode *n, Expr e, const ExprInfo *info, const Expr kid[3],
				 const Narrow *of[3])
{
	Narrow out = {0};
	unsigned w = n->width;
	if (!w || w > 64)
		return out;
	u64 half = mask64(w) >> 1;
	if (info->high <= half)
		out = between((i64)info->low, (i64)info->high);
	else if (info->low > half)
		out = between((i64)sign_extend(info->low, w), (i64)sign_extend(info->high, w));
	else if (n->op == EXPR_SEXT && nd(p, kid[0])->width <= 32)
		out = between(-(i64)(mask64(nd(p, kid[0])->width) >> 1) - 1,
					  (i64)(mask64(nd(p, kid[0])->width) >> 1));
	else if (w == 64 && of[0])
		out = of_operation(n->op, of[0], of[1]);
	if (w == 64)
		out.twin = twin_of(p, n, e, kid, of);
	return out;
}

Expr narrow_extended(ExprPool *p, const ExprNode *n, const Narrow *x)
{
	if (n->width != 64 || !x->twin || !fits(x) || n->op == EXPR_ZEXT || n->op == EXPR_SEXT)
		return 0;
	return expr_sext(p, x->twin, 64);
}
