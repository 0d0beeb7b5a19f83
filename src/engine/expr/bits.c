/* bits.c: constructors for bitwise operations and shifts.
 *
 * Masks and shifts by constants become extracts, concatenations and extensions. An OR of pieces
 * that do not overlap becomes a concatenation. So the many ways in which C programs split and
 * join integers produce the same expression.
 */
#include "engine/expr/pool.h"

static bool is_ones(const ExprPool *p, Expr e)
{
	return is_const(p, e) && const_value(p, e) == mask128(nd(p, e)->width);
}

static bool is_zero(const ExprPool *p, Expr e)
{
	return is_const(p, e) && const_value(p, e) == 0;
}

static bool complements(const ExprPool *p, Expr a, Expr b)
{
	const ExprNode *na = nd(p, a), *nb = nd(p, b);
	if ((na->op == EXPR_NOT && na->a == b) || (nb->op == EXPR_NOT && nb->a == a))
		return true;
	if (na->width != 1)
		return false;
	/* not (x < y) is y <= x, and the other way round; with a constant, not (x < 8) is 7 < x */
	if (na->a == nb->b && na->b == nb->a)
		return (na->op == EXPR_ULT && nb->op == EXPR_ULE) ||
			   (na->op == EXPR_ULE && nb->op == EXPR_ULT) ||
			   (na->op == EXPR_SLT && nb->op == EXPR_SLE) ||
			   (na->op == EXPR_SLE && nb->op == EXPR_SLT);
	if (na->op != nb->op || (na->op != EXPR_ULT && na->op != EXPR_SLT))
		return false;
	if (is_const(p, na->a)) {
		const ExprNode *t = na;
		na = nb;
		nb = t;
	}
	return na->a == nb->b && is_const(p, na->b) && is_const(p, nb->a) &&
		   const_value(p, na->b) == ((const_value(p, nb->a) + 1) & mask128(nd(p, na->b)->width));
}

static Expr choice_op(ExprPool *p, ExprOp op, unsigned w, Expr a, u128 k)
{
	Expr cond;
	u128 k1, k0;
	if (w == 1 || !expr_const_ite(p, a, &cond, &k1, &k0))
		return 0;
	return expr_ite(p, cond, expr_const128(p, w, expr_fold2(op, w, k1, k)),
					expr_const128(p, w, expr_fold2(op, w, k0, k)));
}

static Expr build(ExprPool *p, ExprOp op, Expr a, Expr b)
{
	unsigned w = nd(p, a)->width;
	if (is_const(p, b)) {
		u128 k = const_value(p, b);
		Expr choice = choice_op(p, op, w, a, k);
		if (choice)
			return choice;
		/* (x op k1) op k2 */
		const ExprNode *n = nd(p, a);
		if (n->op == op && is_const(p, n->b)) {
			Expr x = n->a, both = expr_const128(p, w, expr_fold2(op, w, const_value(p, n->b), k));
			return expr_make(p, op, w, x, both, 0);
		}
	} else if (a > b) {
		Expr t = a;
		a = b;
		b = t;
	}
	return expr_intern(p, op, w, a, b, 0);
}

/* Both operands zero-extended, or one and a constant that fits: the operation moves inside.
 * Returns 0 if that is not so. */
static Expr narrow(ExprPool *p, ExprOp op, Expr a, Expr b)
{
	const ExprNode *na = nd(p, a), *nb = nd(p, b);
	unsigned w = na->width, inner;
	if (na->op != EXPR_ZEXT)
		return 0;
	inner = nd(p, na->a)->width;
	if (nb->op == EXPR_ZEXT) {
		if (nd(p, nb->a)->width > inner)
			inner = nd(p, nb->a)->width;
	} else if (nb->op != EXPR_CONST || const_value(p, b) > mask128(inner)) {
		return 0;
	}
	Expr x = expr_extract(p, a, 0, inner), y = expr_extract(p, b, 0, inner);
	return expr_zext(p, expr_make(p, op, inner, x, y, 0), w);
}

/* high:zeros | low with low below the zeros: a concatenation. */
static Expr join(ExprPool *p, Expr a, Expr b)
{
	const ExprNode *na = nd(p, a), *nb = nd(p, b);
	if (na->op != EXPR_CONCAT || na->width > 64)
		return 0;
	/* The lowest piece of a right-nested concatenation. */
	Expr tail = na->b;
	while (nd(p, tail)->op == EXPR_CONCAT)
		tail = nd(p, tail)->b;
	unsigned k = nd(p, tail)->width;
	if (!is_zero(p, tail) || (~nb->info.kz & ~mask64(k)))
		return 0;
	Expr high = expr_extract(p, a, k, na->width - k);
	return expr_concat(p, high, expr_extract(p, b, 0, k));
}

Expr expr_not(ExprPool *p, Expr a)
{
	const ExprNode *n = nd(p, a);
	unsigned w = n->width;
	if (p->raw)
		return expr_intern(p, EXPR_NOT, w, a, 0, 0);
	Expr cond;
	u128 k1, k0;
	switch (n->op) {
	case EXPR_CONST: return expr_const128(p, w, ~const_value(p, a));
	case EXPR_NOT: return n->a;
	case EXPR_ULT: return expr_ule(p, n->b, n->a);
	case EXPR_ULE: return expr_ult(p, n->b, n->a);
	case EXPR_SLT: return expr_sle(p, n->b, n->a);
	case EXPR_SLE: return expr_slt(p, n->b, n->a);
	case EXPR_ZEXT:
		if (nd(p, n->a)->width > 1) {
			Expr ones = expr_const128(p, w - nd(p, n->a)->width, ~(u128)0);
			return expr_concat(p, ones, expr_not(p, n->a));
		}
		/* fall through */
	default: /* any other operation is complemented as it is */
		if (w > 1 && expr_const_ite(p, a, &cond, &k1, &k0))
			return expr_ite(p, cond, expr_const128(p, w, ~k1), expr_const128(p, w, ~k0));
		return expr_intern(p, EXPR_NOT, w, a, 0, 0);
	}
}

/* x & k where k is one run of ones: the bits cut out and put back in place. */
static Expr mask_run(ExprPool *p, Expr a, u128 k)
{
	unsigned w = nd(p, a)->width;
	unsigned low = (u64)k ? __builtin_ctzll((u64)k) : 64 + __builtin_ctzll((u64)(k >> 64));
	u128 run = k >> low;
	if (run & (run + 1))
		return 0;
	unsigned len = 0;
	while (len < w - low && run >> len & 1)
		len++;
	Expr bits = expr_extract(p, a, low, len);
	if (low)
		bits = expr_concat(p, bits, expr_const(p, low, 0));
	return expr_zext(p, bits, w);
}

static Expr and_const(ExprPool *p, Expr a, Expr b)
{
	const ExprNode *na = nd(p, a);
	unsigned w = na->width;
	u128 k = const_value(p, b);
	if (k == 0)
		return b;
	if (k == mask128(w))
		return a;
	if (w > 1 && na->op == EXPR_AND && is_const(p, na->b))
		return expr_and(p, na->a, expr_const128(p, w, const_value(p, na->b) & k));
	if (w <= 64) {
		u64 maybe = ~na->info.kz;
		if (!(maybe & ~(u64)k))
			return a;
		if (!(maybe & (u64)k))
			return expr_const(p, w, 0);
	}
	Expr cut = mask_run(p, a, k);
	if (!cut && w <= 64)
		cut = mask_run(p, a, k & ~na->info.kz);
	if (cut)
		return cut;
	Expr small = narrow(p, EXPR_AND, a, expr_const128(p, w, k));
	return small ? small : build(p, EXPR_AND, a, b);
}

Expr expr_and(ExprPool *p, Expr a, Expr b)
{
	if (p->raw)
		return expr_intern(p, EXPR_AND, nd(p, a)->width, a, b, 0);
	if (is_const(p, a)) {
		Expr t = a;
		a = b;
		b = t;
	}
	const ExprNode *na = nd(p, a), *nb = nd(p, b);
	unsigned w = na->width;
	if (na->op == EXPR_CONST)
		return expr_const128(p, w, const_value(p, a) & const_value(p, b));
	if (a == b)
		return a;
	if (nb->op == EXPR_CONST)
		return and_const(p, a, b);
	if (complements(p, a, b))
		return expr_const(p, w, 0);
	Expr one = w == 1 ? expr_relate(p, EXPR_AND, a, b) : 0;
	if (one)
		return one;
	if ((na->op == EXPR_AND && (na->a == b || na->b == b)))
		return a;
	if ((nb->op == EXPR_AND && (nb->a == a || nb->b == a)))
		return b;
	if ((na->op == EXPR_OR && (na->a == b || na->b == b)))
		return b;
	if ((nb->op == EXPR_OR && (nb->a == a || nb->b == a)))
		return a;
	Expr small = narrow(p, EXPR_AND, a, b);
	return small ? small : build(p, EXPR_AND, a, b);
}

/* OR and XOR of values that have no bit in common, or 0. */
static Expr disjoint(ExprPool *p, Expr a, Expr b)
{
	const ExprNode *na = nd(p, a), *nb = nd(p, b);
	if (na->width > 64 || (~na->info.kz & ~nb->info.kz))
		return 0;
	Expr whole = join(p, a, b);
	return whole ? whole : join(p, b, a);
}

static Expr or_const(ExprPool *p, Expr a, Expr b)
{
	const ExprNode *na = nd(p, a);
	u128 k = const_value(p, b);
	if (k == 0)
		return a;
	if (is_ones(p, b))
		return b;
	if (na->width <= 64 && !((u64)k & ~na->info.ko))
		return a;
	Expr whole = disjoint(p, a, b);
	if (!whole)
		whole = narrow(p, EXPR_OR, a, b);
	return whole ? whole : build(p, EXPR_OR, a, b);
}

Expr expr_or(ExprPool *p, Expr a, Expr b)
{
	if (p->raw)
		return expr_intern(p, EXPR_OR, nd(p, a)->width, a, b, 0);
	if (is_const(p, a)) {
		Expr t = a;
		a = b;
		b = t;
	}
	const ExprNode *na = nd(p, a), *nb = nd(p, b);
	unsigned w = na->width;
	if (na->op == EXPR_CONST)
		return expr_const128(p, w, const_value(p, a) | const_value(p, b));
	if (a == b)
		return a;
	if (nb->op == EXPR_CONST)
		return or_const(p, a, b);
	if (complements(p, a, b))
		return expr_const128(p, w, mask128(w));
	Expr one = w == 1 ? expr_relate(p, EXPR_OR, a, b) : 0;
	if (one)
		return one;
	if ((na->op == EXPR_OR && (na->a == b || na->b == b)))
		return a;
	if ((nb->op == EXPR_OR && (nb->a == a || nb->b == a)))
		return b;
	if ((na->op == EXPR_AND && (na->a == b || na->b == b)))
		return b;
	if ((nb->op == EXPR_AND && (nb->a == a || nb->b == a)))
		return a;
	Expr small = narrow(p, EXPR_OR, a, b);
	if (!small)
		small = disjoint(p, a, b);
	return small ? small : build(p, EXPR_OR, a, b);
}

static Expr xor_const(ExprPool *p, Expr a, Expr b)
{
	if (is_zero(p, b))
		return a;
	if (is_ones(p, b))
		return expr_not(p, a);
	const ExprNode *na = nd(p, a);
	if (na->op == EXPR_NOT) {
		u128 k = ~const_value(p, b);
		return expr_xor(p, na->a, expr_const128(p, na->width, k));
	}
	Expr small = disjoint(p, a, b);
	if (!small)
		small = narrow(p, EXPR_XOR, a, b);
	return small ? small : build(p, EXPR_XOR, a, b);
}

Expr expr_xor(ExprPool *p, Expr a, Expr b)
{
	if (p->raw)
		return expr_intern(p, EXPR_XOR, nd(p, a)->width, a, b, 0);
	if (is_const(p, a)) {
		Expr t = a;
		a = b;
		b = t;
	}
	const ExprNode *na = nd(p, a), *nb = nd(p, b);
	unsigned w = na->width;
	if (na->op == EXPR_CONST)
		return expr_const128(p, w, const_value(p, a) ^ const_value(p, b));
	if (a == b)
		return expr_const(p, w, 0);
	if (nb->op == EXPR_CONST)
		return xor_const(p, a, b);
	if (complements(p, a, b))
		return expr_const128(p, w, mask128(w));
	Expr one = w == 1 ? expr_relate(p, EXPR_XOR, a, b) : 0;
	if (one)
		return one;
	if (na->op == EXPR_XOR && (na->a == b || na->b == b))
		return na->a == b ? na->b : na->a;
	if (nb->op == EXPR_XOR && (nb->a == a || nb->b == a))
		return nb->a == a ? nb->b : nb->a;
	if (na->op == EXPR_NOT)
		return nb->op == EXPR_NOT ? expr_xor(p, na->a, nb->a) : expr_not(p, expr_xor(p, na->a, b));
	if (nb->op == EXPR_NOT)
		return expr_not(p, expr_xor(p, a, nb->a));
	Expr small = narrow(p, EXPR_XOR, a, b);
	if (!small)
		small = disjoint(p, a, b);
	return small ? small : build(p, EXPR_XOR, a, b);
}

/* ---- shifts ---- */

static Expr shift(ExprPool *p, ExprOp op, Expr a, Expr b)
{
	unsigned w = nd(p, a)->width;
	if (p->raw || !is_const(p, b)) {
		if (!p->raw && is_zero(p, a))
			return a;
		return expr_intern(p, op, w, a, b, 0);
	}
	u128 k = const_value(p, b);
	if (is_const(p, a))
		return expr_const128(p, w, expr_fold2(op, w, const_value(p, a), k));
	if (k == 0)
		return a;
	if (op == EXPR_ASHR) {
		unsigned n = k >= w ? w - 1 : (unsigned)k;
		return expr_sext(p, expr_extract(p, a, n, w - n), w);
	}
	if (k >= w)
		return expr_const(p, w, 0);
	unsigned n = (unsigned)k;
	if (op == EXPR_LSHR)
		return expr_zext(p, expr_extract(p, a, n, w - n), w);
	return expr_concat(p, expr_extract(p, a, 0, w - n), expr_const(p, n, 0));
}

Expr expr_shl(ExprPool *p, Expr a, Expr b)
{
	return shift(p, EXPR_SHL, a, b);
}

Expr expr_lshr(ExprPool *p, Expr a, Expr b)
{
	return shift(p, EXPR_LSHR, a, b);
}

Expr expr_ashr(ExprPool *p, Expr a, Expr b)
{
	return shift(p, EXPR_ASHR, a, b);
}
