/* floats.c: floats. A result that is not a number leaves: which bits it has depends on the order of
 * operands and on the instruction, so the interpreter computes it. The same holds for numbers that
 * do not fit an integer. */
#include "engine/compile/emit.h"

static LLVMValueRef as_float(UnitEmit *e, LLVMValueRef bits, bool f64)
{
	if (f64)
		return LLVMBuildBitCast(e->b, bits, e->t.f64, "");
	return LLVMBuildBitCast(e->b, LLVMBuildTrunc(e->b, bits, e->t.i32, ""), e->t.f32, "");
}

static LLVMValueRef get_float(UnitEmit *e, u32 offset, bool f64)
{
	return as_float(e, emit_get(e, offset), f64);
}

/* Leaves if the float, computed from others, is not a number; then sets the register. */
static void set_float(UnitEmit *e, u32 offset, LLVMValueRef v)
{
	emit_leave_if(e, LLVMBuildFCmp(e->b, LLVMRealUNO, v, v, ""), LEFT_FLOAT);
	bool f64 = LLVMTypeOf(v) == e->t.f64;
	LLVMValueRef bits = LLVMBuildBitCast(e->b, v, f64 ? e->t.i64 : e->t.i32, "");
	emit_set(e, offset, LLVMBuildZExt(e->b, bits, e->t.i64, ""));
}

static void arithmetic(UnitEmit *e, const Code *c)
{
	bool f64 = c->op <= C_FDIV_F64;
	LLVMValueRef x = get_float(e, c->a, f64), y = get_float(e, c->b, f64), r;
	switch (c->op) {
	case C_FADD_F64:
	case C_FADD_F32: r = LLVMBuildFAdd(e->b, x, y, ""); break;
	case C_FSUB_F64:
	case C_FSUB_F32: r = LLVMBuildFSub(e->b, x, y, ""); break;
	case C_FMUL_F64:
	case C_FMUL_F32: r = LLVMBuildFMul(e->b, x, y, ""); break;
	default: r = LLVMBuildFDiv(e->b, x, y, ""); break;
	}
	set_float(e, c->d, r);
}

/* Predicates have the numbers of LLVM, from P_FFALSE on. */
static LLVMValueRef compare(UnitEmit *e, u32 pred, LLVMValueRef x, LLVMValueRef y)
{
	LLVMValueRef is = LLVMBuildFCmp(e->b, (LLVMRealPredicate)(pred - P_FFALSE), x, y, "");
	return LLVMBuildZExt(e->b, is, e->t.i64, "");
}

/* Leaves if the integer part does not fit the signed type of so many bits. */
static LLVMValueRef to_int(UnitEmit *e, LLVMValueRef x, u32 bits)
{
	LLVMTypeRef t = LLVMTypeOf(x), to = LLVMIntTypeInContext(e->cx, bits);
	double reach = bits == 64 ? 0x1p63 : 0x1p31;
	LLVMValueRef low = LLVMBuildFCmp(e->b, LLVMRealOGE, x, LLVMConstReal(t, -reach), "");
	LLVMValueRef high = LLVMBuildFCmp(e->b, LLVMRealOLT, x, LLVMConstReal(t, reach), "");
	emit_leave_if(e, LLVMBuildNot(e->b, LLVMBuildAnd(e->b, low, high, ""), ""), LEFT_FLOAT);
	return LLVMBuildZExt(e->b, LLVMBuildFPToSI(e->b, x, to, ""), e->t.i64, "");
}

static LLVMValueRef from_int(UnitEmit *e, LLVMValueRef x, u32 bits, bool is_signed, LLVMTypeRef to)
{
	x = LLVMBuildTrunc(e->b, x, LLVMIntTypeInContext(e->cx, bits), "");
	return is_signed ? LLVMBuildSIToFP(e->b, x, to, "") : LLVMBuildUIToFP(e->b, x, to, "");
}

bool emit_float(UnitEmit *e, const Code *c)
{
	bool f64 = c->op == C_FCMP_F64;
	switch (c->op) {
	case C_FADD_F64 ... C_FDIV_F64:
	case C_FADD_F32 ... C_FDIV_F32: arithmetic(e, c); return true;
	case C_FNEG_F64:
	case C_FNEG_F32: {
		u64 sign = c->op == C_FNEG_F64 ? 1ull << 63 : 1ull << 31;
		emit_set(e, c->d, LLVMBuildXor(e->b, emit_get(e, c->a), emit_number(e, sign), ""));
		return true;
	}
	case C_FCMP_F64:
	case C_FCMP_F32:
		emit_set(e, c->d, compare(e, c->n, get_float(e, c->a, f64), get_float(e, c->b, f64)));
		return true;
	case C_SI32_F64:
	case C_SI64_F64:
		set_float(e, c->d,
				  from_int(e, emit_get(e, c->a), c->op == C_SI64_F64 ? 64 : 32, true, e->t.f64));
		return true;
	case C_F64_SI32:
	case C_F64_SI64:
		emit_set(e, c->d, to_int(e, get_float(e, c->a, true), c->op == C_F64_SI64 ? 64 : 32));
		return true;
	case C_F32_F64:
		set_float(e, c->d, LLVMBuildFPExt(e->b, get_float(e, c->a, false), e->t.f64, ""));
		return true;
	case C_F64_F32:
		set_float(e, c->d, LLVMBuildFPTrunc(e->b, get_float(e, c->a, true), e->t.f32, ""));
		return true;
	default: return false;
	}
}

/* ---- instructions without a bytecode instruction of their own ---- */

static LLVMValueRef operand(UnitEmit *e, Operand o)
{
	return operand_is_const(o) ? emit_number(e, e->rq->p->consts.at[o & ~OPERAND_CONST].lo)
							   : emit_get(e, o * 16);
}

static bool is_undef(const UnitEmit *e, Operand o)
{
	return o != NO_OPERAND && operand_is_const(o) && e->rq->p->consts.at[o & ~OPERAND_CONST].undef;
}

bool emit_float_ins(UnitEmit *e, const Ins *in)
{
	bool from = in->type == TYPE_F64 || in->type == TYPE_F32, f64 = in->type == TYPE_F64;
	LLVMTypeRef to = in->type2 == TYPE_F64 ? e->t.f64 : in->type2 == TYPE_F32 ? e->t.f32 : NULL;
	u32 bits = type_bits(in->type);
	if (is_undef(e, in->a))
		return false;
	if ((in->op == I_UITOFP || in->op == I_SITOFP) && to && bits <= 64) {
		set_float(e, in->dst * 16, from_int(e, operand(e, in->a), bits, in->op == I_SITOFP, to));
		return true;
	}
	if (!from)
		return false;
	if (in->op == I_FPTOSI && (in->type2 == 32 || in->type2 == 64)) {
		emit_set(e, in->dst * 16, to_int(e, as_float(e, operand(e, in->a), f64), in->type2));
		return true;
	}
	if (in->op == I_FUNARY && in->sub == FF_FABS) {
		u64 all = f64 ? INT64_MAX : INT32_MAX;
		emit_set(e, in->dst * 16, LLVMBuildAnd(e->b, operand(e, in->a), emit_number(e, all), ""));
		return true;
	}
	if (in->op == I_FUNARY && in->sub == FF_SQRT) {
		LLVMValueRef x = as_float(e, operand(e, in->a), f64);
		set_float(e, in->dst * 16,
				  emit_intrinsic(e, "llvm.sqrt", f64 ? e->t.f64 : e->t.f32, &x, 1));
		return true;
	}
	return false;
}
