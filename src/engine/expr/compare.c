/* compare.c: constructors for comparisons.
 *
 * Normal forms: with a constant, only the strict orders remain (x <= 7 is x < 8), and those next
 * to the end of the range are equalities. The constant of an EQ is its right operand; constants
 * that were added to, extended with or concatenated to the other side are moved into it. Signed
 * order becomes unsigned if the signs are known to be equal.
 */
#include "engine/expr/pool.h"

/* ---- equality ---- */

static Expr eq_node(ExprPool *p, Expr a, Expr b)
{
	if (!is_const(p, b) && a > b) {
		Expr t = a;
		a = b;
		b = t;
	}
	return expr_intern(p, EXPR_EQ, 1, a, b, 0);
}

/* cond ? yes : no */
static Expr choice_of(ExprPool *p, Expr cond, bool yes, bool no)
{
	if (yes == no)
		return expr_bool(yes);
	return yes ? cond : expr_not(p, cond);
}

/* (c ? yes : no) == k where bounds decide one or both arms. */
static Expr eq_ite(ExprPool *p, const ExprNode *n, Expr k)
{
	const ExprInfo *ik = &nd(p, k)->info;
	unsigned w = n->width;
	if (w > 64)
		return 0;
	int yes = expr_info_compare(EXPR_EQ, w, &nd(p, n->b)->info, ik);
	int no = expr_info_compare(EXPR_EQ, w, &nd(p, n->c)->info, ik);
	if (yes < 0 && no < 0)
		return 0;
	if (yes >= 0 && no >= 0)
		return choice_of(p, n->a, yes, no);
	Expr open = yes < 0 ? n->b : n->c;
	if (nd(p, open)->op == EXPR_ITE && nd(p, open)->depth > 200)
		return 0; /* keeps recursion short */
	Expr inner = expr_eq(p, open, k);
	Expr cond = yes < 0 ? n->a : expr_not(p, n->a); /* under cond, the open arm counts */
	int other = yes < 0 ? no : yes;
	return other ? expr_or(p, expr_not(p, cond), inner) : expr_and(p, cond, inner);
}

/* x == k, k a constant; the operations around x that can be undone are. */
static Expr eq_const(ExprPool *p, Expr a, Expr b)
{
	const ExprNode *n = nd(p, a);
	unsigned w = n->width;
	u128 k = const_value(p, b), m = mask128(w);
	if (w == 1)
		return k ? a : expr_not(p, a);
	Expr cond;
	u128 k1, k0;
	if (expr_const_ite(p, a, &cond, &k1, &k0))
		return choice_of(p, cond, k1 == k, k0 == k);
	Expr bits = expr_compare_bits(p, EXPR_EQ, a, k, false);
	if (bits)
		return bits;
	switch (n->op) {
	case EXPR_NOT: return expr_eq(p, n->a, expr_const128(p, w, ~k));
	case EXPR_NEG: return expr_eq(p, n->a, expr_const128(p, w, -k));
	case EXPR_ADD:
	case EXPR_XOR:
		if (is_const(p, n->b)) {
			u128 other = const_value(p, n->b);
			u128 moved = n->op == EXPR_ADD ? k - other : k ^ other;
			return expr_eq(p, n->a, expr_const128(p, w, moved & m));
		}
		break;
	case EXPR_SUB:
		if (is_const(p, n->a))
			return expr_eq(p, n->b, expr_const128(p, w, const_value(p, n->a) - k));
		if (k == 0)
			return expr_eq(p, n->a, n->b);
		break;
	case EXPR_ZEXT:
	case EXPR_SEXT: {
		unsigned from = nd(p, n->a)->width;
		u128 back = n->op == EXPR_ZEXT ? k & mask128(from) : (u128)sign_extend(k, from) & m;
		if (back != k)
			return EXPR_FALSE;
		return expr_eq(p, n->a, expr_const128(p, from, k));
	}
	case EXPR_CONCAT: {
		unsigned cut = nd(p, n->b)->width;
		Expr high = expr_eq(p, n->a, expr_const128(p, w - cut, k >> cut));
		if (high == EXPR_FALSE)
			return high;
		return expr_and(p, high, expr_eq(p, n->b, expr_const128(p, cut, k)));
	}
	case EXPR_ITE: {
		Expr e = eq_ite(p, n, b);
		if (e)
			return e;
		break;
	}
	default: break; /* not undone: it is compared as it is */
	}
	return eq_node(p, a, b);
}

/* Sides that share a summand, an extension or a split. Returns 0 if they do not. */
static Expr eq_strip(ExprPool *p, Expr a, Expr b)
{
	const ExprNode *na = nd(p, a), *nb = nd(p, b);
	unsigned w = na->width;
	if (na->op == EXPR_ADD && nb->op == EXPR_ADD) {
		if (na->a == nb->a)
			return expr_eq(p, na->b, nb->b);
		if (na->b == nb->b)
			return expr_eq(p, na->a, nb->a);
		if (na->a == nb->b)
			return expr_eq(p, na->b, nb->a);
		if (na->b == nb->a)
			return expr_eq(p, na->a, nb->b);
	}
	if (na->op == EXPR_SUB && nb->op == EXPR_SUB && (na->a == nb->a || na->b == nb->b))
		return na->a == nb->a ? expr_eq(p, na->b, nb->b) : expr_eq(p, na->a, nb->a);
	if (na->op == nb->op && (na->op == EXPR_NOT || na->op == EXPR_NEG))
		return expr_eq(p, na->a, nb->a);
	if (na->op == nb->op && (na->op == EXPR_ZEXT || na->op == EXPR_SEXT)) {
		unsigned wa = nd(p, na->a)->width, wb = nd(p, nb->a)->width;
		unsigned wide = wa > wb ? wa : wb;
		bool sign = na->op == EXPR_SEXT;
		Expr x = sign ? expr_sext(p, na->a, wide) : expr_zext(p, na->a, wide);
		Expr y = sign ? expr_sext(p, nb->a, wide) : expr_zext(p, nb->a, wide);
		return expr_eq(p, x, y);
	}
	if ((na->op == EXPR_ADD && (na->a == b || na->b == b)))
		return expr_eq(p, na->a == b ? na->b : na->a, expr_const(p, w, 0));
	if ((nb->op == EXPR_ADD && (nb->a == a || nb->b == a)))
		return expr_eq(p, nb->a == a ? nb->b : nb->a, expr_const(p, w, 0));
	return 0;
}

Expr expr_eq(ExprPool *p, Expr a, Expr b)
{
	if (p->raw)
		return expr_intern(p, EXPR_EQ, 1, a, b, 0);
	if (a == b)
		return EXPR_TRUE;
	if (is_const(p, a)) {
		Expr t = a;
		a = b;
		b = t;
	}
	const ExprNode *na = nd(p, a), *nb = nd(p, b);
	if (na->op == EXPR_CONST)
		return EXPR_FALSE; /* equal constants have equal numbers */
	if (na->width <= 64) {
		int known = expr_info_compare(EXPR_EQ, na->width, &na->info, &nb->info);
		if (known >= 0)
			return expr_bool(known);
	}
	if (nb->op == EXPR_CONST)
		return eq_const(p, a, b);
	if (na->width == 1 && (na->op == EXPR_NOT || nb->op == EXPR_NOT)) {
		if (na->op == EXPR_NOT && nb->op == EXPR_NOT)
			return expr_eq(p, na->a, nb->a);
		return expr_not(p, na->op == EXPR_NOT ? expr_eq(p, na->a, b) : expr_eq(p, a, nb->a));
	}
	Expr stripped = eq_strip(p, a, b);
	if (stripped)
		return stripped;
	Expr cancelled = expr_eq_polynomial(p, a, b);
	if (cancelled)
		return cancelled;
	Expr differ = nd(p, a)->width == 1 ? expr_relate(p, EXPR_XOR, a, b) : 0;
	return differ ? expr_not(p, differ) : eq_node(p, a, b);
}

Expr expr_ne(ExprPool *p, Expr a, Expr b)
{
	return expr_not(p, expr_eq(p, a, b));
}

/* ---- order ---- */

/* One bit: unsigned 0 < 1, signed 1 (which is -1) < 0. */
static Expr order_bits(ExprPool *p, ExprOp op, Expr a, Expr b)
{
	if (op_is_signed(op))
		b = expr_not(p, b);
	else
		a = expr_not(p, a);
	return op_is_strict(op) ? expr_and(p, a, b) : expr_or(p, a, b);
}

/* Smallest and largest constant of the order. */
static u128 order_min(ExprOp op, unsigned w)
{
	return op_is_signed(op) ? (u128)1 << (w - 1) : 0;
}

static u128 order_max(ExprOp op, unsigned w)
{
	return op_is_signed(op) ? mask128(w - 1) : mask128(w);
}

static Expr order_choice(ExprPool *p, ExprOp op, unsigned w, Expr a, u128 k, bool const_left)
{
	Expr cond;
	u128 k1, k0;
	if (!expr_const_ite(p, a, &cond, &k1, &k0))
		return 0;
	bool yes = const_left ? expr_fold2(op, w, k, k1) : expr_fold2(op, w, k1, k);
	bool no = const_left ? expr_fold2(op, w, k, k0) : expr_fold2(op, w, k0, k);
	return choice_of(p, cond, yes, no);
}

/* (x + k1) < k2 becomes x < k2 - k1 if neither side can wrap. Returns 0 otherwise. */
static Expr order_move(ExprPool *p, ExprOp op, Expr sum, u128 k2, bool const_left)
{
	const ExprNode *n = nd(p, sum);
	unsigned w = n->width;
	if (n->op != EXPR_ADD || !is_const(p, n->b) || w > 64)
		return 0;
	i128 low, high, min, max, k, c;
	if (op_is_signed(op)) {
		i64 l, h;
		expr_signed_range(p, n->a, &l, &h);
		low = l, high = h;
		k = sign_extend(const64(nd(p, n->b)), w);
		c = sign_extend(k2, w);
		min = sign_extend((u128)1 << (w - 1), w), max = mask64(w) >> 1;
	} else {
		low = nd(p, n->a)->info.low, high = nd(p, n->a)->info.high;
		/* Either reading of the addend may be the one that does not wrap. */
		k = const64(nd(p, n->b));
		if (high + k > (i128)mask64(w))
			k = sign_extend((u128)k, w);
		c = (i128)k2;
		min = 0, max = mask64(w);
	}
	if (low + k < min || high + k > max || c - k < min || c - k > max)
		return 0;
	Expr moved = expr_const(p, w, (u64)(c - k));
	return const_left ? expr_make(p, op, 1, moved, n->a, 0) : expr_make(p, op, 1, n->a, moved, 0);
}

/* x - y < 0 becomes x < y, and likewise for other constants next to 0, if the signed difference cannot
 * overflow. Returns 0 otherwise. */
static Expr order_difference(ExprPool *p, ExprOp op, Expr difference, u128 k, bool const_left)
{
	const ExprNode *n = nd(p, difference);
	unsigned w = n->width;
	Expr x = n->a, y = n->b;
	if (n->op != EXPR_SUB || op != EXPR_SLT || w > 64)
		return 0;
	i64 xl, xh, yl, yh, c = sign_extend(k, w);
	expr_signed_range(p, x, &xl, &xh);
	expr_signed_range(p, y, &yl, &yh);
	i64 min = sign_extend((u128)1 << (w - 1), w), max = (i64)(mask64(w) >> 1);
	if ((i128)xl - yh < min || (i128)xh - yl > max)
		return 0;
	if (const_left) /* c < x - y */
		return c == 0 ? expr_slt(p, y, x) : c == -1 ? expr_sle(p, y, x) : 0;
	if (c == 0)
		return expr_slt(p, x, y);
	return c == 1 ? expr_sle(p, x, y) : 0;
}

/* A strict order against a constant on one side. */
static Expr order_const(ExprPool *p, ExprOp op, Expr x, u128 k, bool const_left)
{
	unsigned w = nd(p, x)->width;
	u128 m = mask128(w), min = order_min(op, w), max = order_max(op, w);
	if (const_left) { /* k < x */
		if (k == max)
			return EXPR_FALSE;
		if (k == min)
			return expr_ne(p, x, expr_const128(p, w, min));
		if (k == ((max - 1) & m))
			return expr_eq(p, x, expr_const128(p, w, max));
	} else {
		if (k == min)
			return EXPR_FALSE;
		if (k == max)
			return expr_ne(p, x, expr_const128(p, w, max));
		if (k == ((min + 1) & m))
			return expr_eq(p, x, expr_const128(p, w, min));
	}
	Expr e = order_choice(p, op, w, x, k, const_left);
	if (!e)
		e = expr_compare_bits(p, op, x, k, const_left);
	if (!e)
		e = order_move(p, op, x, k, const_left);
	if (!e)
		e = order_difference(p, op, x, k, const_left);
	if (e)
		return e;
	Expr c = expr_const128(p, w, k);
	return const_left ? expr_intern(p, op, 1, c, x, 0) : expr_intern(p, op, 1, x, c, 0);
}

/* Both sides extended the same way, or one and a constant that the extension can give. */
static Expr order_strip(ExprPool *p, ExprOp op, Expr a, Expr b)
{
	const ExprNode *na = nd(p, a), *nb = nd(p, b);
	const ExprNode *ext = na->op == EXPR_CONST ? nb : na, *other = ext == na ? nb : na;
	/* Zero-extended sides come here as unsigned, except when one sign is unknown. */
	ExprOp kind = op_is_signed(op) ? EXPR_SEXT : EXPR_ZEXT;
	if (ext->op != kind)
		return 0;
	unsigned from = nd(p, ext->a)->width;
	if (other->op == kind) {
		if (nd(p, other->a)->width > from)
			from = nd(p, other->a)->width;
	} else if (other->op == EXPR_CONST) {
		u128 k = const_value(p, other == na ? a : b), m = mask128(other->width);
		u128 back = kind == EXPR_ZEXT ? k & mask128(from) : (u128)sign_extend(k, from) & m;
		if (back != k)
			return 0;
	} else {
		return 0;
	}
	if (from == na->width)
		return 0;
	return expr_make(p, op, 1, expr_extract(p, a, 0, from), expr_extract(p, b, 0, from), 0);
}

static int order_known(const ExprPool *p, ExprOp op, Expr a, Expr b)
{
	const ExprNode *na = nd(p, a), *nb = nd(p, b);
	unsigned w = na->width;
	if (w > 64)
		return -1;
	if (!op_is_signed(op))
		return expr_info_compare(op, w, &na->info, &nb->info);
	i64 al, ah, bl, bh;
	expr_signed_range(p, a, &al, &ah);
	expr_signed_range(p, b, &bl, &bh);
	if (op == EXPR_SLT)
		return ah < bl ? 1 : al >= bh ? 0 : -1;
	if (ah <= bl)
		return 1;
	return al > bh ? 0 : -1;
}

static bool same_sign(const ExprPool *p, Expr a, Expr b)
{
	const ExprNode *na = nd(p, a), *nb = nd(p, b);
	if (na->width > 64)
		return false;
	u64 sign = 1ull << (na->width - 1);
	return (na->info.kz & nb->info.kz & sign) || (na->info.ko & nb->info.ko & sign);
}

static Expr order(ExprPool *p, ExprOp op, Expr a, Expr b)
{
	unsigned w = nd(p, a)->width;
	if (p->raw)
		return expr_intern(p, op, 1, a, b, 0);
	if (a == b)
		return expr_bool(!op_is_strict(op));
	bool ca = is_const(p, a), cb = is_const(p, b);
	if (ca && cb)
		return expr_bool(expr_fold2(op, w, const_value(p, a), const_value(p, b)));
	if (w == 1)
		return order_bits(p, op, a, b);
	int known = order_known(p, op, a, b);
	if (known >= 0)
		return expr_bool(known);
	if (op_is_signed(op) && same_sign(p, a, b))
		op = op == EXPR_SLT ? EXPR_ULT : EXPR_ULE;
	Expr e = order_strip(p, op, a, b);
	if (e)
		return e;
	if (!ca && !cb)
		return expr_intern(p, op, 1, a, b, 0);
	u128 k = const_value(p, ca ? a : b), m = mask128(w);
	if (!op_is_strict(op)) {
		/* k <= x is k - 1 < x; x <= k is x < k + 1 */
		if (ca ? k == order_min(op, w) : k == order_max(op, w))
			return EXPR_TRUE;
		k = (ca ? k - 1 : k + 1) & m;
		op = op == EXPR_ULE ? EXPR_ULT : EXPR_SLT;
	}
	return order_const(p, op, ca ? b : a, k, ca);
}

Expr expr_ult(ExprPool *p, Expr a, Expr b)
{
	return order(p, EXPR_ULT, a, b);
}

Expr expr_ule(ExprPool *p, Expr a, Expr b)
{
	return order(p, EXPR_ULE, a, b);
}

Expr expr_slt(ExprPool *p, Expr a, Expr b)
{
	return order(p, EXPR_SLT, a, b);
}

Expr expr_sle(ExprPool *p, Expr a, Expr b)
{
	return order(p, EXPR_SLE, a, b);
}
