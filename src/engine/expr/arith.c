/* arith.c: constructors for sums, products and quotients.
 *
 * Normal form of a sum: the constant, if any, is the right operand of the outermost ADD;
 * subtracting a constant is adding its negation. Other operands are ordered by number.
 */
#include "engine/expr/pool.h"

/* (cond ? k1 : k0) op k is again a choice between constants. Returns 0 if a is no such choice. */
static Expr fold_choice(ExprPool *p, ExprOp op, unsigned w, Expr a, u128 k, bool swapped)
{
	Expr cond;
	u128 k1, k0;
	if (!expr_const_ite(p, a, &cond, &k1, &k0))
		return 0;
	u128 yes = swapped ? expr_fold2(op, w, k, k1) : expr_fold2(op, w, k1, k);
	u128 no = swapped ? expr_fold2(op, w, k, k0) : expr_fold2(op, w, k0, k);
	return expr_ite(p, cond, expr_const128(p, w, yes), expr_const128(p, w, no));
}

static Expr build(ExprPool *p, ExprOp op, Expr a, Expr b)
{
	if (expr_commutes[op] && !is_const(p, b) && a > b) {
		Expr t = a;
		a = b;
		b = t;
	}
	return expr_intern(p, op, nd(p, a)->width, a, b, 0);
}

static bool is_value(const ExprPool *p, Expr e, u128 v)
{
	return is_const(p, e) && const_value(p, e) == v;
}

/* The part without the constant, and the constant. */
static Expr split_sum(const ExprPool *p, Expr e, u128 *k)
{
	const ExprNode *n = nd(p, e);
	if (n->op == EXPR_ADD && is_const(p, n->b)) {
		*k = const_value(p, n->b);
		return n->a;
	}
	*k = 0;
	return e;
}

static Expr add_const(ExprPool *p, Expr a, Expr b, u128 k)
{
	unsigned w = nd(p, a)->width;
	if (k == 0)
		return a;
	u128 inner;
	Expr rest = split_sum(p, a, &inner);
	if (rest != a)
		return add_const(p, rest, 0, (inner + k) & mask128(w));
	const ExprNode *n = nd(p, a);
	if (n->op == EXPR_SUB && is_const(p, n->a)) {
		Expr y = n->b;
		u128 sum = const_value(p, n->a) + k;
		return expr_sub(p, expr_const128(p, w, sum), y);
	}
	if (n->op == EXPR_NOT) { /* -1 - y */
		Expr y = n->a;
		return k == 1 ? expr_neg(p, y) : expr_sub(p, expr_const128(p, w, k - 1), y);
	}
	Expr choice = fold_choice(p, EXPR_ADD, w, a, k, false);
	if (choice)
		return choice;
	return expr_intern(p, EXPR_ADD, w, a, b ? b : expr_const128(p, w, k), 0);
}

Expr expr_add(ExprPool *p, Expr a, Expr b)
{
	if (p->raw)
		return expr_intern(p, EXPR_ADD, nd(p, a)->width, a, b, 0);
	if (is_const(p, a)) {
		Expr t = a;
		a = b;
		b = t;
	}
	const ExprNode *na = nd(p, a), *nb = nd(p, b);
	unsigned w = na->width;
	if (w == 1)
		return expr_xor(p, a, b);
	if (nb->op == EXPR_CONST) {
		u128 k = const_value(p, b);
		if (na->op == EXPR_CONST)
			return expr_const128(p, w, const_value(p, a) + k);
		return add_const(p, a, b, k);
	}
	u128 ka, kb;
	Expr xa = split_sum(p, a, &ka), xb = split_sum(p, b, &kb);
	if (xa != a || xb != b)
		return add_const(p, expr_add(p, xa, xb), 0, (ka + kb) & mask128(w));
	if (na->op == EXPR_SUB && na->b == b)
		return na->a;
	if (nb->op == EXPR_SUB && nb->b == a)
		return nb->a;
	if (nb->op == EXPR_NEG)
		return expr_sub(p, a, nb->a);
	if (na->op == EXPR_NEG)
		return expr_sub(p, b, na->a);
	if ((na->op == EXPR_NOT && na->a == b) || (nb->op == EXPR_NOT && nb->a == a))
		return expr_const128(p, w, mask128(w));
	/* No bit is set in both: an OR, which may be a concatenation. */
	if (w <= 64 && !(~na->info.kz & ~nb->info.kz))
		return expr_or(p, a, b);
	return build(p, EXPR_ADD, a, b);
}

/* a - b for a and b without constant summands. */
static Expr sub_plain(ExprPool *p, Expr a, Expr b)
{
	const ExprNode *na = nd(p, a), *nb = nd(p, b);
	unsigned w = na->width;
	if (a == b)
		return expr_const(p, w, 0);
	if (nb->op == EXPR_NEG)
		return expr_add(p, a, nb->a);
	if (na->op == EXPR_ADD && na->a == b)
		return na->b;
	if (na->op == EXPR_ADD && na->b == b)
		return na->a;
	if (nb->op == EXPR_SUB && nb->a == a)
		return nb->b;
	if (na->op == EXPR_SUB && na->a == b)
		return expr_neg(p, na->b);
	return build(p, EXPR_SUB, a, b);
}

Expr expr_sub(ExprPool *p, Expr a, Expr b)
{
	const ExprNode *na = nd(p, a), *nb = nd(p, b);
	unsigned w = na->width;
	if (p->raw)
		return expr_intern(p, EXPR_SUB, w, a, b, 0);
	if (w == 1)
		return expr_xor(p, a, b);
	if (a == b)
		return expr_const(p, w, 0);
	if (nb->op == EXPR_CONST) {
		if (na->op == EXPR_CONST)
			return expr_const128(p, w, const_value(p, a) - const_value(p, b));
		return add_const(p, a, 0, -const_value(p, b) & mask128(w));
	}
	u128 kb;
	Expr xb = split_sum(p, b, &kb);
	if (na->op == EXPR_CONST) {
		u128 k = const_value(p, a);
		if (xb != b)
			return expr_sub(p, expr_const128(p, w, k - kb), xb);
		if (k == 0)
			return expr_neg(p, b);
		if (nb->op == EXPR_SUB && is_const(p, nb->a))
			return add_const(p, nb->b, 0, (k - const_value(p, nb->a)) & mask128(w));
		if (nb->op == EXPR_NEG)
			return add_const(p, nb->a, 0, k);
		Expr choice = fold_choice(p, EXPR_SUB, w, b, k, true);
		return choice ? choice : build(p, EXPR_SUB, a, b);
	}
	u128 ka;
	Expr xa = split_sum(p, a, &ka);
	if (xa != a || xb != b)
		return add_const(p, expr_sub(p, xa, xb), 0, (ka - kb) & mask128(w));
	return sub_plain(p, a, b);
}

Expr expr_neg(ExprPool *p, Expr a)
{
	const ExprNode *n = nd(p, a);
	unsigned w = n->width;
	if (p->raw)
		return expr_intern(p, EXPR_NEG, w, a, 0, 0);
	if (w == 1)
		return a;
	Expr x = n->a, y = n->b;
	switch (n->op) {
	case EXPR_CONST: return expr_const128(p, w, -const_value(p, a));
	case EXPR_NEG: return x;
	case EXPR_SUB: return expr_sub(p, y, x);
	case EXPR_NOT: return add_const(p, x, 0, 1);
	case EXPR_ADD:
		if (is_const(p, y))
			return expr_sub(p, expr_const128(p, w, -const_value(p, y)), x);
		break;
	default: { /* any other operation is negated as it is */
		Expr choice = fold_choice(p, EXPR_SUB, w, a, 0, true);
		if (choice)
			return choice;
	}
	}
	return expr_intern(p, EXPR_NEG, w, a, 0, 0);
}

static int power_of_two(u128 v)
{
	if (v == 0 || (v & (v - 1)))
		return -1;
	return (u64)v ? __builtin_ctzll((u64)v) : 64 + __builtin_ctzll((u64)(v >> 64));
}

static Expr mul_const(ExprPool *p, Expr a, Expr b)
{
	const ExprNode *na = nd(p, a);
	unsigned w = na->width;
	u128 k = const_value(p, b);
	if (k == 0 || k == 1)
		return k ? a : b;
	if (k == mask128(w))
		return expr_neg(p, a);
	if (power_of_two(k) > 0)
		return expr_shl(p, a, expr_const(p, w, power_of_two(k)));
	if (na->op == EXPR_MUL && is_const(p, na->b))
		return expr_mul(p, na->a, expr_const128(p, w, const_value(p, na->b) * k));
	Expr choice = fold_choice(p, EXPR_MUL, w, a, k, false);
	return choice ? choice : expr_intern(p, EXPR_MUL, w, a, b, 0);
}

Expr expr_mul(ExprPool *p, Expr a, Expr b)
{
	unsigned w = nd(p, a)->width;
	if (p->raw)
		return expr_intern(p, EXPR_MUL, w, a, b, 0);
	if (w == 1)
		return expr_and(p, a, b);
	if (is_const(p, a)) {
		Expr t = a;
		a = b;
		b = t;
	}
	if (is_const(p, a))
		return expr_const128(p, w, const_value(p, a) * const_value(p, b));
	if (is_const(p, b))
		return mul_const(p, a, b);
	return build(p, EXPR_MUL, a, b);
}

/* A quotient or remainder of a zero-extended value by a constant that fits below. */
static Expr narrow_divide(ExprPool *p, ExprOp op, Expr a, Expr b)
{
	const ExprNode *na = nd(p, a);
	unsigned w = na->width;
	if (na->op != EXPR_ZEXT || !is_const(p, b))
		return 0;
	unsigned from = nd(p, na->a)->width;
	u128 k = const_value(p, b);
	if (k == 0 || k > mask128(from))
		return 0;
	Expr inner = na->a, small = expr_const128(p, from, k);
	inner = op == EXPR_UDIV ? expr_udiv(p, inner, small) : expr_urem(p, inner, small);
	return expr_zext(p, inner, w);
}

/* (x + c) % k becomes (x + c % k) % k if neither sum wraps around. Returns 0 otherwise. */
static Expr remainder_of_sum(ExprPool *p, Expr a, Expr b)
{
	const ExprNode *n = nd(p, a);
	unsigned w = n->width;
	if (n->op != EXPR_ADD || !is_const(p, n->b) || !is_const(p, b) || w > 64)
		return 0;
	u64 c = const64(nd(p, n->b)), k = const64(nd(p, b));
	if (!k || c < k || c > mask64(w) - nd(p, n->a)->info.high)
		return 0;
	return expr_urem(p, expr_add(p, n->a, expr_const(p, w, c % k)), b);
}

static Expr divide(ExprPool *p, ExprOp op, Expr a, Expr b)
{
	unsigned w = nd(p, a)->width;
	if (is_const(p, b)) {
		u128 k = const_value(p, b);
		if (is_const(p, a))
			return expr_const128(p, w, expr_fold2(op, w, const_value(p, a), k));
		Expr choice = fold_choice(p, op, w, a, k, false);
		if (choice)
			return choice;
	}
	return expr_intern(p, op, w, a, b, 0);
}

Expr expr_udiv(ExprPool *p, Expr a, Expr b)
{
	const ExprNode *na = nd(p, a), *nb = nd(p, b);
	unsigned w = na->width;
	if (p->raw || w == 1)
		return expr_intern(p, EXPR_UDIV, w, a, b, 0);
	if (is_value(p, b, 1))
		return a;
	if (nb->op == EXPR_CONST && power_of_two(const_value(p, b)) > 0)
		return expr_lshr(p, a, expr_const(p, w, power_of_two(const_value(p, b))));
	if (w <= 64 && na->info.high < nb->info.low)
		return expr_const(p, w, 0);
	Expr narrow = narrow_divide(p, EXPR_UDIV, a, b);
	return narrow ? narrow : divide(p, EXPR_UDIV, a, b);
}

Expr expr_urem(ExprPool *p, Expr a, Expr b)
{
	const ExprNode *na = nd(p, a), *nb = nd(p, b);
	unsigned w = na->width;
	if (p->raw || w == 1)
		return expr_intern(p, EXPR_UREM, w, a, b, 0);
	if (is_value(p, b, 1))
		return expr_const(p, w, 0);
	if (nb->op == EXPR_CONST && power_of_two(const_value(p, b)) > 0)
		return expr_and(p, a, expr_const128(p, w, const_value(p, b) - 1));
	if (w <= 64 && na->info.high < nb->info.low)
		return a;
	Expr narrow = narrow_divide(p, EXPR_UREM, a, b);
	if (!narrow)
		narrow = remainder_of_sum(p, a, b);
	return narrow ? narrow : divide(p, EXPR_UREM, a, b);
}

static bool both_positive(const ExprPool *p, Expr a, Expr b)
{
	unsigned w = nd(p, a)->width;
	u64 sign = 1ull << ((w - 1) & 63);
	return w <= 64 && nd(p, a)->info.high < sign && nd(p, b)->info.high < sign;
}

Expr expr_sdiv(ExprPool *p, Expr a, Expr b)
{
	unsigned w = nd(p, a)->width;
	if (p->raw || w == 1)
		return expr_intern(p, EXPR_SDIV, w, a, b, 0);
	if (is_value(p, b, 1))
		return a;
	if (is_value(p, b, mask128(w)))
		return expr_neg(p, a);
	if (both_positive(p, a, b))
		return expr_udiv(p, a, b);
	return divide(p, EXPR_SDIV, a, b);
}

Expr expr_srem(ExprPool *p, Expr a, Expr b)
{
	unsigned w = nd(p, a)->width;
	if (p->raw || w == 1)
		return expr_intern(p, EXPR_SREM, w, a, b, 0);
	if (is_value(p, b, 1) || is_value(p, b, mask128(w)))
		return expr_const(p, w, 0);
	if (both_positive(p, a, b))
		return expr_urem(p, a, b);
	return divide(p, EXPR_SREM, a, b);
}
