/* address.c: marks instructions that use addresses as numbers.
 *
 * The program does not determine the layout of objects: the order of two objects, their distance
 * and the bits of an address depend on the machine. The types show what an instruction does with
 * an address: a comparison of pointers, or arithmetic on a converted pointer. We mark such
 * instructions (Ins.number). When the machine runs them, it decides whether the layout matters
 * (engine/machine/address.c).
 *
 * A number is a converted pointer, or a result of copies, choices, added constants and masks of
 * one, as long as it can become that pointer again. A number that leaves a function by memory,
 * call or return counts as used there.
 */
#include "engine/load/lower/lower.h"

enum { LEAST_ADDRESS = 4096 }; /* below are numbers that pointers hold as marks */

static bool has(const Lower *l, LLVMValueRef v)
{
	u64 yes;
	if (LLVMIsAConstantExpr(v)) {
		LLVMOpcode op = LLVMGetConstOpcode(v);
		return op == LLVMPtrToInt || ((op == LLVMAdd || op == LLVMSub) &&
									  has(l, LLVMGetOperand(v, 0)) != has(l, LLVMGetOperand(v, 1)));
	}
	return intmap_get(&l->numbers, (u64)(uintptr_t)v, &yes);
}

/* A constant that is no address, or nearly 0. */
static bool is_small(LLVMValueRef v)
{
	if (!LLVMIsAConstantInt(v) || LLVMGetIntTypeWidth(LLVMTypeOf(v)) > 64)
		return false;
	i64 n = LLVMConstIntGetSExtValue(v);
	return n > -LEAST_ADDRESS && n < LEAST_ADDRESS;
}

static bool is_mask(LLVMValueRef v)
{
	return is_small(v) && LLVMConstIntGetSExtValue(v) >= 0;
}

/* Only bits that the alignment of objects decides are used of it. */
static bool only_masked(LLVMValueRef v)
{
	LLVMUseRef use = LLVMGetFirstUse(v);
	if (!use)
		return false;
	for (; use; use = LLVMGetNextUse(use)) {
		LLVMValueRef user = LLVMGetUser(use);
		if (!LLVMIsAInstruction(user) || LLVMGetInstructionOpcode(user) != LLVMAnd ||
			!is_mask(LLVMGetOperand(user, 1)))
			return false;
	}
	return true;
}

static bool any_incoming(const Lower *l, LLVMValueRef phi)
{
	for (unsigned i = 0; i < LLVMCountIncoming(phi); i++)
		if (has(l, LLVMGetIncomingValue(phi, i)))
			return true;
	return false;
}

/* True if the address can be recovered from the result of the instruction. */
static bool makes_number(const Lower *l, LLVMValueRef v)
{
	LLVMValueRef a = LLVMGetNumOperands(v) > 0 ? LLVMGetOperand(v, 0) : NULL;
	LLVMValueRef b = LLVMGetNumOperands(v) > 1 ? LLVMGetOperand(v, 1) : NULL;
	switch (LLVMGetInstructionOpcode(v)) {
	case LLVMPtrToInt: return scalar_type(LLVMTypeOf(v)) == 64 || only_masked(v);
	case LLVMTrunc: return has(l, a) && only_masked(v);
	case LLVMAdd: return has(l, a) != has(l, b);
	case LLVMSub: return has(l, a) ? !has(l, b) : has(l, b) && only_masked(v);
	case LLVMAnd: return (has(l, a) && !is_mask(b)) || (has(l, b) && !is_mask(a));
	case LLVMOr:
	case LLVMXor: return has(l, a) && is_small(b);
	case LLVMSelect: return has(l, b) || has(l, LLVMGetOperand(v, 2));
	case LLVMPHI: return any_incoming(l, v);
	case LLVMFreeze: return has(l, a);
	case LLVMCall: return lower_is_marker(v) && has(l, a);
	default: return false;
	}
}

void lower_find_numbers(Lower *l, LLVMValueRef fn)
{
	intmap_clear(&l->numbers);
	for (bool again = true; again && !l->is_libc;) {
		again = false;
		for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(fn); b; b = LLVMGetNextBasicBlock(b))
			for (LLVMValueRef i = LLVMGetFirstInstruction(b); i; i = LLVMGetNextInstruction(i))
				if (!has(l, i) && makes_number(l, i)) {
					intmap_put(&l->numbers, (u64)(uintptr_t)i, 1);
					again = true;
				}
	}
}

static bool any_operand(const Lower *l, LLVMValueRef v)
{
	for (int i = 0; i < LLVMGetNumOperands(v); i++)
		if (has(l, LLVMGetOperand(v, (unsigned)i)))
			return true;
	return false;
}

/* A comparison with null says the same in every layout. */
static bool compares(const Lower *l, LLVMValueRef v)
{
	LLVMValueRef a = LLVMGetOperand(v, 0), b = LLVMGetOperand(v, 1);
	if (LLVMGetTypeKind(LLVMTypeOf(a)) == LLVMPointerTypeKind)
		return !LLVMIsNull(a) && !LLVMIsNull(b);
	return (has(l, a) || has(l, b)) && !is_small(a) && !is_small(b);
}

static LLVMValueRef base_of(LLVMValueRef v)
{
	while (LLVMIsAConstantExpr(v) && LLVMGetNumOperands(v) > 0)
		v = LLVMGetOperand(v, 0);
	return v;
}

/* A constant made of the addresses of two objects, or computed from one. */
static bool is_distance(const Lower *l, LLVMValueRef v)
{
	if (!LLVMIsAConstantExpr(v))
		return false;
	if (LLVMGetNumOperands(v) == 2 && LLVMGetConstOpcode(v) == LLVMSub) {
		LLVMValueRef a = LLVMGetOperand(v, 0), b = LLVMGetOperand(v, 1);
		if (has(l, a) && has(l, b) && base_of(a) != base_of(b))
			return true;
	}
	for (int i = 0; i < LLVMGetNumOperands(v); i++)
		if (is_distance(l, LLVMGetOperand(v, (unsigned)i)))
			return true;
	return false;
}

static bool uses_number(const Lower *l, LLVMValueRef v)
{
	switch (LLVMGetInstructionOpcode(v)) {
	case LLVMICmp: return compares(l, v);
	case LLVMPtrToInt: return !has(l, v);
	case LLVMLoad:
	case LLVMGetElementPtr:
	case LLVMIntToPtr: return false;
	case LLVMAnd: return any_operand(l, v);
	case LLVMCall:
		if (LLVMGetIntrinsicID(LLVMGetCalledValue(v)))
			return false;
		break;
	default: break;
	}
	return !has(l, v) && any_operand(l, v);
}

NumberUse lower_number_use(const Lower *l, LLVMValueRef v)
{
	if (l->is_libc)
		return NUMBER_NONE;
	for (int i = 0; i < LLVMGetNumOperands(v); i++)
		if (is_distance(l, LLVMGetOperand(v, (unsigned)i)))
			return NUMBER_ALWAYS;
	return uses_number(l, v) ? NUMBER_USED : NUMBER_NONE;
}
