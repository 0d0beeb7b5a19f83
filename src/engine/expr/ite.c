/* ite.c: constructor of the choice, and a constructor for any operation by its code. */
#include "engine/expr/float/float.h"
#include "engine/expr/pool.h"

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

/* Calls of constructors by the shape of the operation (ops.h). Leaves have no operand to be made of. */
#define MAKE_LEAF(CALL) abort()
#define MAKE_ONE(CALL) return expr_##CALL(p, a)
#define MAKE_TWO(CALL) return expr_##CALL(p, a, b)
#define MAKE_JOIN MAKE_TWO
#define MAKE_READ MAKE_TWO
#define MAKE_CUT(CALL) return expr_##CALL(p, a, b, width)
#define MAKE_WIDEN(CALL) return expr_##CALL(p, a, width)
#define MAKE_PICK(CALL) return expr_##CALL(p, a, b, c)
#define MAKE_STORE MAKE_PICK
#define MAKE_CHAR MAKE_PICK
#define MAKE_LENGTH(CALL) return expr_##CALL(p, a, c)
#define MAKE_FONE(CALL) return expr_##CALL(p, width, a, b)
#define MAKE_FTWO(CALL) return expr_##CALL(p, width, a, b, c)
#define MAKE_FTHREE MAKE_FTWO

Expr expr_make(ExprPool *p, ExprOp op, unsigned width, Expr a, Expr b, Expr c)
{
	switch (op) {
#define X(NAME, CALL, ARITY, SHAPE, ...) \
	case EXPR_##NAME: MAKE_##SHAPE(CALL);
		EXPR_OPS(X)
#undef X
	default: abort();
	}
}
