/* nan.c: expressions as they are where the NaNs that operations return have other bits.
 *
 * C leaves open which sign and payload they have: it depends on the processor, and on what the compiler made
 * of the operation. A NaN that the input has keeps its bits, and so does one whose sign is changed on purpose.
 * Only where bits are looked at does it matter: operations on numbers do the same with every NaN, so between
 * them nothing changes.
 */
#include "engine/expr/float/float.h"
#include "engine/expr/float/call.h"
#include "engine/expr/pool.h"

typedef struct OneNan {
	ExprPool *p;
	NanRule rule;
	IntMap numbers; /* node -> the same as an operand of numbers, if it may be such a NaN */
	IntMap bits;    /* node -> the same as bits, if it is another expression */
} OneNan;

static Expr as_bits(const OneNan *o, Expr e)
{
	u64 v;
	return intmap_get(&o->bits, e, &v) ? (Expr)v : e;
}

/* *made: it may be a NaN that an operation made. */
static Expr as_number(const OneNan *o, Expr e, bool *made)
{
	u64 v;
	bool is = intmap_get(&o->numbers, e, &v);
	*made |= is;
	return is ? (Expr)v : as_bits(o, e);
}

static Expr the_nan(ExprPool *p, unsigned w)
{
	return expr_const128(p, w,
						 w == 32   ? 0x7fc00000
						 : w == 64 ? 0x7ff8000000000000
								   : (u128)0x7fff << 64 | (u128)3 << 62);
}

static bool makes_number(const ExprPool *p, Expr e)
{
	u32 param = expr_float_param(p, e);
	FloatOp op = expr_float_op(p, e);
	if (float_is_call(param))
		return float_call_is_number(param);
	return float_width(op, nd(p, e)->width) != 1 &&
		   !(op >= FLOAT_TO_SIGNED && op <= FLOAT_SAT_UNSIGNED);
}

/* Returns true if the node inverts the sign of its first operand. */
static bool inverts_sign(const ExprPool *p, const ExprNode *n)
{
	return n->op == EXPR_XOR && float_is(n->width) && is_const(p, n->b) &&
		   const_value(p, n->b) == (u128)1 << (n->width - 1);
}

static bool is_operation(const ExprPool *p, Expr e)
{
	const ExprNode *n = nd(p, e);
	bool some = n->op == EXPR_FLOAT1 || n->op == EXPR_FLOAT2 || n->op == EXPR_FLOAT3;
	return some && expr_float_op(p, e) != FLOAT_SAME_TEXT;
}

/* What the node returns if that is a NaN: v is the node as a number. */
static Expr nan_of(const OneNan *o, Expr v)
{
	ExprPool *p = o->p;
	const ExprNode n = *nd(p, v);
	Expr is = v, kid[2] = {n.a, n.b};
	if (o->rule == NAN_ONE)
		return the_nan(p, n.width);
	for (unsigned k = is_operation(p, v) ? expr_arity[n.op] : 0; k-- > 0;)
		if (k < 2 && nd(p, kid[k])->width == n.width && !float_is_call(expr_float_param(p, v)) &&
			n.op == EXPR_FLOAT2)
			is = expr_ite(p, expr_float(p, FLOAT_EQUAL, 1, kid[k], kid[k], 0), is, kid[k]);
	return o->rule == NAN_OPERAND
			   ? is
			   : expr_xor(p, is, expr_const128(p, n.width, (u128)1 << (n.width - 1)));
}

static Expr made_of(ExprPool *p, Expr e, const Expr kid[3])
{
	const ExprNode n = *nd(p, e);
	bool same = true;
	for (unsigned k = 0; k < expr_arity[n.op]; k++)
		same = same && kid[k] == (k == 0 ? n.a : k == 1 ? n.b : n.c);
	return same ? e : expr_make(p, n.op, n.width, kid[0], kid[1], kid[2]);
}

static void visit(OneNan *o, Expr e)
{
	ExprPool *p = o->p;
	const ExprNode n = *nd(p, e);
	Expr kid[3] = {n.a, n.b, n.c}, number[3] = {n.a, n.b, n.c};
	bool operation = is_operation(p, e), made = false, whole = false;
	for (unsigned k = 0; k < expr_arity[n.op]; k++) {
		kid[k] = as_bits(o, kid[k]);
		number[k] = as_number(o, number[k], &made);
	}
	if (operation)
		whole = makes_number(p, e) && expr_may_be_nan(p, e);
	else if ((inverts_sign(p, &n) && o->rule == NAN_ONE) || (n.op == EXPR_ITE && float_is(n.width)))
		whole = made;
	if (!operation && !whole) {
		Expr is = made_of(p, e, kid);
		if (is != e)
			intmap_put(&o->bits, e, is);
		return;
	}
	if (n.op == EXPR_ITE)
		number[0] = kid[0];
	Expr v = made_of(p, e, number);
	if (v != e && !whole)
		intmap_put(&o->bits, e, v);
	if (!whole)
		return;
	intmap_put(&o->numbers, e, v);
	Expr is = expr_float(p, FLOAT_EQUAL, 1, v, v, 0);
	if (n.op == EXPR_ITE)
		is = made_of(p, e, kid);
	else
		is = expr_ite(p, is, v, nan_of(o, v));
	intmap_put(&o->bits, e, is);
}

Expr expr_with_nans(ExprPool *p, Expr e, NanRule rule)
{
	ExprList all = {0};
	OneNan o = {.p = p, .rule = rule};
	if (!expr_has_float(p, e))
		return e;
	expr_postorder(p, &e, 1, &all);
	for (size_t i = 0; i < all.len; i++)
		visit(&o, all.at[i]);
	e = as_bits(&o, e);
	vec_free(&all);
	intmap_free(&o.numbers);
	intmap_free(&o.bits);
	return e;
}
