/* threadlocal.c: gives each thread its own thread-local variables.
 *
 * A thread-local variable becomes an ordinary one, which the first thread uses. If the program can make a
 * thread, each function that mentions the variable first asks the C library (libc/thread.c) where the
 * copy of the running thread is. A function never changes its thread, so once is enough. Programs that
 * make no thread stay as they are.
 */
#include "engine/load/lower/lower.h"

#define COPY_FUNCTION "__drift_tls"

typedef struct Locals {
	LLVMModuleRef m;
	LLVMBuilderRef b;
	LLVMTypeRef bytes; /* i8 * */
	LLVMTypeRef type;  /* of the function */
	LLVMValueRef fn;
	Err *err;
} Locals;

static bool makes_threads(LLVMModuleRef m)
{
	static const char *const names[] = {"pthread_create", "__pthread_create", "thrd_create"};
	for (size_t i = 0; i < countof(names); i++) {
		LLVMValueRef f = LLVMGetNamedFunction(m, names[i]);
		if (f && LLVMGetFirstUse(f))
			return true;
	}
	return false;
}

/* Before the first instruction of a function that is no alloca. */
static void begin_function(Locals *l, LLVMValueRef f)
{
	LLVMValueRef at = LLVMGetFirstInstruction(LLVMGetEntryBasicBlock(f));
	while (LLVMIsAAllocaInst(at))
		at = LLVMGetNextInstruction(at);
	LLVMPositionBuilderBefore(l->b, at);
	LLVMSetCurrentDebugLocation2(l->b, NULL);
}

static LLVMValueRef own_copy(Locals *l, LLVMValueRef f, LLVMValueRef g, LLVMValueRef first)
{
	LLVMContextRef c = LLVMGetModuleContext(l->m);
	LLVMValueRef args[] = {
		LLVMConstBitCast(g, l->bytes), LLVMConstBitCast(first, l->bytes),
		LLVMConstInt(LLVMInt64TypeInContext(c),
					 LLVMABISizeOfType(LLVMGetModuleDataLayout(l->m), LLVMGlobalGetValueType(g)),
					 0)};
	begin_function(l, f);
	LLVMValueRef call = LLVMBuildCall2(l->b, l->type, l->fn, args, 3, "");
	return LLVMBuildBitCast(l->b, call, LLVMTypeOf(g), "");
}

/* A constant that is made of the variable, made of the copy instead. NULL: not known how. */
static LLVMValueRef rebuild(Locals *l, LLVMValueRef constant, LLVMValueRef g, LLVMValueRef copy)
{
	LLVMValueRef operands[32];
	int n = LLVMGetNumOperands(constant);
	if (constant == g)
		return copy;
	if (!LLVMIsAConstantExpr(constant) || n > (int)countof(operands))
		return LLVMIsConstant(constant) && !LLVMIsAConstantExpr(constant) && n == 0 ? constant
																					: NULL;
	for (int i = 0; i < n; i++) {
		LLVMValueRef o = LLVMGetOperand(constant, (unsigned)i);
		operands[i] = LLVMIsAConstantExpr(o) || o == g ? rebuild(l, o, g, copy) : o;
		if (!operands[i])
			return NULL;
	}
	switch (LLVMGetConstOpcode(constant)) {
	case LLVMBitCast: return LLVMBuildBitCast(l->b, operands[0], LLVMTypeOf(constant), "");
	case LLVMPtrToInt: return LLVMBuildPtrToInt(l->b, operands[0], LLVMTypeOf(constant), "");
	case LLVMIntToPtr: return LLVMBuildIntToPtr(l->b, operands[0], LLVMTypeOf(constant), "");
	case LLVMAdd: return LLVMBuildAdd(l->b, operands[0], operands[1], "");
	case LLVMSub: return LLVMBuildSub(l->b, operands[0], operands[1], "");
	case LLVMGetElementPtr:
		return LLVMBuildGEP2(l->b, LLVMGetGEPSourceElementType(constant), operands[0], operands + 1,
							 (unsigned)n - 1, "");
	default: return NULL;
	}
}

static bool mentions(LLVMValueRef v, LLVMValueRef g)
{
	if (v == g)
		return true;
	for (int i = 0; LLVMIsAConstantExpr(v) && i < LLVMGetNumOperands(v); i++)
		if (mentions(LLVMGetOperand(v, (unsigned)i), g))
			return true;
	return false;
}

/* The call of the intrinsic that clang puts around each use. */
static bool only_asks_address(LLVMValueRef i)
{
	size_t n;
	LLVMValueRef f = LLVMIsACallInst(i) ? LLVMGetCalledValue(i) : NULL;
	const char *name = f && LLVMIsAFunction(f) ? LLVMGetValueName2(f, &n) : "";
	return !strncmp(name, "llvm.threadlocal.address", 24);
}

/* Everything is built behind the copy, at the entry: phis need that, too. */
static bool replace_operand(Locals *l, LLVMValueRef i, unsigned k, LLVMValueRef g,
							LLVMValueRef copy)
{
	LLVMPositionBuilderBefore(l->b, LLVMGetNextInstruction(copy));
	LLVMValueRef made = rebuild(l, LLVMGetOperand(i, k), g, copy);
	if (!made)
		return err_set(l->err,
					   "thread-local variable %s is used in a constant that drift does not know",
					   LLVMGetValueName(g));
	LLVMSetOperand(i, k, made);
	return true;
}

static bool replace_in(Locals *l, LLVMValueRef f, LLVMValueRef g, LLVMValueRef first)
{
	LLVMValueRef copy = NULL, next;
	for (LLVMBasicBlockRef bb = LLVMGetFirstBasicBlock(f); bb; bb = LLVMGetNextBasicBlock(bb))
		for (LLVMValueRef i = LLVMGetFirstInstruction(bb); i; i = next) {
			next = LLVMGetNextInstruction(i);
			if (LLVMIsACallInst(i) && LLVMGetCalledValue(i) == l->fn)
				continue;
			for (int k = 0; k < LLVMGetNumOperands(i); k++) {
				LLVMValueRef o = LLVMGetOperand(i, (unsigned)k);
				if (!o || !LLVMIsConstant(o) || !mentions(o, g))
					continue;
				if (!copy)
					copy = own_copy(l, f, g, first);
				if (!replace_operand(l, i, (unsigned)k, g, copy))
					return false;
			}
			if (copy && only_asks_address(i) && LLVMGetOperand(i, 0) == copy) {
				LLVMReplaceAllUsesWith(i, copy);
				LLVMInstructionEraseFromParent(i);
			}
		}
	return true;
}

static bool replace(Locals *l, LLVMValueRef g)
{
	LLVMValueRef first = LLVMAddGlobal(l->m, LLVMGlobalGetValueType(g), "drift.first");
	LLVMSetInitializer(first, LLVMGetInitializer(g));
	LLVMSetGlobalConstant(first, true);
	LLVMSetLinkage(first, LLVMPrivateLinkage);
	LLVMSetThreadLocal(g, false);
	for (LLVMValueRef f = LLVMGetFirstFunction(l->m); f; f = LLVMGetNextFunction(f))
		if (!LLVMIsDeclaration(f) && !replace_in(l, f, g, first))
			return false;
	return true;
}

bool threadlocal_copy(LLVMModuleRef m, Err *err)
{
	LLVMContextRef c = LLVMGetModuleContext(m);
	bool good = true;
	if (!makes_threads(m))
		return true;
	Locals l = {.m = m, .b = LLVMCreateBuilderInContext(c), .err = err};
	l.bytes = LLVMPointerType(LLVMInt8TypeInContext(c), 0);
	LLVMTypeRef params[] = {l.bytes, l.bytes, LLVMInt64TypeInContext(c)};
	l.type = LLVMFunctionType(l.bytes, params, 3, 0);
	for (LLVMValueRef g = LLVMGetFirstGlobal(m); g && good; g = LLVMGetNextGlobal(g)) {
		if (!LLVMIsThreadLocal(g) || LLVMIsDeclaration(g))
			continue;
		if (!l.fn)
			l.fn = LLVMAddFunction(m, COPY_FUNCTION, l.type);
		good = replace(&l, g);
	}
	LLVMDisposeBuilder(l.b);
	return good;
}
