/* make.c: makes floating-point nodes. */
#include "engine/expr/float/rules.h"

/* FLOAT1  a: operand, b: FloatOp     FLOAT3  a, b, c: operands of an FMA
 * FLOAT2  a, b: operands, c: FloatOp, and from bit 8 on the two formats of a SAME_TEXT
 * The parameter of a call has more from bit 8 on, too (call.h). */

static u32 param_of(const ExprNode *n)
{
	return n->op == EXPR_FLOAT1 ? n->b : n->op == EXPR_FLOAT2 ? n->c : FLOAT_FMA;
}

u32 expr_float_param(const ExprPool *p, Expr e)
{
	return param_of(nd(p, e));
}

FloatOp expr_float_op(const ExprPool *p, Expr e)
{
	return (FloatOp)(param_of(nd(p, e)) & 0xff);
}

bool expr_has_float(const ExprPool *p, Expr e)
{
	return nd(p, e)->flags & EXPR_HAS_FLOAT;
}

Expr expr_float1(ExprPool *p, unsigned width, Expr a, u32 op)
{
	unsigned from = nd(p, a)->width;
	if (is_const(p, a) && !p->raw)
		return expr_const128(p, width, float_value(op, width, from, const_value(p, a), 0, 0));
	if (op == FLOAT_RESIZE && width == from && width != 80 && !p->raw)
		return a; /* nothing is computed: a NaN stays what it is */
	Expr other = p->raw ? 0 : float_rule1(p, (FloatOp)(op & 0xff), width, a);
	return other ? other : expr_intern(p, EXPR_FLOAT1, width, a, op, 0);
}

u128 expr_float2_value(const ExprPool *p, u32 c, unsigned width, unsigned from, u128 a, u128 b)
{
	FloatOp op = (FloatOp)(c & 0xff);
	if (op == FLOAT_SAME_TEXT)
		return float_same_text(&p->formats.at[same_text_format(c, false)], (u64)a,
							   &p->formats.at[same_text_format(c, true)], (u64)b);
	return float_value(c, width, from, a, b, 0);
}

Expr expr_same_text(ExprPool *p, Expr a, u32 format_a, Expr b, u32 format_b)
{
	if ((format_a | format_b) >> SAME_TEXT_BITS)
		return 0;
	if (a == b && format_a == format_b)
		return EXPR_TRUE;
	return expr_float2(p, 1, a, b,
					   FLOAT_SAME_TEXT | format_a << 8 | format_b << (8 + SAME_TEXT_BITS));
}

Expr expr_float2(ExprPool *p, unsigned width, Expr a, Expr b, u32 op)
{
	if (is_const(p, a) && is_const(p, b) && !p->raw)
		return expr_const128(
			p, width,
			expr_float2_value(p, op, width, nd(p, a)->width, const_value(p, a), const_value(p, b)));
	Expr other = p->raw ? 0 : float_rule2(p, (FloatOp)(op & 0xff), width, a, b);
	if (other)
		return other;
	/* Long double has a rule of its own for two NaNs, which does not depend on their order. */
	bool commutes = op == FLOAT_ADD || op == FLOAT_MUL || op == FLOAT_EQUAL;
	if (commutes && a > b && !p->raw)
		return expr_intern(p, EXPR_FLOAT2, width, b, a, op);
	return expr_intern(p, EXPR_FLOAT2, width, a, b, op);
}

Expr expr_float3(ExprPool *p, unsigned width, Expr a, Expr b, Expr c)
{
	if (is_const(p, a) && is_const(p, b) && is_const(p, c) && !p->raw)
		return expr_const128(p, width,
							 float_value(FLOAT_FMA, width, width, const_value(p, a),
										 const_value(p, b), const_value(p, c)));
	return expr_intern(p, EXPR_FLOAT3, width, a, b, c);
}

Expr expr_float(ExprPool *p, u32 param, unsigned width, Expr a, Expr b, Expr c)
{
	FloatOp op = (FloatOp)(param & 0xff);
	unsigned follows = float_width(op, nd(p, a)->width);
	width = follows ? follows : width;
	return float_arity[op] == 1   ? expr_float1(p, width, a, param)
		   : float_arity[op] == 2 ? expr_float2(p, width, a, b, param)
								  : expr_float3(p, width, a, b, c);
}

bool expr_may_be_nan(const ExprPool *p, Expr e)
{
	unsigned width = nd(p, e)->width;
	if (is_const(p, e))
		return !float_value(FLOAT_EQUAL, 1, width, const_value(p, e), const_value(p, e), 0);
	if (nd(p, e)->op != EXPR_FLOAT1)
		return true;
	FloatOp op = expr_float_op(p, e);
	return op == FLOAT_RESIZE ? expr_may_be_nan(p, nd(p, e)->a)
							  : op != FLOAT_OF_SIGNED && op != FLOAT_OF_UNSIGNED;
}

bool expr_float_exchanged(ExprPool *p, Expr e, Expr a, Expr b)
{
	ExprNode *n = &p->nodes[e];
	if (n->op != EXPR_FLOAT2 || (n->c != FLOAT_ADD && n->c != FLOAT_MUL) || n->a == n->b ||
		!expr_may_be_nan(p, n->a) || !expr_may_be_nan(p, n->b))
		return false;
	if (n->a == a && n->b == b)
		n->flags |= EXPR_IN_ORDER;
	if (n->a == b && n->b == a)
		n->flags |= EXPR_EXCHANGED;
	return n->flags & EXPR_IN_ORDER && n->flags & EXPR_EXCHANGED;
}
