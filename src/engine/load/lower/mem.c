/* mem.c: loads, stores, address arithmetic, atomics, and casts that depend on memory order. */
#include "engine/load/lower/lower.h"

typedef struct ScalarPart {
	Type type;
	u64 offset;
} ScalarPart;

typedef VEC(ScalarPart) ScalarParts;

/* The scalars of a type with their byte offsets in memory. */
static void parts_of(Lower *l, LLVMTypeRef type, u64 at, ScalarParts *out)
{
	Type t = scalar_type(type);
	if (t != TYPE_VOID) {
		vec_push(out, ((ScalarPart){t, at}));
		return;
	}
	for (u32 k = 0; is_wide(type) && k < wide_limbs(type); k++)
		vec_push(out, ((ScalarPart){wide_limb(type, k), at + 8ull * k}));
	switch (LLVMGetTypeKind(type)) {
	case LLVMStructTypeKind:
		for (unsigned i = 0; i < LLVMCountStructElementTypes(type); i++)
			parts_of(l, LLVMStructGetTypeAtIndex(type, i),
					 at + LLVMOffsetOfElement(l->layout, type, i), out);
		break;
	case LLVMArrayTypeKind:
	case LLVMVectorTypeKind: {
		u64 n = LLVMGetTypeKind(type) == LLVMArrayTypeKind ? LLVMGetArrayLength2(type)
														   : LLVMGetVectorSize(type);
		u64 step = LLVMABISizeOfType(l->layout, LLVMGetElementType(type));
		for (u64 i = 0; i < n && i < FLATTEN_MAX; i++)
			parts_of(l, LLVMGetElementType(type), at + i * step, out);
		break;
	}
	default: break;
	}
}

/* base + offset as an operand */
static Operand displaced(Lower *l, Operand base, u64 offset)
{
	if (!offset)
		return base;
	u32 r = new_reg(l, TYPE_PTR);
	emit(l, I_GEP, TYPE_PTR, r, base, NO_OPERAND, NO_OPERAND)->imm = (i64)offset;
	return r;
}

/* A bit field is written by load, mask, or, store. The load only carries the neighbours
 * back to where they were, so it must not count as a use of them. */
static bool only_puts_back(LLVMValueRef load)
{
	LLVMUseRef use = LLVMGetFirstUse(load);
	if (!use || LLVMGetNextUse(use))
		return false;
	LLVMValueRef and = LLVMGetUser(use);
	if (!LLVMIsABinaryOperator(and) || LLVMGetInstructionOpcode(and) != LLVMAnd ||
		!LLVMIsAConstantInt(LLVMGetOperand(and, 1)))
		return false;
	use = LLVMGetFirstUse(and);
	if (!use || LLVMGetNextUse(use))
		return false;
	LLVMValueRef user = LLVMGetUser(use);
	if (LLVMIsABinaryOperator(user) && LLVMGetInstructionOpcode(user) == LLVMOr) {
		use = LLVMGetFirstUse(user);
		if (!use || LLVMGetNextUse(use))
			return false;
		user = LLVMGetUser(use);
	}
	return LLVMIsAStoreInst(user) && LLVMGetOperand(user, 1) == LLVMGetOperand(load, 0);
}

void lower_load(Lower *l, LLVMValueRef v)
{
	ScalarParts parts = {0};
	parts_of(l, LLVMTypeOf(v), 0, &parts);
	if (!parts.len)
		emit_unsupported(l, "a load of a type that drift does not know");
	Operand base = lower_operand(l, LLVMGetOperand(v, 0));
	u32 d = result_reg(l, v);
	u8 flags =
		(u8)((LLVMGetVolatile(v) ? INS_VOLATILE : 0) | (only_puts_back(v) ? INS_BITFIELD : 0));
	for (size_t i = 0; i < parts.len; i++) {
		Operand a = displaced(l, base, parts.at[i].offset);
		emit(l, I_LOAD, parts.at[i].type, d, a, NO_OPERAND, NO_OPERAND)->flags = flags;
		d += type_regs(parts.at[i].type);
	}
	vec_free(&parts);
}

void lower_store(Lower *l, LLVMValueRef v)
{
	ScalarParts parts = {0};
	LLVMValueRef value = LLVMGetOperand(v, 0);
	parts_of(l, LLVMTypeOf(value), 0, &parts);
	if (!parts.len)
		emit_unsupported(l, "a store of a type that drift does not know");
	Operand base = lower_operand(l, LLVMGetOperand(v, 1));
	for (u32 i = 0; i < parts.len; i++) {
		u32 n;
		Operand a = displaced(l, base, parts.at[i].offset);
		Operand b = lower_operands(l, value, &n)[i];
		emit(l, I_STORE, parts.at[i].type, NO_REG, a, b, NO_OPERAND)->flags =
			LLVMGetVolatile(v) ? INS_VOLATILE : 0;
	}
	vec_free(&parts);
}

static Operand index_operand(Lower *l, LLVMValueRef index)
{
	Operand o = lower_operand(l, index);
	Type t = scalar_type(LLVMTypeOf(index));
	if (t == 64)
		return o;
	u32 wide = new_reg(l, 64);
	emit(l, t < 64 ? I_SEXT : I_TRUNC, t, wide, o, NO_OPERAND, NO_OPERAND)->type2 = 64;
	return wide;
}

void lower_gep(Lower *l, LLVMValueRef v)
{
	LLVMTypeRef type = LLVMGetGEPSourceElementType(v);
	Operand base = lower_operand(l, LLVMGetOperand(v, 0));
	u32 d = result_reg(l, v);
	i64 offset = 0;
	Operand pending = NO_OPERAND; /* a variable index not yet added */
	i64 scale = 0;
	for (int i = 1; i < LLVMGetNumOperands(v); i++) {
		LLVMValueRef index = LLVMGetOperand(v, (unsigned)i);
		if (i > 1 && LLVMGetTypeKind(type) == LLVMStructTypeKind) {
			unsigned n = (unsigned)LLVMConstIntGetZExtValue(index);
			offset += (i64)LLVMOffsetOfElement(l->layout, type, n);
			type = LLVMStructGetTypeAtIndex(type, n);
			continue;
		}
		if (i > 1)
			type = LLVMGetElementType(type);
		i64 step = (i64)LLVMABISizeOfType(l->layout, type);
		if (LLVMIsAConstantInt(index)) {
			offset += LLVMConstIntGetSExtValue(index) * step;
			continue;
		}
		if (pending != NO_OPERAND) {
			u32 r = new_reg(l, TYPE_PTR);
			emit(l, I_GEP, TYPE_PTR, r, base, pending, NO_OPERAND)->scale = scale;
			base = r;
		}
		pending = index_operand(l, index);
		scale = step;
	}
	Ins *ins = emit(l, I_GEP, TYPE_PTR, d, base, pending, NO_OPERAND);
	ins->imm = offset;
	ins->scale = scale;
}

void lower_rmw(Lower *l, LLVMValueRef v)
{
	static const i8 ops[] = {
		[LLVMAtomicRMWBinOpXchg] = RMW_XCHG, [LLVMAtomicRMWBinOpAdd] = RMW_ADD,
		[LLVMAtomicRMWBinOpSub] = RMW_SUB,   [LLVMAtomicRMWBinOpAnd] = RMW_AND,
		[LLVMAtomicRMWBinOpNand] = RMW_NAND, [LLVMAtomicRMWBinOpOr] = RMW_OR,
		[LLVMAtomicRMWBinOpXor] = RMW_XOR,   [LLVMAtomicRMWBinOpMax] = RMW_MAX,
		[LLVMAtomicRMWBinOpMin] = RMW_MIN,   [LLVMAtomicRMWBinOpUMax] = RMW_UMAX,
		[LLVMAtomicRMWBinOpUMin] = RMW_UMIN, [LLVMAtomicRMWBinOpFAdd] = RMW_FADD,
		[LLVMAtomicRMWBinOpFSub] = RMW_FSUB,
	};
	unsigned op = (unsigned)LLVMGetAtomicRMWBinOp(v);
	if (op >= countof(ops)) {
		emit_unsupported(l, "an atomic operation that drift does not know");
		return;
	}
	Operand a = lower_operand(l, LLVMGetOperand(v, 0)), b = lower_operand(l, LLVMGetOperand(v, 1));
	Type t = scalar_type(LLVMTypeOf(LLVMGetOperand(v, 1)));
	emit(l, I_ATOMICRMW, t, result_reg(l, v), a, b, NO_OPERAND)->sub = (u8)ops[op];
}

void lower_cmpxchg(Lower *l, LLVMValueRef v)
{
	Operand a = lower_operand(l, LLVMGetOperand(v, 0));
	Operand b = lower_operand(l, LLVMGetOperand(v, 1));
	Operand c = lower_operand(l, LLVMGetOperand(v, 2));
	Type t = scalar_type(LLVMTypeOf(LLVMGetOperand(v, 1)));
	emit(l, I_CMPXCHG, t, result_reg(l, v), a, b, c);
}

/* The scalars of a vector put together to one integer, in memory order. */
Operand pack_bits(Lower *l, LLVMValueRef v, Type wide)
{
	ScalarParts parts = {0};
	u32 n;
	parts_of(l, LLVMTypeOf(v), 0, &parts);
	Operand sum = NO_OPERAND;
	for (u32 i = 0; i < parts.len; i++) {
		Type t = parts.at[i].type, it = (Type)type_bits(t);
		Operand o = lower_operands(l, v, &n)[i];
		if (!type_is_int(t)) {
			u32 r = new_reg(l, it);
			emit(l, I_BITCAST, t, r, o, NO_OPERAND, NO_OPERAND)->type2 = it;
			o = r;
		}
		if (it != wide) {
			u32 r = new_reg(l, wide);
			emit(l, I_ZEXT, it, r, o, NO_OPERAND, NO_OPERAND)->type2 = wide;
			o = r;
		}
		if (parts.at[i].offset) {
			u32 r = new_reg(l, wide);
			emit(l, I_SHL, wide, r, o, const_operand(l, wide, parts.at[i].offset * 8, 0, false),
				 NO_OPERAND);
			o = r;
		}
		if (sum != NO_OPERAND) {
			u32 r = new_reg(l, wide);
			emit(l, I_OR, wide, r, sum, o, NO_OPERAND);
			o = r;
		}
		sum = o;
	}
	vec_free(&parts);
	return sum;
}

/* Between a vector and a scalar of its size, or two vectors: put the source's scalars together
 * to one wide integer of at most 128 bits in memory order, then take it apart. */
void lower_bitcast(Lower *l, LLVMValueRef v)
{
	LLVMValueRef source = LLVMGetOperand(v, 0);
	ScalarParts from = {0}, to = {0};
	parts_of(l, LLVMTypeOf(source), 0, &from);
	parts_of(l, LLVMTypeOf(v), 0, &to);
	u64 bits = LLVMSizeOfTypeInBits(l->layout, LLVMTypeOf(v));
	u32 d = result_reg(l, v);
	if (from.len == 1 && to.len == 1) {
		emit(l, I_BITCAST, from.at[0].type, d, lower_operand(l, source), NO_OPERAND, NO_OPERAND)
			->type2 = to.at[0].type;
		goto done;
	}
	if (bits > 128 || !from.len || !to.len) {
		emit_unsupported(l, "a reinterpretation of a vector of more than 16 bytes");
		goto done;
	}
	Type wide = (Type)bits;
	Operand sum = pack_bits(l, source, wide);
	for (u32 i = 0; i < to.len; i++) {
		Type t = to.at[i].type, it = (Type)type_bits(t);
		Operand o = sum;
		if (to.at[i].offset) {
			u32 r = new_reg(l, wide);
			emit(l, I_LSHR, wide, r, o, const_operand(l, wide, to.at[i].offset * 8, 0, false),
				 NO_OPERAND);
			o = r;
		}
		if (it != wide) {
			u32 r = type_is_int(t) ? d : new_reg(l, it);
			emit(l, I_TRUNC, wide, r, o, NO_OPERAND, NO_OPERAND)->type2 = it;
			o = r;
		}
		if (!type_is_int(t) || it == wide)
			emit(l, I_BITCAST, it, d, o, NO_OPERAND, NO_OPERAND)->type2 = t;
		d += type_regs(t);
	}
done:
	vec_free(&from);
	vec_free(&to);
}
