/* value.c: results of instructions as expressions, with their shadows.
 *
 * Integers are computed as the machine does it, with wrap-around. What the pool has no operation for
 * is a variable of its own for each operation on each list of operands: equal operands, equal result. */
#include "versions/prove/impl.h"

Expr value_new(PairProof *x, unsigned width, const char *name, u32 *var)
{
	u32 group = input_int(x->pool, name, width);
	Expr e = expr_input(x->pool, group, 0);
	if (var)
		*var = expr_var_of(x->pool, e);
	return e;
}

Expr value_opaque(PairProof *x, unsigned width, Key key)
{
	u64 known;
	if (keymap_get(&x->opaque, key, &known))
		return (Expr)known;
	Expr e = value_new(x, width, "f", NULL);
	keymap_put(&x->opaque, key, e);
	return e;
}

Shaded value_operand(PairProof *x, Side s, const Course *t, Operand o)
{
	if (o == NO_OPERAND)
		return (Shaded){0, EXPR_FALSE};
	if (!operand_is_const(o)) {
		Shaded v = t->frames[t->depth - 1].regs[o];
		return v.v ? v : (Shaded){0, EXPR_TRUE};
	}
	const Const *c = &x->p[s]->consts.at[o & ~OPERAND_CONST];
	return (Shaded){expr_const(x->pool, type_bits(c->type), c->lo), expr_bool(c->undef)};
}

/* Shifts as the machine does them: in a register of 32 or 64 bits, the count taken modulo. */
static Expr shift(ExprPool *p, InsOp op, Expr a, Expr b, unsigned bits)
{
	unsigned w = bits <= 32 ? 32 : 64;
	Expr wide = op == I_ASHR ? expr_sext(p, a, w) : expr_zext(p, a, w);
	Expr n = expr_and(p, expr_zext(p, b, w), expr_const(p, w, w - 1));
	Expr r = op == I_SHL    ? expr_shl(p, wide, n)
			 : op == I_LSHR ? expr_lshr(p, wide, n)
							: expr_ashr(p, wide, n);
	return expr_extract(p, r, 0, bits);
}

static Expr compare(ExprPool *p, u8 pred, Expr a, Expr b)
{
	switch (pred) {
	case P_EQ: return expr_eq(p, a, b);
	case P_NE: return expr_ne(p, a, b);
	case P_UGT: return expr_ult(p, b, a);
	case P_UGE: return expr_ule(p, b, a);
	case P_ULT: return expr_ult(p, a, b);
	case P_ULE: return expr_ule(p, a, b);
	case P_SGT: return expr_slt(p, b, a);
	case P_SGE: return expr_sle(p, b, a);
	case P_SLT: return expr_slt(p, a, b);
	case P_SLE: return expr_sle(p, a, b);
	default: return 0;
	}
}

/* A remainder by a constant is written as the number less the multiple, as some programs do. */
static Expr rest(ExprPool *p, bool sign, Expr a, Expr b)
{
	Expr plain = sign ? expr_srem(p, a, b) : expr_urem(p, a, b);
	if (!expr_is_const(p, b) || (expr_op(p, plain) != EXPR_UREM && expr_op(p, plain) != EXPR_SREM))
		return plain;
	return expr_sub(p, a, expr_mul(p, sign ? expr_sdiv(p, a, b) : expr_udiv(p, a, b), b));
}

static Expr smaller(ExprPool *p, InsOp op, Expr a, Expr b)
{
	switch (op) {
	case I_SMIN: return expr_ite(p, expr_slt(p, a, b), a, b);
	case I_SMAX: return expr_ite(p, expr_slt(p, a, b), b, a);
	case I_UMIN: return expr_ite(p, expr_ult(p, a, b), a, b);
	default: return expr_ite(p, expr_ult(p, a, b), b, a);
	}
}

static Expr address(ExprPool *p, const Ins *in, Expr a, Expr b)
{
	Expr sum = expr_add(p, a, expr_const(p, 64, (u64)in->imm));
	if (!b)
		return sum;
	return expr_add(p, sum, expr_mul(p, b, expr_const(p, 64, (u64)in->scale)));
}

/* Integers, copies and addresses; 0: the pool has no such operation. */
static Expr known_value(ExprPool *p, const Ins *in, Expr a, Expr b, Expr c)
{
	unsigned bits = type_bits(in->type), to = type_bits(in->type2);
	switch (in->op) {
	case I_ADD: return expr_add(p, a, b);
	case I_SUB: return expr_sub(p, a, b);
	case I_MUL: return expr_mul(p, a, b);
	case I_UDIV: return expr_udiv(p, a, b);
	case I_SDIV: return expr_sdiv(p, a, b);
	case I_UREM:
	case I_SREM: return rest(p, in->op == I_SREM, a, b);
	case I_SHL:
	case I_LSHR:
	case I_ASHR: return shift(p, in->op, a, b, bits);
	case I_AND: return expr_and(p, a, b);
	case I_OR: return expr_or(p, a, b);
	case I_XOR: return expr_xor(p, a, b);
	case I_ICMP: return compare(p, in->sub, a, b);
	case I_TRUNC: return expr_extract(p, a, 0, to);
	case I_ZEXT: return expr_zext(p, a, to);
	case I_SEXT: return expr_sext(p, a, to);
	case I_BITCAST: return bits == to ? a : 0;
	case I_MOV: return a;
	case I_SELECT: return expr_ite(p, a, b, c);
	case I_SMIN:
	case I_SMAX:
	case I_UMIN:
	case I_UMAX: return smaller(p, in->op, a, b);
	case I_GEP: return address(p, in, a, b);
	default: return 0;
	}
}

/* True of operations that are functions of their operands alone and cannot fail. */
static bool is_pure(const Ins *in)
{
	switch (in->op) {
	case I_FCMP ... I_FNEG:
	case I_FPTOUI ... I_FPCONV:
	case I_CTPOP ... I_ABS:
	case I_SADDS ... I_USUBS:
	case I_FUNARY:
	case I_FBINARY:
	case I_FMA:
	case I_FPCLASS:
	case I_FPTOSI_SAT:
	case I_FPTOUI_SAT: return true;
	default: return false;
	}
}

Shaded value_of(PairProof *x, Side s, const Course *t, const Ins *in)
{
	Shaded a = value_operand(x, s, t, in->a), b = value_operand(x, s, t, in->b);
	Shaded c = value_operand(x, s, t, in->c);
	bool missing = (in->a != NO_OPERAND && !a.v) || (in->b != NO_OPERAND && !b.v) ||
				   (in->c != NO_OPERAND && !c.v);
	if (missing)
		return (Shaded){0};
	ExprPool *p = x->pool;
	Shaded r = {known_value(p, in, a.v, b.v, c.v), expr_or(p, expr_or(p, a.s, b.s), c.s)};
	if (in->op == I_SELECT)
		r.s = expr_or(p, a.s, expr_ite(p, a.v, b.s, c.s));
	if (!r.v && is_pure(in))
		r.v =
			value_opaque(x, type_bits(ins_type_result(in)),
						 KEY(1, in->op, in->type, in->type2, in->sub, (u64)in->imm, a.v, b.v, c.v));
	return r;
}
