/* ops.c: arithmetic, comparisons, conversions. */
#include "engine/code/codegen.h"

/* Codes of each width come in twos. */
static u32 step_of_width(u32 bits)
{
	if (bits == 8)
		return 0;
	if (bits == 16)
		return 2;
	return bits == 32 ? 4 : 6;
}

bool code_binary(CodeGen *g, u32 i)
{
	static const u16 ops[] = {
		[I_ADD] = C_ADD_8, [I_SUB] = C_SUB_8,   [I_MUL] = C_MUL_8,
		[I_AND] = C_AND_8, [I_OR] = C_OR_8,     [I_XOR] = C_XOR_8,
		[I_SHL] = C_SHL_8, [I_LSHR] = C_LSHR_8, [I_ASHR] = C_ASHR_8,
	};
	static const u16 divs[] = {
		[I_UDIV] = C_UDIV_32, [I_SDIV] = C_SDIV_32, [I_UREM] = C_UREM_32, [I_SREM] = C_SREM_32};
	const Ins *in = &g->f->ins[i];
	bool div = ins_table[in->op].fails == FAILS_DIVISOR;
	u32 bits = type_bits(in->type);
	Operand a = in->a, b = in->b;
	if (bits != 64 && bits != 32 && (div || (bits != 8 && bits != 16))) {
		if (bits == 1 && (in->op == I_AND || in->op == I_OR || in->op == I_XOR))
			bits = 32; /* 0 and 1 stay 0 and 1 */
		else
			return false;
	}
	bool swap = operand_is_const(a) && (in->op == I_ADD || in->op == I_MUL || in->op == I_AND ||
										in->op == I_OR || in->op == I_XOR);
	if (swap) {
		a = in->b;
		b = in->a;
	}
	u32 step = step_of_width(bits);
	u16 op = div ? divs[in->op] + (bits == 64 ? 2 : 0) : (u16)(ops[in->op] + step);
	i32 imm;
	u32 ra = code_register(g, a, 0, 0);
	if (code_immediate(g, b, bits, &imm))
		code_word(g, op + 1, reg_at(g, in->dst), ra, 0)->imm = imm;
	else {
		u32 rb = code_register(g, b, 1, 0);
		code_word(g, op, reg_at(g, in->dst), ra, rb);
	}
	return true;
}

/* First code of a comparison for the predicate and width; register form. */
u16 code_compare_op(Pred pred, u32 bits, bool branch)
{
	static const u16 plain[] = {C_EQ_32,  C_NE_32, C_UGT_32, C_UGE_32, C_ULT_32,
								C_ULE_32, C_SGT_8, C_SGE_8,  C_SLT_8,  C_SLE_8};
	static const u16 jump[] = {C_BR_EQ_32,  C_BR_NE_32, C_BR_UGT_32, C_BR_UGE_32, C_BR_ULT_32,
							   C_BR_ULE_32, C_BR_SGT_8, C_BR_SGE_8,  C_BR_SLT_8,  C_BR_SLE_8};
	u16 first = branch ? jump[pred] : plain[pred];
	if (pred < P_SGT)
		return first + (bits == 64 ? 2 : 0);
	return (u16)(first + step_of_width(bits));
}

bool code_compare(CodeGen *g, u32 i)
{
	const Ins *in = &g->f->ins[i];
	u32 bits = type_bits(in->type);
	if (bits == 1 && in->sub < P_SGT)
		bits = 8;
	if (bits != 8 && bits != 16 && bits != 32 && bits != 64)
		return false;
	u32 a = code_register(g, in->a, 0, 0);
	i32 imm;
	u16 op = code_compare_op(in->sub, bits, false);
	if (code_immediate(g, in->b, bits, &imm)) {
		code_word(g, op + 1, reg_at(g, in->dst), a, 0)->imm = imm;
	} else {
		u32 b = code_register(g, in->b, 1, 0);
		code_word(g, op, reg_at(g, in->dst), a, b);
	}
	return true;
}

static u16 extend_op(u32 from, u32 to)
{
	static const u16 to_32[] = {[8] = C_SEXT_8_32, [16] = C_SEXT_16_32};
	static const u16 to_64[] = {[8] = C_SEXT_8_64, [16] = C_SEXT_16_64, [32] = C_SEXT_32_64};
	if (to == 32 && (from == 8 || from == 16))
		return to_32[from];
	return to == 64 && (from == 8 || from == 16 || from == 32) ? to_64[from] : C_GENERIC;
}

bool code_cast(CodeGen *g, u32 i)
{
	const Ins *in = &g->f->ins[i];
	u32 from = type_bits(in->type), to = type_bits(in->type2);
	if (from > 64 || to > 64)
		return false;
	u32 d = reg_at(g, in->dst), a = code_register(g, in->a, 0, 0);
	switch (in->op) {
	case I_BITCAST: code_word(g, C_MOV, d, a, 0); return true;
	case I_ZEXT: code_word(g, C_ZEXT, d, a, 0); return true;
	case I_TRUNC:
		if (to == 32 || to < 31)
			code_word(g, C_ANDI_32, d, a, 0)->imm = to == 32 ? -1 : (1 << to) - 1;
		else
			return false;
		return true;
	case I_SEXT: {
		u16 op = extend_op(from, to);
		if (op == C_GENERIC)
			return false;
		code_word(g, op, d, a, 0);
		return true;
	}
	default: return false;
	}
}

/* The code for the type of the operands; C_GENERIC for others. */
static u16 float_op(const Ins *in, u16 f64, u16 f32)
{
	if (in->type == TYPE_F64)
		return f64;
	return in->type == TYPE_F32 ? f32 : C_GENERIC;
}

static u16 integer_op(Type integer, u16 i64_op, u16 i32_op)
{
	if (integer == 64)
		return i64_op;
	return integer == 32 ? i32_op : C_GENERIC;
}

bool code_float(CodeGen *g, u32 i)
{
	const Ins *in = &g->f->ins[i];
	u16 op = C_GENERIC, n = 0;
	bool f64 = in->type == TYPE_F64, f32 = in->type == TYPE_F32;
	switch (in->op) {
	case I_FADD: op = float_op(in, C_FADD_F64, C_FADD_F32); break;
	case I_FSUB: op = float_op(in, C_FSUB_F64, C_FSUB_F32); break;
	case I_FMUL: op = float_op(in, C_FMUL_F64, C_FMUL_F32); break;
	case I_FDIV: op = float_op(in, C_FDIV_F64, C_FDIV_F32); break;
	case I_FNEG: op = float_op(in, C_FNEG_F64, C_FNEG_F32); break;
	case I_FCMP:
		op = float_op(in, C_FCMP_F64, C_FCMP_F32);
		n = in->sub;
		break;
	case I_SITOFP:
		if (in->type2 == TYPE_F64)
			op = integer_op(in->type, C_SI64_F64, C_SI32_F64);
		break;
	case I_FPTOSI:
		if (f64)
			op = integer_op(in->type2, C_F64_SI64, C_F64_SI32);
		break;
	case I_FPCONV:
		if (f32 && in->type2 == TYPE_F64)
			op = C_F32_F64;
		else if (f64 && in->type2 == TYPE_F32)
			op = C_F64_F32;
		break;
	}
	if (op == C_GENERIC)
		return false;
	u32 a = code_register(g, in->a, 0, 0);
	u32 b = in->b == NO_OPERAND ? 0 : code_register(g, in->b, 1, 0);
	code_word(g, op, reg_at(g, in->dst), a, b)->n = n;
	return true;
}
