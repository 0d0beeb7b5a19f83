/* ite.c: the choice, and making an operation by its code. */
#include "expr/pool.h"

/* A choice between truth values is logic. */
static Expr ite_bool(ExprPool *p, Expr cond, Expr yes, Expr no)
{
	if (yes == EXPR_TRUE)
		return expr_or(p, cond, no);
	if (yes == EXPR_FALSE)
		return expr_and(p, expr_not(p, cond), no);
	if (no == EXPR_TRUE)
		return expr_or(p, expr_not(p, cond), yes);
	if (no == EXPR_FALSE)
		return expr_and(p, cond, yes);
	if (yes == cond)
		return expr_or(p, cond, no);
	if (no == cond)
		return expr_and(p, cond, yes);
	return 0;
}

Expr expr_ite(ExprPool *p, Expr cond, Expr yes, Expr no)
{
	unsigned w = nd(p, yes)->width;
	if (p->raw)
		return expr_intern(p, EXPR_ITE, w, cond, yes, no);
	if (is_const(p, cond))
		return cond == EXPR_TRUE ? yes : no;
	if (yes == no)
		return yes;
	const ExprNode *nc = nd(p, cond), *ny = nd(p, yes), *nn = nd(p, no);
	if (nc->op == EXPR_NOT)
		return expr_ite(p, nc->a, no, yes);
	if (w == 1) {
		Expr e = ite_bool(p, cond, yes, no);
		if (e)
			return e;
	}
	if (ny->op == EXPR_ITE && ny->a == cond)
		return expr_ite(p, cond, ny->b, no);
	if (nn->op == EXPR_ITE && nn->a == cond)
		return expr_ite(p, cond, yes, nn->c);
	if (ny->op == EXPR_CONST && nn->op == EXPR_CONST) {
		u128 k1 = const_value(p, yes), k0 = const_value(p, no);
		if (k1 == 1 && k0 == 0)
			return expr_zext(p, cond, w);
		if (k1 == 0 && k0 == 1)
			return expr_zext(p, expr_not(p, cond), w);
		if (k1 == mask128(w) && k0 == 0)
			return expr_sext(p, cond, w);
		if (k1 == 0 && k0 == mask128(w))
			return expr_sext(p, expr_not(p, cond), w);
		/* c ? k1 : k0 and !c ? k0 : k1 are one: the condition is the one of lower number. */
		Expr flipped = nc->op == EXPR_EQ ? 0 : expr_not(p, cond);
		if (flipped && nd(p, flipped)->op != EXPR_NOT && flipped < cond)
			return expr_intern(p, EXPR_ITE, w, flipped, no, yes);
	}
	/* x == k ? k : x is x */
	if (nc->op == EXPR_EQ && ((nc->a == no && nc->b == yes) || (nc->b == no && nc->a == yes)))
		return no;
	return expr_intern(p, EXPR_ITE, w, cond, yes, no);
}

Expr expr_make(ExprPool *p, ExprOp op, unsigned width, Expr a, Expr b, Expr c)
{
	switch (op) {
	case EXPR_NOT: return expr_not(p, a);
	case EXPR_NEG: return expr_neg(p, a);
	case EXPR_ADD: return expr_add(p, a, b);
	case EXPR_SUB: return expr_sub(p, a, b);
	case EXPR_MUL: return expr_mul(p, a, b);
	case EXPR_UDIV: return expr_udiv(p, a, b);
	case EXPR_SDIV: return expr_sdiv(p, a, b);
	case EXPR_UREM: return expr_urem(p, a, b);
	case EXPR_SREM: return expr_srem(p, a, b);
	case EXPR_SHL: return expr_shl(p, a, b);
	case EXPR_LSHR: return expr_lshr(p, a, b);
	case EXPR_ASHR: return expr_ashr(p, a, b);
	case EXPR_AND: return expr_and(p, a, b);
	case EXPR_OR: return expr_or(p, a, b);
	case EXPR_XOR: return expr_xor(p, a, b);
	case EXPR_EQ: return expr_eq(p, a, b);
	case EXPR_ULT: return expr_ult(p, a, b);
	case EXPR_ULE: return expr_ule(p, a, b);
	case EXPR_SLT: return expr_slt(p, a, b);
	case EXPR_SLE: return expr_sle(p, a, b);
	case EXPR_CONCAT: return expr_concat(p, a, b);
	case EXPR_EXTRACT: return expr_extract(p, a, b, width);
	case EXPR_ZEXT: return expr_zext(p, a, width);
	case EXPR_SEXT: return expr_sext(p, a, width);
	case EXPR_ITE: return expr_ite(p, a, b, c);
	case EXPR_STORE: return expr_store(p, a, b, c);
	case EXPR_READ: return expr_read(p, a, b);
	case EXPR_TEXTCHAR: return expr_textchar(p, a, b, c);
	case EXPR_TEXTLEN: return expr_textlen(p, a, c);
	default: abort();
	}
}
