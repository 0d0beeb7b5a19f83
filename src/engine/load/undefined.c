/* undefined.c: keeps LLVM's passes from choosing values for locals that were never set.
 *
 * When sroa turns a local into registers, what was never stored is `undef`, and a phi of a value and
 * undef becomes the value: a member that one branch sets would be set on both. So each local begins
 * with stores of values that LLVM does not know and that lowering treats as undefined: freeze undef.
 * A local whose address is used otherwise stays in memory and needs none.
 *
 * A declaration without an initialiser that is reached again makes its variable undefined again. So in loops
 * the stores are also where the variable is declared, which debug information says. */
#include "engine/load/lower/lower.h"

enum {
	MOST_LEAVES = 1024, /* scalars of a local; larger ones are accessed by variable indices */
	DEEPEST = 64,       /* addresses computed from each other */
};

/* ---- which locals ---- */

static bool becomes_registers(LLVMValueRef address, u32 depth);

static bool is_intrinsic(LLVMValueRef call)
{
	size_t n;
	LLVMValueRef fn = LLVMGetCalledValue(call);
	return LLVMIsAFunction(fn) && !strncmp(LLVMGetValueName2(fn, &n), "llvm.", 5);
}

/* False if the use keeps the local in memory. */
static bool is_harmless(LLVMValueRef user, LLVMValueRef address, u32 depth)
{
	switch (LLVMGetInstructionOpcode(user)) {
	case LLVMLoad: return !LLVMGetVolatile(user);
	case LLVMStore: return LLVMGetOperand(user, 0) != address && !LLVMGetVolatile(user);
	case LLVMCall: return is_intrinsic(user);
	case LLVMGetElementPtr:
		for (int i = 1; i < LLVMGetNumOperands(user); i++)
			if (!LLVMIsAConstantInt(LLVMGetOperand(user, (unsigned)i)))
				return false;
		return becomes_registers(user, depth - 1);
	case LLVMBitCast:
	case LLVMAddrSpaceCast: return becomes_registers(user, depth - 1);
	case LLVMSelect:
	case LLVMPHI: return true; /* sroa takes some of these apart */
	default: return false;
	}
}

static bool becomes_registers(LLVMValueRef address, u32 depth)
{
	if (!depth)
		return true;
	for (LLVMUseRef u = LLVMGetFirstUse(address); u; u = LLVMGetNextUse(u)) {
		LLVMValueRef user = LLVMGetUser(u);
		if (!LLVMIsAInstruction(user) || !is_harmless(user, address, depth))
			return false;
	}
	return true;
}

/* ---- their values ---- */

static u64 leaves(LLVMTypeRef t)
{
	u64 n = 0;
	switch (LLVMGetTypeKind(t)) {
	case LLVMArrayTypeKind: {
		u64 one = leaves(LLVMGetElementType(t)), count = LLVMGetArrayLength2(t);
		return one && count > MOST_LEAVES / one ? MOST_LEAVES + 1 : one * count;
	}
	case LLVMStructTypeKind:
		for (unsigned i = 0; i < LLVMCountStructElementTypes(t) && n <= MOST_LEAVES; i++)
			n += leaves(LLVMStructGetTypeAtIndex(t, i));
		return n;
	default: return 1;
	}
}

static void store_unknown(LLVMBuilderRef b, LLVMTypeRef t, LLVMValueRef at)
{
	LLVMTypeRef word = LLVMInt32TypeInContext(LLVMGetTypeContext(t));
	LLVMTypeKind kind = LLVMGetTypeKind(t);
	if (kind != LLVMArrayTypeKind && kind != LLVMStructTypeKind) {
		LLVMBuildStore(b, LLVMBuildFreeze(b, LLVMGetUndef(t), ""), at);
		return;
	}
	u64 n = kind == LLVMArrayTypeKind ? LLVMGetArrayLength2(t) : LLVMCountStructElementTypes(t);
	for (u64 i = 0; i < n; i++) {
		LLVMValueRef index[] = {LLVMConstInt(word, 0, 0), LLVMConstInt(word, i, 0)};
		LLVMTypeRef part = kind == LLVMArrayTypeKind ? LLVMGetElementType(t)
													 : LLVMStructGetTypeAtIndex(t, (unsigned)i);
		store_unknown(b, part, LLVMBuildInBoundsGEP2(b, t, at, index, 2, ""));
	}
}

/* ---- declarations in loops ---- */

/* The local that the instruction declares; NULL: it declares none. */
static LLVMValueRef declared(LLVMValueRef i)
{
	size_t n;
	LLVMValueRef fn = LLVMIsACallInst(i) ? LLVMGetCalledValue(i) : NULL, local[1] = {NULL};
	if (!fn || !LLVMIsAFunction(fn) || strcmp(LLVMGetValueName2(fn, &n), "llvm.dbg.declare"))
		return NULL;
	if (LLVMGetMDNodeNumOperands(LLVMGetOperand(i, 0)) == 1)
		LLVMGetMDNodeOperands(LLVMGetOperand(i, 0), local);
	bool fixed =
		local[0] && LLVMIsAAllocaInst(local[0]) && LLVMIsAConstantInt(LLVMGetOperand(local[0], 0));
	return fixed ? local[0] : NULL;
}

/* True if a run can come back to the block. */
static bool is_in_loop(LLVMBasicBlockRef block)
{
	IntMap seen = {0};
	VEC(LLVMBasicBlockRef) list = {0};
	bool back = false;
	vec_push(&list, block);
	while (list.len && !back) {
		LLVMValueRef end = LLVMGetBasicBlockTerminator(list.at[--list.len]);
		for (unsigned i = 0; end && i < LLVMGetNumSuccessors(end) && !back; i++) {
			LLVMBasicBlockRef next = LLVMGetSuccessor(end, i);
			u64 known;
			back = next == block;
			if (intmap_get(&seen, (u64)(uintptr_t)next, &known))
				continue;
			intmap_put(&seen, (u64)(uintptr_t)next, 1);
			vec_push(&list, next);
		}
	}
	vec_free(&list);
	intmap_free(&seen);
	return back;
}

/* A memset or memcpy of so many bytes. */
static bool sets_all(LLVMValueRef i, u64 size)
{
	return LLVMIsACallInst(i) && is_intrinsic(i) && LLVMGetNumArgOperands(i) > 2 &&
		   LLVMIsAConstantInt(LLVMGetOperand(i, 2)) &&
		   LLVMConstIntGetZExtValue(LLVMGetOperand(i, 2)) == size;
}

/* True if the local is set as a whole before it is used otherwise: it has an initialiser. */
static bool is_set_next(LLVMModuleRef m, LLVMValueRef declaration, LLVMValueRef local)
{
	u64 size = LLVMABISizeOfType(LLVMGetModuleDataLayout(m), LLVMGetAllocatedType(local));
	for (LLVMValueRef i = LLVMGetNextInstruction(declaration); i; i = LLVMGetNextInstruction(i)) {
		if (LLVMIsAStoreInst(i) && LLVMGetOperand(i, 1) == local)
			return LLVMTypeOf(LLVMGetOperand(i, 0)) == LLVMGetAllocatedType(local);
		for (int k = 0; k < LLVMGetNumOperands(i); k++)
			if (LLVMGetOperand(i, (unsigned)k) == local)
				return !k && sets_all(i, size);
	}
	return false;
}

/* The program's own memset must not be called for this. */
static void undefine(LLVMModuleRef m, LLVMBuilderRef b, LLVMValueRef local)
{
	LLVMTypeRef t = LLVMGetAllocatedType(local);
	LLVMValueRef own = LLVMGetNamedFunction(m, "memset");
	if (leaves(t) <= MOST_LEAVES && becomes_registers(local, DEEPEST)) {
		store_unknown(b, t, local);
	} else if (!own || LLVMIsDeclaration(own)) {
		LLVMContextRef c = LLVMGetModuleContext(m);
		LLVMValueRef byte = LLVMBuildFreeze(b, LLVMGetUndef(LLVMInt8TypeInContext(c)), "");
		LLVMBuildMemSet(b, local, byte, LLVMSizeOf(t), 1);
	}
}

static void undefine_again(LLVMModuleRef m, LLVMBuilderRef b, LLVMValueRef f)
{
	LLVMBasicBlockRef first = LLVMGetEntryBasicBlock(f);
	for (LLVMBasicBlockRef at = LLVMGetNextBasicBlock(first); at; at = LLVMGetNextBasicBlock(at)) {
		int loop = -1; /* not asked yet */
		for (LLVMValueRef i = LLVMGetFirstInstruction(at); i; i = LLVMGetNextInstruction(i)) {
			LLVMValueRef local = declared(i), next = local ? LLVMGetNextInstruction(i) : NULL;
			if (!next || is_set_next(m, i, local))
				continue;
			loop = loop < 0 ? is_in_loop(at) : loop;
			if (!loop)
				break;
			LLVMPositionBuilderBefore(b, next);
			LLVMSetCurrentDebugLocation2(b, NULL);
			undefine(m, b, local);
		}
	}
}

static LLVMValueRef after_locals(LLVMBasicBlockRef entry)
{
	LLVMValueRef i = LLVMGetFirstInstruction(entry);
	while (i && LLVMIsAAllocaInst(i))
		i = LLVMGetNextInstruction(i);
	return i;
}

void undefined_locals_begin(LLVMModuleRef m)
{
	LLVMBuilderRef b = LLVMCreateBuilderInContext(LLVMGetModuleContext(m));
	for (LLVMValueRef f = LLVMGetFirstFunction(m); f; f = LLVMGetNextFunction(f)) {
		LLVMBasicBlockRef entry = LLVMIsDeclaration(f) ? NULL : LLVMGetEntryBasicBlock(f);
		LLVMValueRef first = entry ? after_locals(entry) : NULL;
		if (!first)
			continue;
		LLVMPositionBuilderBefore(b, first);
		LLVMSetCurrentDebugLocation2(b, NULL);
		for (LLVMValueRef i = LLVMGetFirstInstruction(entry); i != first;
			 i = LLVMGetNextInstruction(i)) {
			LLVMTypeRef t = LLVMGetAllocatedType(i);
			if (LLVMIsAConstantInt(LLVMGetOperand(i, 0)) && leaves(t) <= MOST_LEAVES &&
				becomes_registers(i, DEEPEST))
				store_unknown(b, t, i);
		}
		undefine_again(m, b, f);
	}
	LLVMDisposeBuilder(b);
}

/* Removes the stores that sroa left: such a local is in memory, which tracks initialised bytes. */
void undefined_locals_end(LLVMModuleRef m)
{
	for (LLVMValueRef f = LLVMGetFirstFunction(m); f; f = LLVMGetNextFunction(f)) {
		LLVMBasicBlockRef entry = LLVMIsDeclaration(f) ? NULL : LLVMGetEntryBasicBlock(f);
		for (LLVMValueRef i = entry ? LLVMGetFirstInstruction(entry) : NULL, next; i; i = next) {
			next = LLVMGetNextInstruction(i);
			LLVMValueRef value = LLVMIsAStoreInst(i) ? LLVMGetOperand(i, 0) : NULL;
			bool unknown = value && LLVMIsAInstruction(value) &&
						   LLVMGetInstructionOpcode(value) == LLVMFreeze &&
						   LLVMIsUndef(LLVMGetOperand(value, 0));
			if (unknown)
				LLVMInstructionEraseFromParent(i);
		}
	}
}
