/* const.c: types and constants as plain numbers. */
#include "engine/load/lower/lower.h"

#include "engine/load/layout.h"

Type scalar_type(LLVMTypeRef type)
{
	switch (LLVMGetTypeKind(type)) {
	case LLVMIntegerTypeKind: {
		unsigned n = LLVMGetIntTypeWidth(type);
		return n <= 128 ? (Type)n : TYPE_VOID;
	}
	case LLVMPointerTypeKind: return TYPE_PTR;
	case LLVMFloatTypeKind: return TYPE_F32;
	case LLVMDoubleTypeKind: return TYPE_F64;
	case LLVMX86_FP80TypeKind: return TYPE_F80;
	default: return TYPE_VOID;
	}
}

bool flatten(Lower *l, LLVMTypeRef type, TypeList *out)
{
	Type t = scalar_type(type);
	if (t != TYPE_VOID) {
		vec_push(out, t);
		return out->len <= FLATTEN_MAX;
	}
	for (u32 k = 0; is_wide(type) && k < wide_limbs(type); k++)
		vec_push(out, wide_limb(type, k));
	switch (LLVMGetTypeKind(type)) {
	case LLVMIntegerTypeKind: return is_wide(type);
	case LLVMVoidTypeKind: return true;
	case LLVMStructTypeKind:
		for (unsigned i = 0; i < LLVMCountStructElementTypes(type); i++)
			if (!flatten(l, LLVMStructGetTypeAtIndex(type, i), out))
				return false;
		return true;
	case LLVMArrayTypeKind:
	case LLVMVectorTypeKind: {
		u64 n = LLVMGetTypeKind(type) == LLVMArrayTypeKind ? LLVMGetArrayLength2(type)
														   : LLVMGetVectorSize(type);
		for (u64 i = 0; i < n; i++)
			if (!flatten(l, LLVMGetElementType(type), out))
				return false;
		return true;
	}
	default: return false;
	}
}

Operand const_operand(Lower *l, Type type, u64 lo, u64 hi, bool undef)
{
	Hash hash = hash_mix(hash_mix(hash_number(lo), hi), (u64)type << 1 | undef);
	u32 found;
	for (size_t at = 0; hintmap_next(&l->consts, hash, &at, &found);) {
		const Const *c = &l->p->consts.at[found];
		if (c->lo == lo && c->hi == hi && c->type == type && c->undef == undef)
			return OPERAND_CONST | found;
	}
	vec_push(&l->p->consts, ((Const){lo, hi, type, undef}));
	hintmap_add(&l->consts, hash, (u32)l->p->consts.len - 1);
	return OPERAND_CONST | (u32)(l->p->consts.len - 1);
}

/* Bits of an integer constant of any width: LLVM's C API only reads 64. */
static void int_bits(Lower *l, LLVMValueRef v, u64 *lo, u64 *hi)
{
	LLVMTypeRef type = LLVMTypeOf(v);
	*hi = 0;
	if (LLVMGetIntTypeWidth(type) <= 64) {
		*lo = LLVMConstIntGetZExtValue(v);
		return;
	}
	LLVMTypeRef i64t = LLVMInt64TypeInContext(LLVMGetTypeContext(type));
	LLVMValueRef shifted = LLVMBuildLShr(l->builder, v, LLVMConstInt(type, 64, 0), "");
	*lo = LLVMConstIntGetZExtValue(LLVMConstTrunc(v, i64t));
	*hi = LLVMConstIntGetZExtValue(LLVMBuildTrunc(l->builder, shifted, i64t, ""));
	if (LLVMGetIntTypeWidth(type) < 128)
		*hi &= (1ull << (LLVMGetIntTypeWidth(type) - 64)) - 1;
}

static u64 mask_of(LLVMTypeRef type)
{
	u32 bits = LLVMGetTypeKind(type) == LLVMIntegerTypeKind ? LLVMGetIntTypeWidth(type) : 64;
	return bits >= 64 ? ~0ull : (1ull << bits) - 1;
}

static bool gep_offset(Lower *l, LLVMValueRef v, u64 *sum)
{
	LLVMTypeRef type = LLVMGetGEPSourceElementType(v);
	for (int i = 1; i < LLVMGetNumOperands(v); i++) {
		LLVMValueRef index = LLVMGetOperand(v, (unsigned)i);
		if (!LLVMIsAConstantInt(index))
			return false;
		i64 n = LLVMConstIntGetSExtValue(index);
		if (i == 1) {
			*sum += (u64)n * LLVMABISizeOfType(l->layout, type);
		} else if (LLVMGetTypeKind(type) == LLVMStructTypeKind) {
			*sum += LLVMOffsetOfElement(l->layout, type, (unsigned)n);
			type = LLVMStructGetTypeAtIndex(type, (unsigned)n);
		} else {
			type = LLVMGetElementType(type);
			*sum += (u64)n * LLVMABISizeOfType(l->layout, type);
		}
	}
	return true;
}

/* What a constant is computed from with addresses does not show in the number it becomes. */
static void note_parts(Lower *l, LLVMValueRef v)
{
	u64 lo, hi;
	bool undef;
	switch (LLVMGetValueKind(v)) {
	case LLVMFunctionValueKind:
	case LLVMGlobalVariableValueKind:
	case LLVMGlobalAliasValueKind:
		if (const_scalar(l, v, &lo, &hi, &undef))
			vec_push(&l->p->mixed_from, lo);
		break;
	case LLVMConstantExprValueKind:
	case LLVMConstantVectorValueKind:
	case LLVMConstantStructValueKind:
	case LLVMConstantArrayValueKind:
		for (int i = 0; i < LLVMGetNumOperands(v); i++)
			note_parts(l, LLVMGetOperand(v, (unsigned)i));
		break;
	default: break;
	}
}

/* A scalar out of a vector constant: a reinterpretation of it, or one element. */
static bool vector_expr(Lower *l, LLVMValueRef v, LLVMOpcode op, LLVMTypeRef from, u64 *lo, u64 *hi)
{
	u64 bits[2] = {0, 0}, size = LLVMABISizeOfType(l->layout, from), at = 0;
	u8 *bytes = xcalloc(1, size + 16);
	bool ok = const_bytes(l, LLVMGetOperand(v, 0), bytes);
	u32 n = type_store_size(scalar_type(LLVMTypeOf(v)));
	if (op == LLVMExtractElement && LLVMIsAConstantInt(LLVMGetOperand(v, 1)))
		at = LLVMConstIntGetZExtValue(LLVMGetOperand(v, 1)) * n;
	else if (op != LLVMBitCast)
		ok = false;
	if (ok && at + n <= size)
		memcpy(bits, bytes + at, n);
	*lo = bits[0];
	*hi = bits[1];
	free(bytes);
	return ok;
}

/* For who follows pointers: an address in a constant that is none. An offset from one address is
 * an address. */
static void note_mixed(Lower *l, LLVMOpcode op, u64 a, u64 b, u64 result)
{
	bool offset = op == LLVMAdd || op == LLVMSub;
	if (a == result || (offset && result >= REGION && result < REGION + REGION_SIZE))
		return;
	vec_push(&l->p->mixed_from, a);
	vec_push(&l->p->mixed_from, b);
	vec_push(&l->p->mixed, result);
}

/* The operations that constants of integers are made of. */
static u64 computed(LLVMOpcode op, u64 a, u64 b)
{
	switch (op) {
	case LLVMAdd: return a + b;
	case LLVMSub: return a - b;
	case LLVMMul: return a * b;
	default: return a ^ b;
	}
}

static bool const_expr(Lower *l, LLVMValueRef v, u64 *lo, u64 *hi, bool *undef)
{
	u64 b = 0, b_hi;
	LLVMOpcode op = LLVMGetConstOpcode(v);
	LLVMTypeRef from = LLVMTypeOf(LLVMGetOperand(v, 0));
	bool moves = op == LLVMGetElementPtr || op == LLVMPtrToInt || op == LLVMIntToPtr ||
				 op == LLVMBitCast || op == LLVMAddrSpaceCast ||
				 (op == LLVMAdd && LLVMIsAConstantInt(LLVMGetOperand(v, 1)));
	if (!moves || type_bits(scalar_type(LLVMTypeOf(v))) != 64 ||
		LLVMGetTypeKind(from) == LLVMVectorTypeKind)
		note_parts(l, v);
	if (LLVMGetTypeKind(from) == LLVMVectorTypeKind)
		return vector_expr(l, v, op, from, lo, hi);
	if (!const_scalar(l, LLVMGetOperand(v, 0), lo, hi, undef))
		return false;
	u64 a = *lo;
	switch (op) {
	case LLVMGetElementPtr: return gep_offset(l, v, lo);
	case LLVMPtrToInt:
	case LLVMTrunc: *hi = 0; break;
	case LLVMIntToPtr:
	case LLVMBitCast:
	case LLVMAddrSpaceCast: return true;
	case LLVMAdd:
	case LLVMSub:
	case LLVMMul:
	case LLVMXor:
		if (*hi || !const_scalar(l, LLVMGetOperand(v, 1), &b, &b_hi, undef) || b_hi)
			return false;
		*lo = computed(op, *lo, b);
		break;
	default: return false;
	}
	*lo &= mask_of(LLVMTypeOf(v));
	note_mixed(l, op, a, b, *lo);
	return true;
}

bool const_scalar(Lower *l, LLVMValueRef v, u64 *lo, u64 *hi, bool *undef)
{
	*lo = *hi = 0;
	*undef = false;
	switch (LLVMGetValueKind(v)) {
	case LLVMConstantIntValueKind: int_bits(l, v, lo, hi); return true;
	case LLVMConstantFPValueKind: {
		u32 bits = type_bits(scalar_type(LLVMTypeOf(v)));
		LLVMContextRef c = LLVMGetTypeContext(LLVMTypeOf(v));
		int_bits(l, LLVMConstBitCast(v, LLVMIntTypeInContext(c, bits)), lo, hi);
		return true;
	}
	case LLVMConstantPointerNullValueKind:
	case LLVMConstantAggregateZeroValueKind: return true;
	case LLVMUndefValueValueKind:
	case LLVMPoisonValueValueKind: *undef = true; return true;
	case LLVMFunctionValueKind: {
		u32 id = lower_function_id(l, v); /* may move the list */
		*lo = l->p->functions.at[id].address;
		return true;
	}
	case LLVMGlobalVariableValueKind: *lo = lower_global_address(l, v); return true;
	case LLVMGlobalAliasValueKind: return const_scalar(l, LLVMAliasGetAliasee(v), lo, hi, undef);
	case LLVMBlockAddressValueKind:
		*lo = lower_block_address(l, LLVMGetBlockAddressFunction(v),
								  LLVMGetBlockAddressBasicBlock(v));
		return true;
	case LLVMConstantExprValueKind:
		if (const_expr(l, v, lo, hi, undef))
			return true;
		break;
	default: break;
	}
	char *text = LLVMPrintValueToString(v);
	lower_fail(l, "a constant that drift does not know: %.200s", text);
	LLVMDisposeMessage(text);
	return false;
}

static bool vector_scalars(Lower *l, LLVMValueRef v, LLVMTypeRef type, OperandList *out)
{
	Type t = scalar_type(LLVMGetElementType(type));
	u64 step = LLVMABISizeOfType(l->layout, LLVMGetElementType(type)), n = LLVMGetVectorSize(type);
	u8 *bytes = xcalloc(1, n * step + 16);
	bool ok = t != TYPE_VOID && const_bytes(l, v, bytes);
	for (u64 i = 0; ok && i < n; i++) {
		u64 bits[2] = {0, 0};
		memcpy(bits, bytes + i * step, type_store_size(t));
		vec_push(out, const_operand(l, t, bits[0], bits[1], false));
	}
	free(bytes);
	return ok;
}

/* Bits [64 * k, 64 * k + 64) of a constant. */
static u64 bits_at(Lower *l, LLVMValueRef v, u32 k)
{
	LLVMTypeRef type = LLVMTypeOf(v);
	LLVMValueRef down = LLVMBuildLShr(l->builder, v, LLVMConstInt(type, 64ull * k, 0), "");
	return LLVMConstIntGetZExtValue(
		LLVMBuildTrunc(l->builder, down, LLVMInt64TypeInContext(LLVMGetTypeContext(type)), ""));
}

static bool wide_scalars(Lower *l, LLVMValueRef v, LLVMTypeRef type, OperandList *out)
{
	for (u32 k = 0; k < wide_limbs(type); k++) {
		Type t = wide_limb(type, k);
		u64 bits = LLVMIsAConstantInt(v) ? bits_at(l, v, k) : 0;
		vec_push(out,
				 const_operand(l, t, t < 64 ? bits & ((1ull << t) - 1) : bits, 0, LLVMIsUndef(v)));
	}
	return LLVMIsAConstantInt(v) || LLVMIsUndef(v);
}

bool const_flatten(Lower *l, LLVMValueRef v, OperandList *out)
{
	LLVMTypeRef type = LLVMTypeOf(v);
	Type t = scalar_type(type);
	if (t != TYPE_VOID) {
		u64 lo, hi;
		bool undef;
		if (!const_scalar(l, v, &lo, &hi, &undef))
			return false;
		vec_push(out, const_operand(l, t, lo, hi, undef));
		return true;
	}
	if (is_wide(type))
		return wide_scalars(l, v, type, out);
	if (LLVMIsAConstantExpr(v) && LLVMGetTypeKind(type) == LLVMVectorTypeKind)
		return vector_scalars(l, v, type, out);
	u64 n;
	switch (LLVMGetTypeKind(type)) {
	case LLVMStructTypeKind: n = LLVMCountStructElementTypes(type); break;
	case LLVMArrayTypeKind: n = LLVMGetArrayLength2(type); break;
	case LLVMVectorTypeKind: n = LLVMGetVectorSize(type); break;
	default: lower_fail(l, "a constant of a type that drift does not know"); return false;
	}
	for (u64 i = 0; i < n && i < FLATTEN_MAX; i++) {
		LLVMValueRef e = LLVMGetAggregateElement(v, (unsigned)i);
		if (!e || !const_flatten(l, e, out))
			return false;
	}
	return true;
}

static bool aggregate_bytes(Lower *l, LLVMValueRef v, LLVMTypeRef type, u8 *to)
{
	if (LLVMIsAConstantDataSequential(v) && LLVMIsConstantString(v)) {
		size_t n;
		const char *s = LLVMGetAsString(v, &n);
		memcpy(to, s, n);
		return true;
	}
	bool is_struct = LLVMGetTypeKind(type) == LLVMStructTypeKind;
	u64 n = is_struct                                    ? LLVMCountStructElementTypes(type)
			: LLVMGetTypeKind(type) == LLVMArrayTypeKind ? LLVMGetArrayLength2(type)
														 : LLVMGetVectorSize(type);
	u64 step = is_struct ? 0 : LLVMABISizeOfType(l->layout, LLVMGetElementType(type));
	for (u64 i = 0; i < n; i++) {
		u64 at = is_struct ? LLVMOffsetOfElement(l->layout, type, (unsigned)i) : i * step;
		LLVMValueRef e = LLVMGetAggregateElement(v, (unsigned)i);
		if (!e || !const_bytes(l, e, to + at))
			return false;
	}
	return true;
}

/* Writes the constant as it lies in memory; the target is zeroed already. */
bool const_bytes(Lower *l, LLVMValueRef v, u8 *to)
{
	LLVMTypeRef type = LLVMTypeOf(v);
	switch (LLVMGetValueKind(v)) {
	case LLVMConstantAggregateZeroValueKind:
	case LLVMConstantPointerNullValueKind:
	case LLVMUndefValueValueKind:
	case LLVMPoisonValueValueKind: return true;
	default: break;
	}
	Type t = scalar_type(type);
	if (t == TYPE_VOID && LLVMIsAConstantFP(v)) { /* not computed with, but data all the same */
		unsigned bits = 8 * (unsigned)LLVMStoreSizeOfType(l->layout, type);
		LLVMTypeRef word = LLVMIntTypeInContext(LLVMGetTypeContext(type), bits);
		return const_bytes(l, LLVMConstBitCast(v, word), to);
	}
	if (t == TYPE_VOID && LLVMIsAConstantExpr(v))
		return LLVMGetConstOpcode(v) == LLVMBitCast && const_bytes(l, LLVMGetOperand(v, 0), to);
	if (is_wide(type)) {
		for (u32 k = 0; k < wide_limbs(type); k++) {
			u64 bits = bits_at(l, v, k);
			memcpy(to + 8 * k, &bits, type_store_size(wide_limb(type, k)));
		}
		return true;
	}
	if (t == TYPE_VOID)
		return aggregate_bytes(l, v, type, to);
	u64 bits[2];
	bool undef;
	if (!const_scalar(l, v, &bits[0], &bits[1], &undef))
		return false;
	memcpy(to, bits, type_store_size(t));
	return true;
}
