/* ops.c: expressions of instructions. Each mirrors eval.c, bit for bit. */
#include "engine/expr/check.h"
#include "engine/expr/float/float.h"
#include "engine/machine/sym/memo.h"

Expr sym_expr(Machine *m, Value v, u32 bits)
{
	Expr e = TAG_EXPR(v.tag);
	return e ? e : expr_const128(m->pool, bits, (u128)v.hi << 64 | v.lo);
}

static Expr number(Machine *m, u32 bits, u64 n)
{
	return expr_const(m->pool, bits, n);
}

/* Shifts as the hardware does them: in a register of 32, 64 or 128 bits, the count taken modulo. */
static Expr shift(Machine *m, InsOp op, Expr a, Expr b, u32 bits)
{
	ExprPool *p = m->pool;
	u32 w = bits <= 32 ? 32 : bits <= 64 ? 64 : 128;
	Expr x = op == I_ASHR ? expr_sext(p, a, w) : expr_zext(p, a, w);
	Expr n = expr_and(p, expr_zext(p, b, w), number(m, w, w - 1));
	Expr r = op == I_SHL    ? expr_shl(p, x, n)
			 : op == I_LSHR ? expr_lshr(p, x, n)
							: expr_ashr(p, x, n);
	return expr_extract(p, r, 0, bits);
}

static Expr compare(Machine *m, Pred pred, Expr a, Expr b)
{
	ExprPool *p = m->pool;
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
	default: return expr_sle(p, a, b);
	}
}

static Expr bit(Machine *m, Expr a, u32 k)
{
	return expr_extract(m->pool, a, k, 1);
}

static Expr count_ones(Machine *m, Expr a, u32 bits)
{
	Expr sum = number(m, bits, 0);
	for (u32 k = 0; k < bits; k++)
		sum = expr_add(m->pool, sum, expr_zext(m->pool, bit(m, a, k), bits));
	return sum;
}

/* Zeros before the first one, from the top or from the bottom. */
static Expr count_zeros(Machine *m, Expr a, u32 bits, bool leading)
{
	Expr n = number(m, bits, bits);
	for (u32 k = 0; k < bits; k++) {
		u32 at = leading ? k : bits - 1 - k;
		n = expr_ite(m->pool, bit(m, a, at), number(m, bits, leading ? bits - 1 - at : at), n);
	}
	return n;
}

static Expr reversed(Machine *m, Expr a, u32 bits, u32 unit)
{
	Expr r = expr_extract(m->pool, a, 0, unit);
	for (u32 k = unit; k < bits; k += unit)
		r = expr_concat(m->pool, r, expr_extract(m->pool, a, k, unit));
	return r;
}

static Expr funnel(Machine *m, bool left, Expr a, Expr b, Expr c, u32 bits)
{
	ExprPool *p = m->pool;
	Expr both = expr_concat(p, a, b);
	Expr n = expr_zext(p, expr_urem(p, c, number(m, bits, bits)), 2 * bits);
	return left ? expr_extract(p, expr_shl(p, both, n), bits, bits)
				: expr_extract(p, expr_lshr(p, both, n), 0, bits);
}

/* The exact result in twice the width does not fit. */
static Expr overflows(Machine *m, InsOp op, Expr a, Expr b, u32 bits, Expr *result)
{
	ExprPool *p = m->pool;
	bool is_signed =
		op == I_SADDO || op == I_SSUBO || op == I_SMULO || op == I_SADDS || op == I_SSUBS;
	bool sub = op == I_SSUBO || op == I_USUBO || op == I_SSUBS || op == I_USUBS;
	bool mul = op == I_SMULO || op == I_UMULO;
	Expr x = is_signed ? expr_sext(p, a, 2 * bits) : expr_zext(p, a, 2 * bits);
	Expr y = is_signed ? expr_sext(p, b, 2 * bits) : expr_zext(p, b, 2 * bits);
	Expr exact = mul ? expr_mul(p, x, y) : sub ? expr_sub(p, x, y) : expr_add(p, x, y);
	*result = expr_extract(p, exact, 0, bits);
	return expr_ne(p, exact,
				   is_signed ? expr_sext(p, *result, 2 * bits) : expr_zext(p, *result, 2 * bits));
}

static Expr saturated(Machine *m, InsOp op, Expr a, Expr b, u32 bits)
{
	ExprPool *p = m->pool;
	Expr r, over = overflows(m, op, a, b, bits, &r);
	u64 ones = bits >= 64 ? ~0ull : (1ull << bits) - 1;
	Expr limit = op == I_UADDS ? number(m, bits, ones)
				 : op == I_USUBS
					 ? number(m, bits, 0)
					 : expr_ite(p, expr_slt(p, a, number(m, bits, 0)),
								number(m, bits, 1ull << (bits - 1)), number(m, bits, ones >> 1));
	return expr_ite(p, over, limit, r);
}

/* Instructions on bits that are no plain bit-vector operation. */
static bool special(Machine *m, const Ins *in, Expr a, Expr b, Expr c, Expr out[2])
{
	ExprPool *p = m->pool;
	u32 bits = type_bits(in->type);
	switch (in->op) {
	case I_CTPOP: out[0] = count_ones(m, a, bits); return true;
	case I_CTLZ: out[0] = count_zeros(m, a, bits, true); return true;
	case I_CTTZ: out[0] = count_zeros(m, a, bits, false); return true;
	case I_BSWAP: out[0] = reversed(m, a, bits, 8); return true;
	case I_BITREVERSE: out[0] = reversed(m, a, bits, 1); return true;
	case I_ABS:
		out[0] = expr_ite(p, expr_slt(p, a, number(m, bits, 0)), expr_neg(p, a), a);
		return true;
	case I_SMIN: out[0] = expr_ite(p, expr_slt(p, a, b), a, b); return true;
	case I_SMAX: out[0] = expr_ite(p, expr_slt(p, b, a), a, b); return true;
	case I_UMIN: out[0] = expr_ite(p, expr_ult(p, a, b), a, b); return true;
	case I_UMAX: out[0] = expr_ite(p, expr_ult(p, b, a), a, b); return true;
	default: break;
	}
	if (bits > 64)
		return false;
	switch (in->op) {
	case I_FSHL: out[0] = funnel(m, true, a, b, c, bits); return true;
	case I_FSHR: out[0] = funnel(m, false, a, b, c, bits); return true;
	case I_SADDO ... I_UMULO: out[1] = overflows(m, in->op, a, b, bits, &out[0]); return true;
	case I_SADDS ... I_USUBS: out[0] = saturated(m, in->op, a, b, bits); return true;
	default: return false;
	}
}

/* True if C leaves the instruction undefined where its result does not fit, or where it shifts by as
 * many bits as there are. */
static bool may_overflow(const Ins *in, Value b)
{
	if (in->op == I_SHL || in->op == I_LSHR || in->op == I_ASHR)
		return in->flags & INS_NSW || TAG_EXPR(b.tag);
	return in->op == I_ABS ? in->b != NO_OPERAND && b.lo & 1 : in->flags & INS_NSW;
}

/* The operations that runs do most, if that is what it is. */
static Expr common(Machine *m, const Ins *in, Expr a, Expr b)
{
	ExprPool *p = m->pool;
	u32 bits = type_bits(in->type), to = type_bits(in->type2);
	switch (in->op) {
	case I_ADD: return expr_add(p, a, b);
	case I_SUB: return expr_sub(p, a, b);
	case I_MUL: return expr_mul(p, a, b);
	case I_UDIV: return expr_udiv(p, a, b);
	case I_SDIV: return expr_sdiv(p, a, b);
	case I_UREM: return expr_urem(p, a, b);
	case I_SREM: return expr_srem(p, a, b);
	case I_SHL:
	case I_LSHR:
	case I_ASHR: return shift(m, in->op, a, b, bits);
	case I_AND: return expr_and(p, a, b);
	case I_OR: return expr_or(p, a, b);
	case I_XOR: return expr_xor(p, a, b);
	case I_ICMP: return compare(m, in->sub, a, b);
	case I_TRUNC: return expr_extract(p, a, 0, to);
	case I_ZEXT: return expr_zext(p, a, to);
	case I_SEXT: return expr_sext(p, a, to);
	default: return 0;
	}
}

/* The simplified result has the values of the operation as it is written. */
static void check_common(Machine *m, const Ins *in, Expr a, Expr b, Expr result)
{
	u32 mark = expr_mark(m->pool);
	expr_pool_simplify(m->pool, false);
	Expr plain = common(m, in, a, b);
	expr_pool_simplify(m->pool, true);
	expr_check_equal(m->pool, plain, result);
	expr_release(m->pool, mark);
}

static bool is_common(const Ins *in)
{
	return (in->op <= I_XOR || in->op == I_ICMP || in->op == I_TRUNC || in->op == I_ZEXT ||
			in->op == I_SEXT) &&
		   type_bits(in->type) <= 64;
}

static Expr remembered(Machine *m, const Ins *in, Value va, Value vb)
{
	OpMemo key, *slot;
	u32 bits = type_bits(in->type);
	if (m->config.plainly)
		return common(m, in, sym_expr(m, va, bits),
					  in->b == NO_OPERAND ? 0 : sym_expr(m, vb, bits));
	if (!m->memo.at)
		memo_begin(m);
	slot = memo_find(m, in, va, vb, &key);
	if (memo_is(slot, &key))
		return slot->result;
	Expr a = sym_expr(m, va, bits), b = in->b == NO_OPERAND ? 0 : sym_expr(m, vb, bits);
	key.result = common(m, in, a, b);
	if (CHECKED && every(16))
		check_common(m, in, a, b, key.result);
	m->memo.newest = expr_pool_len(m->pool);
	*slot = key;
	return key.result;
}

/* An operation on numbers with a fraction. One version may exchange the operands of a sum: which NaN it returns then is
 * the compiler's choice. */
static Expr number_op(Machine *m, const Ins *in, Expr a, Expr b, Expr third)
{
	Expr out = sym_float(m->pool, in, a, b, third);
	bool commutes = in->op == I_FADD || in->op == I_FMUL;
	if (out && commutes && expr_float_exchanged(m->pool, out, a, b))
		world_note(m, WORLD_NAN, NULL, false);
	return out;
}

/* Expressions of the results; false where there is none and the operands have to be concrete. */
bool sym_ins(Machine *m, const Ins *in, Value va, Value vb, Value vc, Expr out[2])
{
	ExprPool *p = m->pool;
	u32 bits = type_bits(in->type);
	out[0] = out[1] = 0;
	if (is_common(in) && !may_overflow(in, vb)) {
		out[0] = remembered(m, in, va, vb);
		if (in->op == I_ICMP)
			out[0] = sym_known(m, out[0], tag_join(m, va.tag & TAG_DEPS, vb.tag & TAG_DEPS));
		return true;
	}
	Expr a = sym_expr(m, va, in->op == I_SELECT ? 1 : bits);
	bool by_int = in->op == I_FBINARY && (in->sub == FF_POWI || in->sub == FF_LDEXP);
	Expr b = in->b == NO_OPERAND ? 0 : sym_expr(m, vb, in->op == I_GEP ? 64 : by_int ? 32 : bits);
	if (may_overflow(in, vb))
		sym_overflow(m, in, va, vb, a, b);
	if ((out[0] = common(m, in, a, b)) != 0) {
		if (in->op == I_ICMP)
			out[0] = sym_known(m, out[0], tag_join(m, va.tag & TAG_DEPS, vb.tag & TAG_DEPS));
		return true;
	}
	switch (in->op) {
	case I_BITCAST:
	case I_MOV: out[0] = a; return true;
	case I_SELECT: out[0] = expr_ite(p, a, b, sym_expr(m, vc, bits)); return true;
	case I_GEP: {
		Expr sum = a;
		if (b)
			sum = expr_add(p, sum, expr_mul(p, b, number(m, 64, (u64)in->scale)));
		out[0] = expr_add(p, sum, number(m, 64, (u64)in->imm));
		sym_provenance(m, va, out[0]);
		return true;
	}
	default: break;
	}
	if (in->op == I_FPTOSI || in->op == I_FPTOUI)
		sym_conversion(m, in, va, a);
	Expr third = in->c == NO_OPERAND ? 0 : sym_expr(m, vc, bits);
	out[0] = number_op(m, in, a, b, third);
	return out[0] || special(m, in, a, b, third, out);
}
