/* shape.c: constructors that cut, join and extend.
 *
 * Invariant: if bytes are cut from any value and joined again, the result is the number of that
 * same value. Therefore a cut either stays an EXTRACT of the value, or is a constant by known
 * bits, or is a piece of a CONCAT, ZEXT, SEXT, EXTRACT or choice between constants, which concat
 * reassembles. There is one exception, narrowing a sum at its low end, which is made only if
 * some other piece still names the sum. Rare corner cases remain, such as a constant next to a
 * value whose upper bits happen to be known: the result is equal, but has another number.
 *
 * Normal forms: CONCAT is nested to the right; a constant 0 on top is a ZEXT; copies of the sign
 * bit on top are a SEXT; extensions are outside of concatenations, and a chain of them is one.
 */
#include "engine/expr/pool.h"

bool expr_const_ite(const ExprPool *p, Expr e, Expr *cond, u128 *k1, u128 *k0)
{
	const ExprNode *n = nd(p, e);
	if (n->op == EXPR_ITE && is_const(p, n->b) && is_const(p, n->c)) {
		*cond = n->a;
		*k1 = const_value(p, n->b);
		*k0 = const_value(p, n->c);
		return true;
	}
	if ((n->op == EXPR_ZEXT || n->op == EXPR_SEXT) && nd(p, n->a)->width == 1) {
		*cond = n->a;
		*k1 = n->op == EXPR_ZEXT ? 1 : mask128(n->width);
		*k0 = 0;
		return true;
	}
	return false;
}

/* True if a proper ITE node chooses between constants: casts move into it. */
static bool is_choice(const ExprPool *p, const ExprNode *n)
{
	return n->op == EXPR_ITE && is_const(p, n->b) && is_const(p, n->c);
}

/* ---- extract ---- */

static Expr extract_concat(ExprPool *p, const ExprNode *n, unsigned low, unsigned width)
{
	unsigned cut = nd(p, n->b)->width;
	if (low >= cut)
		return expr_extract(p, n->a, low - cut, width);
	if (low + width <= cut)
		return expr_extract(p, n->b, low, width);
	Expr lower = expr_extract(p, n->b, low, cut - low);
	Expr upper = expr_extract(p, n->a, 0, low + width - cut);
	return expr_concat(p, upper, lower);
}

static Expr extract_extension(ExprPool *p, const ExprNode *n, unsigned low, unsigned width)
{
	unsigned from = nd(p, n->a)->width;
	if (low + width <= from)
		return expr_extract(p, n->a, low, width);
	if (n->op == EXPR_ZEXT) {
		if (low >= from)
			return expr_const(p, width, 0);
		return expr_zext(p, expr_extract(p, n->a, low, from - low), width);
	}
	unsigned start = low >= from ? from - 1 : low;
	return expr_sext(p, expr_extract(p, n->a, start, from - start), width);
}

static bool is_narrowable(const ExprPool *p, Expr e, unsigned width)
{
	const ExprNode *n = nd(p, e);
	return n->op == EXPR_CONST ||
		   ((n->op == EXPR_ZEXT || n->op == EXPR_SEXT) && nd(p, n->a)->width <= width);
}

/* The low end of a sum, difference, product or bitwise operation, where the operands are
 * extended values: the operation on the narrow values. Returns 0 if that does not pay. */
static Expr extract_low(ExprPool *p, Expr e, unsigned width)
{
	const ExprNode *n = nd(p, e);
	if (n->width > 64 || (n->info.kz | n->info.ko) >> width == mask64(64 - width))
		return 0; /* nothing else would name e */
	switch (n->op) {
	case EXPR_ADD:
	case EXPR_SUB:
	case EXPR_MUL:
	case EXPR_AND:
	case EXPR_OR:
	case EXPR_XOR:
		if (is_narrowable(p, n->a, width) && is_narrowable(p, n->b, width)) {
			Expr a = expr_extract(p, n->a, 0, width), b = expr_extract(p, n->b, 0, width);
			return expr_make(p, n->op, width, a, b, 0);
		}
		return 0;
	case EXPR_NOT:
	case EXPR_NEG:
		if (is_narrowable(p, n->a, width))
			return expr_make(p, n->op, width, expr_extract(p, n->a, 0, width), 0, 0);
		return 0;
	default: return 0; /* the low end of others depends on more than low ends: it stays a cut */
	}
}

Expr expr_extract(ExprPool *p, Expr a, unsigned low, unsigned width)
{
	const ExprNode *n = nd(p, a);
	if (p->raw)
		return expr_intern(p, EXPR_EXTRACT, width, a, low, 0);
	if (width == n->width)
		return a;
	switch (n->op) {
	case EXPR_CONST: return expr_const128(p, width, const_value(p, a) >> low);
	case EXPR_EXTRACT: return expr_extract(p, n->a, n->b + low, width);
	case EXPR_CONCAT: return extract_concat(p, n, low, width);
	case EXPR_ZEXT:
	case EXPR_SEXT: return extract_extension(p, n, low, width);
	default: break; /* it stays a cut */
	}
	if (is_choice(p, n))
		return expr_ite(p, n->a, expr_extract(p, n->b, low, width),
						expr_extract(p, n->c, low, width));
	if (low == 0) {
		Expr small = extract_low(p, a, width);
		if (small)
			return small;
	}
	return expr_intern(p, EXPR_EXTRACT, width, a, low, 0);
}

/* ---- extensions ---- */

/* A cut out of a value, continued upwards over bits that are 0 anyway, at most room of them: then
 * it may be all of the value. Returns 0 if n is no cut or there are no such bits. */
static Expr widen_cut(ExprPool *p, const ExprNode *n, unsigned room)
{
	if (n->op != EXPR_EXTRACT || nd(p, n->a)->width > 64)
		return 0;
	const ExprNode *whole = nd(p, n->a);
	unsigned top = n->b + n->width, more = 0;
	while (more < room && top + more < whole->width && whole->info.kz >> (top + more) & 1)
		more++;
	return more ? expr_extract(p, n->a, n->b, n->width + more) : 0;
}

Expr expr_zext(ExprPool *p, Expr a, unsigned width)
{
	const ExprNode *n = nd(p, a);
	if (width == n->width)
		return a;
	if (p->raw)
		return expr_intern(p, EXPR_ZEXT, width, a, 0, 0);
	if (n->op == EXPR_CONST)
		return expr_const128(p, width, const_value(p, a));
	if (n->op == EXPR_ZEXT)
		return expr_zext(p, n->a, width);
	/* copies of a condition; those of a bit of some value may be its sign and wait for it */
	if (n->op == EXPR_SEXT && nd(p, n->a)->width == 1 && nd(p, n->a)->op != EXPR_EXTRACT)
		return expr_ite(p, n->a, expr_const128(p, width, mask128(n->width)),
						expr_const(p, width, 0));
	if (is_choice(p, n))
		return expr_ite(p, n->a, expr_zext(p, n->b, width), expr_zext(p, n->c, width));
	Expr wider = widen_cut(p, n, width - n->width);
	if (wider)
		return expr_zext(p, wider, width);
	if (n->op == EXPR_CONCAT) {
		wider = widen_cut(p, nd(p, n->a), width - n->width);
		if (wider)
			return expr_zext(p, expr_concat(p, wider, n->b), width);
	}
	return expr_intern(p, EXPR_ZEXT, width, a, 0, 0);
}

Expr expr_sext(ExprPool *p, Expr a, unsigned width)
{
	const ExprNode *n = nd(p, a);
	if (width == n->width)
		return a;
	if (p->raw)
		return expr_intern(p, EXPR_SEXT, width, a, 0, 0);
	if (n->op == EXPR_CONST)
		return expr_const128(p, width, (u128)sign_extend(const_value(p, a), n->width));
	if (n->op == EXPR_SEXT)
		return expr_sext(p, n->a, width);
	if (n->op == EXPR_ZEXT || (n->width <= 64 && n->info.high < 1ull << (n->width - 1)))
		return expr_zext(p, a, width);
	if (n->width <= 64 && n->info.ko >> (n->width - 1) & 1)
		return expr_concat(p, expr_const128(p, width - n->width, ~(u128)0), a);
	if (is_choice(p, n))
		return expr_ite(p, n->a, expr_sext(p, n->b, width), expr_sext(p, n->c, width));
	return expr_intern(p, EXPR_SEXT, width, a, 0, 0);
}

/* ---- concat ---- */

/* True if the bits of n from start on are known to be those of constant k. */
static bool known_cut(const ExprPool *p, const ExprNode *n, unsigned start, Expr k)
{
	u64 m = mask64(nd(p, k)->width);
	return n->width <= 64 && ((n->info.kz | n->info.ko) >> start & m) == m &&
		   (n->info.ko >> start & m) == const64(nd(p, k));
}

/* high:low as one cut of the value that either of them is a cut of; 0 if it is not. */
static Expr merge_cuts(ExprPool *p, Expr high, Expr low)
{
	const ExprNode *nh = nd(p, high), *nl = nd(p, low);
	unsigned wh = nh->width, wl = nl->width;
	if (nh->op == EXPR_EXTRACT && nh->b >= wl) {
		unsigned start = nh->b - wl;
		bool joins;
		if (nl->op == EXPR_EXTRACT && nl->a == nh->a)
			joins = nl->b == start;
		else if (nl->op == EXPR_CONST && known_cut(p, nd(p, nh->a), start, low))
			joins = true;
		else
			joins = start == 0 && extract_low(p, nh->a, wl) == low;
		return joins ? expr_extract(p, nh->a, start, wh + wl) : 0;
	}
	if (nl->op == EXPR_EXTRACT && nh->op == EXPR_CONST && nl->b + wl + wh <= nd(p, nl->a)->width &&
		known_cut(p, nd(p, nl->a), nl->b + wl, high))
		return expr_extract(p, nl->a, nl->b, wh + wl);
	return 0;
}

/* Two choices on the same condition, or one and a constant. */
static Expr merge_choices(ExprPool *p, Expr high, Expr low)
{
	Expr ch, cl;
	u128 h1, h0, l1, l0;
	unsigned wh = nd(p, high)->width, wl = nd(p, low)->width;
	bool hc = is_const(p, high), lc = is_const(p, low);
	if (!hc && !expr_const_ite(p, high, &ch, &h1, &h0)) {
		/* A bare condition is a choice between 1 and 0. */
		if (wh > 1 || lc)
			return 0;
		ch = high, h1 = 1, h0 = 0;
	}
	if (!lc && !expr_const_ite(p, low, &cl, &l1, &l0)) {
		if (wl > 1 || hc)
			return 0;
		cl = low, l1 = 1, l0 = 0;
	}
	if (hc)
		ch = cl, h1 = h0 = const_value(p, high);
	if (lc)
		cl = ch, l1 = l0 = const_value(p, low);
	if (hc && lc)
		return 0;
	if (ch != cl) {
		/* c and !c are one condition */
		if (expr_not(p, ch) != cl)
			return 0;
		u128 t = l1;
		l1 = l0;
		l0 = t;
	}
	/* A bit of some value is most likely a flag or a sign: it stays visible, extended. */
	if ((hc || lc) && nd(p, ch)->op == EXPR_EXTRACT && nd(p, hc ? low : high)->op != EXPR_ITE)
		return 0;
	return expr_ite(p, ch, expr_const128(p, wh + wl, h1 << wl | l1),
					expr_const128(p, wh + wl, h0 << wl | l0));
}

/* high is copies of the sign bit of low. */
static bool is_sign_of(ExprPool *p, Expr high, Expr low)
{
	const ExprNode *nh = nd(p, high), *nl = nd(p, low);
	Expr sign = nh->op == EXPR_SEXT ? nh->a : high;
	if (nd(p, sign)->width != 1 || is_const(p, sign))
		return false;
	return expr_extract(p, low, nl->width - 1, 1) == sign;
}

Expr expr_concat(ExprPool *p, Expr high, Expr low)
{
	const ExprNode *nh = nd(p, high), *nl = nd(p, low);
	unsigned w = nh->width + nl->width;
	if (p->raw)
		return expr_intern(p, EXPR_CONCAT, w, high, low, 0);
	if (nh->op == EXPR_CONST) {
		u128 k = const_value(p, high);
		if (nl->op == EXPR_CONST)
			return expr_const128(p, w, k << nl->width | const_value(p, low));
		if (k == 0)
			return expr_zext(p, low, w);
		unsigned top = nh->width; /* without leading zeros, which are an extension */
		while (!(k >> (top - 1) & 1))
			top--;
		if (top < nh->width)
			return expr_zext(p, expr_concat(p, expr_const128(p, top, k), low), w);
		if (nl->op == EXPR_ZEXT) { /* zeros below a constant belong to it */
			unsigned gap = nl->width - nd(p, nl->a)->width;
			return expr_concat(p, expr_const128(p, nh->width + gap, k << gap), nl->a);
		}
	}
	if ((nh->op == EXPR_ZEXT || nh->op == EXPR_SEXT) && nd(p, nh->a)->width > 1)
		return expr_make(p, nh->op, w, expr_concat(p, nh->a, low), 0, 0);
	if (nh->op == EXPR_CONCAT)
		return expr_concat(p, nh->a, expr_concat(p, nh->b, low));
	Expr whole = merge_cuts(p, high, low);
	if (!whole)
		whole = merge_choices(p, high, low);
	if (whole)
		return whole;
	if (is_sign_of(p, high, low))
		return expr_sext(p, low, w);
	if (nh->op == EXPR_ZEXT || nh->op == EXPR_SEXT)
		return expr_make(p, nh->op, w, expr_concat(p, nh->a, low), 0, 0);
	if (nl->op == EXPR_CONCAT) {
		/* The neighbours may join even when the whole does not. */
		Expr front = merge_cuts(p, high, nl->a);
		if (!front && is_const(p, high) && is_const(p, nl->a))
			front = expr_concat(p, high, nl->a);
		if (front)
			return expr_concat(p, front, nl->b);
	}
	return expr_intern(p, EXPR_CONCAT, w, high, low, 0);
}
