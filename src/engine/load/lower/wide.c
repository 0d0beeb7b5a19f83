/* wide.c: integers of more than 128 bits.
 *
 * C has none, but clang reads a packed run of bit fields as one of them. They are lists of
 * scalars like structs: 64 bits each from the low end, the last one has the rest. This file
 * supports what bit fields need: and, or, xor, shifts by a constant, truncation, extension.
 * Other operations are rejected when they are executed.
 */
#include "engine/load/lower/lower.h"

enum { WIDE_MAX = 1024 }; /* bits */

static u32 width_of(LLVMTypeRef t)
{
	return LLVMGetTypeKind(t) == LLVMIntegerTypeKind ? LLVMGetIntTypeWidth(t) : 0;
}

bool is_wide(LLVMTypeRef t)
{
	u32 bits = width_of(t);
	return bits > 128 && bits <= WIDE_MAX;
}

u32 wide_limbs(LLVMTypeRef t)
{
	return (width_of(t) + 63) / 64;
}

Type wide_limb(LLVMTypeRef t, u32 k)
{
	u32 left = width_of(t) - 64 * k;
	return (Type)(left < 64 ? left : 64);
}

static Operand op64(Lower *l, InsOp op, Operand a, u64 b)
{
	u32 d = new_reg(l, 64);
	emit(l, op, 64, d, a, const_operand(l, 64, b, 0, false), NO_OPERAND);
	return d;
}

static Operand zero(Lower *l)
{
	return const_operand(l, 64, 0, 0, false);
}

/* Limb k as 64 bits; past the end the fill. */
typedef struct Limbs {
	OperandList at;
	Operand fill;
} Limbs;

static Operand limb(const Limbs *v, i64 k)
{
	return k < 0 || (size_t)k >= v->at.len ? NO_OPERAND : v->at.at[k];
}

/* All limbs of a value; sign: the last one is sign-extended and so is what follows. */
static Limbs limbs_of(Lower *l, LLVMValueRef v, bool sign)
{
	Limbs out = {.fill = zero(l)};
	LLVMTypeRef t = LLVMTypeOf(v);
	u32 n, bits = width_of(t);
	if (is_wide(t)) {
		const Operand *o = lower_operands(l, v, &n);
		vec_append(&out.at, o, n);
	} else if (bits <= 64) {
		vec_push(&out.at, lower_operand(l, v));
	} else { /* 65 to 128 */
		Operand o = lower_operand(l, v);
		for (u32 k = 0; k < 2; k++) {
			u32 shifted = k ? new_reg(l, (Type)bits) : o, d = new_reg(l, 64);
			if (k)
				emit(l, I_LSHR, (Type)bits, shifted, o, const_operand(l, (Type)bits, 64, 0, false),
					 NO_OPERAND);
			emit(l, I_TRUNC, (Type)bits, d, shifted, NO_OPERAND, NO_OPERAND)->type2 = 64;
			vec_push(&out.at, d);
		}
	}
	u32 last = bits - 64 * ((u32)out.at.len - 1);
	if (sign) {
		u32 d = new_reg(l, 64);
		if (last < 64)
			emit(l, I_SEXT, (Type)last, d, vec_last(&out.at), NO_OPERAND, NO_OPERAND)->type2 = 64;
		else
			emit(l, I_MOV, 64, d, vec_last(&out.at), NO_OPERAND, NO_OPERAND);
		vec_last(&out.at) = d;
		out.fill = op64(l, I_ASHR, d, 63);
	}
	return out;
}

/* Writes 64 bits to limb k of the result, cut to what it holds. */
static void put(Lower *l, LLVMValueRef v, u32 k, Operand value)
{
	LLVMTypeRef t = LLVMTypeOf(v);
	Type to = is_wide(t) ? wide_limb(t, k) : scalar_type(t);
	u32 d = result_reg(l, v) + k;
	if (to < 64)
		emit(l, I_TRUNC, 64, d, value, NO_OPERAND, NO_OPERAND)->type2 = to;
	else
		emit(l, I_MOV, 64, d, value, NO_OPERAND, NO_OPERAND);
}

static Operand or_else(const Limbs *v, i64 k, Operand below)
{
	Operand o = limb(v, k);
	if (o != NO_OPERAND)
		return o;
	return k < 0 ? below : v->fill;
}

/* Limb k of v shifted by n bits, up (left) or down. */
static Operand shifted(Lower *l, const Limbs *v, u32 k, u64 n, bool left)
{
	i64 q = (i64)(n / 64);
	u64 r = n % 64;
	Operand none = zero(l);
	Operand near = or_else(v, left ? (i64)k - q : (i64)k + q, none);
	if (!r)
		return near;
	Operand far = or_else(v, left ? (i64)k - q - 1 : (i64)k + q + 1, none);
	Operand a = op64(l, left ? I_SHL : I_LSHR, near, r);
	Operand b = op64(l, left ? I_LSHR : I_SHL, far, 64 - r);
	u32 d = new_reg(l, 64);
	emit(l, I_OR, 64, d, a, b, NO_OPERAND);
	return d;
}

static void lower_wide_shift(Lower *l, LLVMValueRef v, LLVMOpcode op)
{
	LLVMValueRef count = LLVMGetOperand(v, 1);
	OperandList c = {0};
	if (!LLVMIsAConstantInt(count) || !const_flatten(l, count, &c)) {
		emit_unsupported(l, "a shift of an integer of more than 128 bits by a variable");
		return;
	}
	u64 n = l->p->consts.at[c.at[0] & ~OPERAND_CONST].lo;
	vec_free(&c);
	Limbs a = limbs_of(l, LLVMGetOperand(v, 0), op == LLVMAShr);
	for (u32 k = 0; k < wide_limbs(LLVMTypeOf(v)); k++)
		put(l, v, k, shifted(l, &a, k, n, op == LLVMShl));
	vec_free(&a.at);
}

static void lower_wide_logic(Lower *l, LLVMValueRef v, InsOp op)
{
	Limbs a = limbs_of(l, LLVMGetOperand(v, 0), false),
		  b = limbs_of(l, LLVMGetOperand(v, 1), false);
	for (u32 k = 0; k < a.at.len; k++)
		emit(l, op, wide_limb(LLVMTypeOf(v), k), result_reg(l, v) + k, a.at.at[k], b.at.at[k],
			 NO_OPERAND);
	vec_free(&a.at);
	vec_free(&b.at);
}

static void lower_wide_trunc(Lower *l, LLVMValueRef v)
{
	LLVMTypeRef t = LLVMTypeOf(v);
	u32 bits = width_of(t);
	Limbs a = limbs_of(l, LLVMGetOperand(v, 0), false);
	if (bits <= 64 || is_wide(t)) {
		for (u32 k = 0; k < (is_wide(t) ? wide_limbs(t) : 1); k++)
			put(l, v, k, a.at.at[k]);
	} else {
		u32 low = new_reg(l, 128), high = new_reg(l, 128), up = new_reg(l, 128),
			both = new_reg(l, 128);
		emit(l, I_ZEXT, 64, low, a.at.at[0], NO_OPERAND, NO_OPERAND)->type2 = 128;
		emit(l, I_ZEXT, 64, high, a.at.at[1], NO_OPERAND, NO_OPERAND)->type2 = 128;
		emit(l, I_SHL, 128, up, high, const_operand(l, 128, 64, 0, false), NO_OPERAND);
		emit(l, I_OR, 128, both, low, up, NO_OPERAND);
		emit(l, I_TRUNC, 128, result_reg(l, v), both, NO_OPERAND, NO_OPERAND)->type2 = (Type)bits;
	}
	vec_free(&a.at);
}

/* True if the instruction is on such an integer, and was lowered. */
bool lower_wide(Lower *l, LLVMValueRef v)
{
	LLVMOpcode op = LLVMGetInstructionOpcode(v);
	bool result = is_wide(LLVMTypeOf(v));
	bool source = LLVMGetNumOperands(v) > 0 && is_wide(LLVMTypeOf(LLVMGetOperand(v, 0)));
	switch (op) {
	case LLVMLoad:
	case LLVMStore:
	case LLVMPHI:
	case LLVMSelect:
	case LLVMCall: return false; /* by their scalars, like structs */
	default: break;
	}
	if (!result && !source)
		return false;
	switch (op) {
	case LLVMAnd: lower_wide_logic(l, v, I_AND); return true;
	case LLVMOr: lower_wide_logic(l, v, I_OR); return true;
	case LLVMXor: lower_wide_logic(l, v, I_XOR); return true;
	case LLVMShl:
	case LLVMLShr:
	case LLVMAShr: lower_wide_shift(l, v, op); return true;
	case LLVMTrunc: lower_wide_trunc(l, v); return true;
	case LLVMZExt:
	case LLVMSExt: {
		Limbs a = limbs_of(l, LLVMGetOperand(v, 0), op == LLVMSExt);
		for (u32 k = 0; k < wide_limbs(LLVMTypeOf(v)); k++)
			put(l, v, k, or_else(&a, k, a.fill));
		vec_free(&a.at);
		return true;
	}
	default: emit_unsupported(l, "arithmetic on an integer of more than 128 bits"); return true;
	}
}
