/* generic.c: instructions of the program that have no bytecode instruction of their own.
 *
 * Frequent ones on up to 64 bits are compiled, as eval.c of the machine defines them. The machine
 * executes all others, on registers that the unit writes to the frame. */
#include "engine/compile/emit.h"

static LLVMValueRef operand(UnitEmit *e, Operand o)
{
	return operand_is_const(o) ? emit_number(e, e->rq->p->consts.at[o & ~OPERAND_CONST].lo)
							   : emit_get(e, o * 16);
}

static bool is_undef(const Program *p, Operand o)
{
	return o != NO_OPERAND && operand_is_const(o) && p->consts.at[o & ~OPERAND_CONST].undef;
}

static LLVMValueRef narrow(UnitEmit *e, LLVMValueRef v, u32 bits)
{
	return LLVMBuildTrunc(e->b, v, LLVMIntTypeInContext(e->cx, bits), "");
}

static LLVMValueRef wide(UnitEmit *e, LLVMValueRef v)
{
	return LLVMBuildZExt(e->b, v, e->t.i64, "");
}

/* Operations of any width: add, subtract and so on wrap, shifts take the count modulo the
 * register. */
static LLVMValueRef simple(UnitEmit *e, const Ins *in, LLVMValueRef x, LLVMValueRef y)
{
	u32 bits = type_bits(in->type);
	LLVMValueRef n = emit_number(e, bits <= 32 ? 31 : 63);
	switch (in->op) {
	case I_ADD: return LLVMBuildAdd(e->b, x, y, "");
	case I_SUB: return LLVMBuildSub(e->b, x, y, "");
	case I_MUL: return LLVMBuildMul(e->b, x, y, "");
	case I_AND: return LLVMBuildAnd(e->b, x, y, "");
	case I_OR: return LLVMBuildOr(e->b, x, y, "");
	case I_XOR: return LLVMBuildXor(e->b, x, y, "");
	case I_SHL: return LLVMBuildShl(e->b, x, LLVMBuildAnd(e->b, y, n, ""), "");
	case I_LSHR: return LLVMBuildLShr(e->b, x, LLVMBuildAnd(e->b, y, n, ""), "");
	case I_ASHR:
		return LLVMBuildAShr(e->b, emit_sign(e, x, bits), LLVMBuildAnd(e->b, y, n, ""), "");
	case I_ICMP:
		if (in->sub >= P_SGT) {
			x = emit_sign(e, x, bits);
			y = emit_sign(e, y, bits);
		}
		return wide(e, LLVMBuildICmp(e->b, (LLVMIntPredicate)(LLVMIntEQ + in->sub), x, y, ""));
	default: return NULL;
	}
}

static LLVMValueRef convert(UnitEmit *e, const Ins *in, LLVMValueRef x)
{
	u32 from = type_bits(in->type), to = type_bits(in->type2);
	switch (in->op) {
	case I_TRUNC:
	case I_ZEXT: return emit_cut(e, x, to);
	case I_SEXT: return emit_cut(e, emit_sign(e, x, from), to);
	case I_BITCAST:
	case I_MOV: return x;
	default: return NULL;
	}
}

/* Intrinsics of LLVM with the same meaning, for whole bytes of a type. */
static const char *intrinsic(u8 op, u32 *n)
{
	*n = 1;
	switch (op) {
	case I_CTPOP: return "llvm.ctpop";
	case I_BSWAP: return "llvm.bswap";
	case I_BITREVERSE: return "llvm.bitreverse";
	default: break;
	}
	*n = 2;
	switch (op) {
	case I_SMIN: return "llvm.smin";
	case I_SMAX: return "llvm.smax";
	case I_UMIN: return "llvm.umin";
	case I_UMAX: return "llvm.umax";
	case I_SADDS: return "llvm.sadd.sat";
	case I_UADDS: return "llvm.uadd.sat";
	case I_SSUBS: return "llvm.ssub.sat";
	case I_USUBS: return "llvm.usub.sat";
	default: break;
	}
	*n = 3;
	switch (op) {
	case I_FSHL: return "llvm.fshl";
	case I_FSHR: return "llvm.fshr";
	default: return NULL;
	}
}

static const char *zeros_name(InsOp op)
{
	switch (op) {
	case I_CTLZ: return "llvm.ctlz";
	case I_CTTZ: return "llvm.cttz";
	case I_ABS: return "llvm.abs";
	default: return NULL;
	}
}

/* Zeros in front or at the end, of zero as many as there are bits; the absolute value of the least
 * number is itself. */
static LLVMValueRef zeros_or_abs(UnitEmit *e, const Ins *in, LLVMValueRef x)
{
	const char *name = zeros_name(in->op);
	if (!name)
		return NULL;
	LLVMValueRef args[] = {narrow(e, x, type_bits(in->type)), LLVMConstInt(e->t.i1, 0, 0)};
	return wide(e, emit_intrinsic(e, name, LLVMTypeOf(args[0]), args, 2));
}

static bool with_overflow(UnitEmit *e, const Ins *in)
{
	static const char *const names[] = {[I_SADDO - I_SADDO] = "llvm.sadd.with.overflow",
										[I_UADDO - I_SADDO] = "llvm.uadd.with.overflow",
										[I_SSUBO - I_SADDO] = "llvm.ssub.with.overflow",
										[I_USUBO - I_SADDO] = "llvm.usub.with.overflow",
										[I_SMULO - I_SADDO] = "llvm.smul.with.overflow",
										[I_UMULO - I_SADDO] = "llvm.umul.with.overflow"};
	u32 bits = type_bits(in->type);
	if (in->op < I_SADDO || in->op > I_UMULO)
		return false;
	LLVMValueRef args[] = {narrow(e, operand(e, in->a), bits), narrow(e, operand(e, in->b), bits)};
	LLVMValueRef r = emit_intrinsic(e, names[in->op - I_SADDO], LLVMTypeOf(args[0]), args, 2);
	emit_set(e, in->dst * 16, wide(e, LLVMBuildExtractValue(e->b, r, 0, "")));
	emit_set(e, (in->dst + 1) * 16, wide(e, LLVMBuildExtractValue(e->b, r, 1, "")));
	return true;
}

static bool by_intrinsic(UnitEmit *e, const Ins *in)
{
	u32 n, bits = type_bits(in->type);
	const char *name = intrinsic(in->op, &n);
	if (!name)
		return false;
	LLVMValueRef args[3];
	for (u32 k = 0; k < n; k++)
		args[k] = narrow(e, operand(e, k == 0 ? in->a : k == 1 ? in->b : in->c), bits);
	LLVMValueRef r = emit_intrinsic(e, name, LLVMTypeOf(args[0]), args, n);
	emit_set(e, in->dst * 16, wide(e, r));
	return true;
}

static bool int_ins(UnitEmit *e, const Ins *in)
{
	u32 bits = type_bits(in->type);
	bool bytes = bits == 8 || bits == 16 || bits == 32 || bits == 64;
	if (bits > 64 || type_bits(in->type2) > 64 || in->type == TYPE_F32 || in->type == TYPE_F64)
		return false;
	if (in->op <= I_XOR || in->op == I_ICMP) {
		if (ins_table[in->op].fails == FAILS_DIVISOR)
			return false;
		LLVMValueRef r = simple(e, in, operand(e, in->a), operand(e, in->b));
		emit_set(e, in->dst * 16, in->op == I_ICMP ? r : emit_cut(e, r, bits));
		return true;
	}
	if (in->op == I_TRUNC || in->op == I_ZEXT || in->op == I_SEXT || in->op == I_BITCAST ||
		in->op == I_MOV) {
		emit_set(e, in->dst * 16, convert(e, in, operand(e, in->a)));
		return true;
	}
	if (in->op == I_LOAD && bytes) { /* of a bit field: as any other, if no dependences matter */
		emit_load_at(e, in->dst * 16, operand(e, in->a), bits / 8);
		return true;
	}
	if (in->op == I_GEP) {
		LLVMValueRef r = LLVMBuildAdd(e->b, operand(e, in->a), emit_number(e, (u64)in->imm), "");
		if (in->b != NO_OPERAND)
			r = LLVMBuildAdd(
				e->b, r, LLVMBuildMul(e->b, operand(e, in->b), emit_number(e, (u64)in->scale), ""),
				"");
		emit_set(e, in->dst * 16, r);
		return true;
	}
	if (bytes && (by_intrinsic(e, in) || with_overflow(e, in)))
		return true;
	LLVMValueRef r = bytes && (in->op == I_CTLZ || in->op == I_CTTZ || in->op == I_ABS)
						 ? zeros_or_abs(e, in, operand(e, in->a))
						 : NULL;
	if (r)
		emit_set(e, in->dst * 16, r);
	return r != NULL;
}

/* Of those, the most frequent. */
bool generic_compiles(const Program *p, const Ins *in)
{
	u32 bits = type_bits(in->type);
	if (is_undef(p, in->a) || is_undef(p, in->b) || is_undef(p, in->c) || bits > 64 ||
		type_bits(in->type2) > 64 || in->type == TYPE_F32 || in->type == TYPE_F64)
		return false;
	switch (in->op) {
	case I_ICMP:
	case I_TRUNC:
	case I_ZEXT:
	case I_SEXT:
	case I_BITCAST:
	case I_MOV:
	case I_GEP: return true;
	case I_LOAD: return bits == 8 || bits == 16 || bits == 32 || bits == 64;
	default: return in->op <= I_XOR && ins_table[in->op].fails != FAILS_DIVISOR;
	}
}

static void by_machine(UnitEmit *e)
{
	WordList writes = {0};
	word_writes(e->fc, e->at, &writes);
	emit_spill(e, e->at, NULL);
	emit_set_field(e, LLVMBuildLoad2(e->b, e->t.i64, e->v.budget, ""), e->v.state,
				   offsetof(UnitState, budget));
	LLVMValueRef good =
		emit_ask(e, offsetof(UnitCalls, generic), e->t.i64, emit_number(e, e->at), NULL, 0);
	LLVMBasicBlockRef on = emit_block(e);
	emit_branch(e, LLVMBuildICmp(e->b, LLVMIntEQ, good, emit_number(e, 0), ""), e->end.gone, on);
	emit_go(e, on);
	emit_reload(e, &writes, e->at + 1);
	vec_free(&writes);
}

void emit_generic(UnitEmit *e, const Ins *in)
{
	const Program *p = e->rq->p;
	if (is_undef(p, in->a) || is_undef(p, in->b) || is_undef(p, in->c) ||
		!(int_ins(e, in) || emit_float_ins(e, in)))
		by_machine(e);
}
