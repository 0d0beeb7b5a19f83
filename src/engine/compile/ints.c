/* ints.c: arithmetic and comparisons of integers, copies. */
#include "engine/compile/emit.h"

LLVMValueRef emit_cut(UnitEmit *e, LLVMValueRef v, u32 bits)
{
	return bits >= 64 ? v : LLVMBuildAnd(e->b, v, emit_number(e, (1ull << bits) - 1), "");
}

LLVMValueRef emit_sign(UnitEmit *e, LLVMValueRef v, u32 bits)
{
	if (bits >= 64)
		return v;
	LLVMTypeRef t = LLVMIntTypeInContext(e->cx, bits);
	return LLVMBuildSExt(e->b, LLVMBuildTrunc(e->b, v, t, ""), e->t.i64, "");
}

/* The operands of a pair of codes, with a register or an immediate. */
static void operands(UnitEmit *e, const Code *c, LLVMValueRef *x, LLVMValueRef *y)
{
	*x = emit_get(e, c->a);
	*y = (c->op - C_ADD_8) % 2 ? emit_number(e, (u64)(i64)c->imm) : emit_get(e, c->b);
}

/* Position of a code in a list of pairs of four widths. */
static u32 width_of(u16 op, u16 first)
{
	return 8u << (op - first) / 2 % 4;
}

/* Counts are cut as the hardware does: see the interpreter. */
static LLVMValueRef shift_count(UnitEmit *e, LLVMValueRef y, u32 bits)
{
	return LLVMBuildAnd(e->b, y, LLVMConstInt(LLVMTypeOf(y), bits == 64 ? 63 : 31, 0), "");
}

/* 32 bits are computed as such: LLVM finds rotations, and no mask is needed. */
static void arithmetic(UnitEmit *e, const Code *c)
{
	u32 bits = width_of(c->op, C_ADD_8);
	bool half = bits == 32;
	LLVMValueRef x, y, r;
	operands(e, c, &x, &y);
	if (half) {
		x = LLVMBuildTrunc(e->b, x, e->t.i32, "");
		y = LLVMBuildTrunc(e->b, y, e->t.i32, "");
	}
	switch (c->op) {
	case C_ADD_8 ... C_ADDI_64: r = LLVMBuildAdd(e->b, x, y, ""); break;
	case C_SUB_8 ... C_SUBI_64: r = LLVMBuildSub(e->b, x, y, ""); break;
	case C_MUL_8 ... C_MULI_64: r = LLVMBuildMul(e->b, x, y, ""); break;
	case C_AND_8 ... C_ANDI_64: r = LLVMBuildAnd(e->b, x, y, ""); break;
	case C_OR_8 ... C_ORI_64: r = LLVMBuildOr(e->b, x, y, ""); break;
	case C_XOR_8 ... C_XORI_64: r = LLVMBuildXor(e->b, x, y, ""); break;
	case C_SHL_8 ... C_SHLI_64: r = LLVMBuildShl(e->b, x, shift_count(e, y, bits), ""); break;
	case C_LSHR_8 ... C_LSHRI_64: r = LLVMBuildLShr(e->b, x, shift_count(e, y, bits), ""); break;
	default:
		r = LLVMBuildAShr(e->b, half ? x : emit_sign(e, x, bits), shift_count(e, y, bits), "");
		break;
	}
	emit_set(e, c->d, half ? LLVMBuildZExt(e->b, r, e->t.i64, "") : emit_cut(e, r, bits));
}

/* Leaves if the divisor is zero or the quotient does not fit: the generic path reports it. */
static void division(UnitEmit *e, const Code *c)
{
	u32 bits = (c->op - C_UDIV_32) / 2 % 2 ? 64 : 32;
	bool is_signed = (c->op >= C_SDIV_32 && c->op <= C_SDIVI_64) || c->op >= C_SREM_32;
	bool rest = c->op >= C_UREM_32;
	LLVMTypeRef t = bits == 64 ? e->t.i64 : e->t.i32;
	LLVMValueRef x, y;
	operands(e, c, &x, &y);
	x = LLVMBuildTrunc(e->b, x, t, "");
	y = LLVMBuildTrunc(e->b, y, t, "");
	LLVMValueRef bad = LLVMBuildICmp(e->b, LLVMIntEQ, y, LLVMConstInt(t, 0, 0), "");
	if (is_signed) {
		LLVMValueRef least = LLVMConstInt(t, bits == 64 ? 1ull << 63 : 1ull << 31, 0);
		LLVMValueRef over =
			LLVMBuildAnd(e->b, LLVMBuildICmp(e->b, LLVMIntEQ, y, LLVMConstAllOnes(t), ""),
						 LLVMBuildICmp(e->b, LLVMIntEQ, x, least, ""), "");
		bad = LLVMBuildOr(e->b, bad, over, "");
	}
	emit_leave_if(e, bad, LEFT_DIVISION);
	LLVMValueRef r = is_signed
						 ? rest ? LLVMBuildSRem(e->b, x, y, "") : LLVMBuildSDiv(e->b, x, y, "")
					 : rest ? LLVMBuildURem(e->b, x, y, "")
							: LLVMBuildUDiv(e->b, x, y, "");
	emit_set(e, c->d, LLVMBuildZExt(e->b, r, e->t.i64, ""));
}

/* Unsigned comparisons have two widths, signed ones four. first: of the list of comparisons. */
static LLVMValueRef compare(UnitEmit *e, const Code *c, u16 first)
{
	static const LLVMIntPredicate preds[] = {LLVMIntEQ,  LLVMIntNE,  LLVMIntUGT, LLVMIntUGE,
											 LLVMIntULT, LLVMIntULE, LLVMIntSGT, LLVMIntSGE,
											 LLVMIntSLT, LLVMIntSLE};
	enum { UNSIGNED = 6 * 4 }; /* codes */
	u32 k = c->op - first;
	LLVMValueRef x, y;
	operands(e, c, &x, &y);
	bool is_signed = k >= UNSIGNED;
	u32 pred = is_signed ? 6 + (k - UNSIGNED) / 8 : k / 4;
	u32 bits = is_signed ? 8u << (k - UNSIGNED) / 2 % 4 : k / 2 % 2 ? 64 : 32;
	LLVMTypeRef t = LLVMIntTypeInContext(e->cx, bits);
	x = LLVMBuildTrunc(e->b, x, t, "");
	y = LLVMBuildTrunc(e->b, y, t, "");
	return LLVMBuildICmp(e->b, preds[pred], x, y, "");
}

static void extend(UnitEmit *e, const Code *c)
{
	LLVMValueRef x = emit_get(e, c->a);
	u32 from = c->op == C_SEXT_32_64 ? 32 : c->op == C_SEXT_16_32 || c->op == C_SEXT_16_64 ? 16 : 8;
	bool to_32 = c->op == C_SEXT_8_32 || c->op == C_SEXT_16_32;
	if (c->op != C_ZEXT)
		x = emit_cut(e, emit_sign(e, x, from), to_32 ? 32 : 64);
	emit_set(e, c->d, x);
}

static LLVMValueRef or_zero(UnitEmit *e, LLVMValueRef tag)
{
	return tag ? tag : emit_number(e, 0);
}

static void choose(UnitEmit *e, const Code *c)
{
	LLVMValueRef tags[2];
	LLVMValueRef is = LLVMBuildICmp(e->b, LLVMIntNE, emit_get(e, c->a), emit_number(e, 0), "");
	LLVMValueRef yes = emit_copy(e, c->b, &tags[0]), no = emit_copy(e, c[1].a, &tags[1]);
	LLVMValueRef tag = NULL;
	if (tags[0] || tags[1])
		tag = LLVMBuildSelect(e->b, is, or_zero(e, tags[0]), or_zero(e, tags[1]), "");
	emit_set_tagged(e, c->d, LLVMBuildSelect(e->b, is, yes, no, ""), tag);
}

static bool copies(UnitEmit *e, const Code *c)
{
	LLVMValueRef tag, bits;
	u64 wide;
	switch (c->op) {
	case C_MOV:
		bits = emit_copy(e, c->a, &tag);
		emit_set_tagged(e, c->d, bits, tag);
		return true;
	case C_KONST: emit_set(e, c->d, emit_number(e, (u64)(i64)c->imm)); return true;
	case C_KONST64:
		memcpy(&wide, &c[1], 8);
		emit_set(e, c->d, emit_number(e, wide));
		return true;
	case C_UNDEF: /* as the interpreter sets it: the upper bit of a tag says undefined */
		emit_set_tagged(e, c->d, emit_number(e, 0), emit_number(e, 1ull << 63));
		return true;
	case C_SELECT: choose(e, c); return true;
	case C_ZEXT ... C_SEXT_32_64: extend(e, c); return true;
	default: return false;
	}
}

bool emit_int(UnitEmit *e, const Code *c)
{
	if (copies(e, c))
		return true;
	if (c->op >= C_ADD_8 && c->op <= C_ASHRI_64) {
		arithmetic(e, c);
		return true;
	}
	if (c->op >= C_UDIV_32 && c->op <= C_SREMI_64) {
		division(e, c);
		return true;
	}
	if (c->op >= C_EQ_32 && c->op < C_BR_EQ_32) {
		emit_set(e, c->d, LLVMBuildZExt(e->b, compare(e, c, C_EQ_32), e->t.i64, ""));
		return true;
	}
	if (c->op < C_BR_EQ_32)
		return false;
	LLVMValueRef is = compare(e, c, C_BR_EQ_32);
	emit_decide(e, is, e->at + c->d, e->at + 1);
	return true;
}
