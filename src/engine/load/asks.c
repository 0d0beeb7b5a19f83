/* asks.c: marks what a program reads from its world without a call.
 *
 * The environment as a whole (`environ`, the third parameter of main), the name of the program in its variables
 * and the kind of processor (cpuid, the data that __builtin_cpu_supports reads) are plain memory and
 * instructions. (Who reads argv[0] is seen by the machine.) Before
 * each instruction that mentions them we insert a call that informs the machine, as getenv does
 * for one variable. An address in initial contents may be used anywhere, so then every function
 * gets the call.
 */
#include "engine/load/lower/lower.h"

#include <llvm-c/DebugInfo.h>

#include "engine/load/kernel.h"

#define ASK_FUNCTION "__drift_asks"

typedef struct Asks {
	LLVMModuleRef m;
	LLVMBuilderRef b;
	LLVMTypeRef type;              /* void (int) */
	LLVMValueRef fn;               /* NULL: not needed so far */
	bool everywhere[N_DRIFT_ASKS]; /* by DRIFT_ASK_*: every function asks */
} Asks;

static void ask_before(Asks *a, LLVMValueRef at, unsigned what)
{
	LLVMContextRef c = LLVMGetModuleContext(a->m);
	LLVMTypeRef number = LLVMInt32TypeInContext(c);
	LLVMValueRef arg = LLVMConstInt(number, what, 0);
	if (!a->fn) {
		a->type = LLVMFunctionType(LLVMVoidTypeInContext(c), &number, 1, 0);
		a->fn = LLVMAddFunction(a->m, ASK_FUNCTION, a->type);
	}
	while (LLVMIsAPHINode(at))
		at = LLVMGetNextInstruction(at);
	LLVMPositionBuilderBefore(a->b, at);
	LLVMSetCurrentDebugLocation2(a->b, LLVMInstructionGetDebugLoc(at));
	LLVMBuildCall2(a->b, a->type, a->fn, &arg, 1, "");
}

static void ask_at_start(Asks *a, LLVMValueRef f, unsigned what)
{
	ask_before(a, LLVMGetFirstInstruction(LLVMGetEntryBasicBlock(f)), what);
}

/* Users of a value, those of constants made of it included. */
static void ask_users(Asks *a, LLVMValueRef v, unsigned what)
{
	for (LLVMUseRef u = LLVMGetFirstUse(v); u; u = LLVMGetNextUse(u)) {
		LLVMValueRef user = LLVMGetUser(u);
		if (LLVMIsAInstruction(user))
			ask_before(a, user, what);
		else if (LLVMIsAGlobalValue(user))
			a->everywhere[what] = true;
		else
			ask_users(a, user, what);
	}
}

static bool is_only_kept(LLVMValueRef param)
{
	for (LLVMUseRef u = LLVMGetFirstUse(param); u; u = LLVMGetNextUse(u)) {
		LLVMValueRef user = LLVMGetUser(u);
		if (!LLVMIsAStoreInst(user) || LLVMGetOperand(user, 0) != param)
			return false;
		LLVMValueRef to = LLVMGetOperand(user, 1);
		LLVMUseRef other = LLVMGetFirstUse(to);
		if (!LLVMIsAAllocaInst(to) || LLVMGetUser(other) != user || LLVMGetNextUse(other))
			return false;
	}
	return true;
}

static bool is_cpuid(LLVMValueRef i)
{
	LLVMValueRef body = LLVMIsACallInst(i) ? LLVMGetCalledValue(i) : NULL;
	size_t n;
	const char *text = body && LLVMIsAInlineAsm(body) ? LLVMGetInlineAsmAsmString(body, &n) : NULL;
	return text && memmem(text, n, "cpuid", 5);
}

static void ask_in(Asks *a, LLVMValueRef f)
{
	for (LLVMBasicBlockRef bb = LLVMGetFirstBasicBlock(f); bb; bb = LLVMGetNextBasicBlock(bb))
		for (LLVMValueRef i = LLVMGetFirstInstruction(bb); i; i = LLVMGetNextInstruction(i))
			if (is_cpuid(i))
				ask_before(a, i, DRIFT_ASK_PROCESSOR);
}

void asks_add(LLVMModuleRef m)
{
	static const struct {
		const char *name;
		unsigned what;
	} known[] = {{"environ", DRIFT_ASK_VARIABLES},
				 {"_environ", DRIFT_ASK_VARIABLES},
				 {"__environ", DRIFT_ASK_VARIABLES},
				 {"__cpu_model", DRIFT_ASK_PROCESSOR},
				 {"__cpu_features2", DRIFT_ASK_PROCESSOR},
				 {"program_invocation_name", DRIFT_ASK_NAME},
				 {"program_invocation_short_name", DRIFT_ASK_NAME},
				 {"__progname_full", DRIFT_ASK_NAME},
				 {"__progname", DRIFT_ASK_NAME}};
	Asks a = {.m = m, .b = LLVMCreateBuilderInContext(LLVMGetModuleContext(m))};
	LLVMValueRef main = LLVMGetNamedFunction(m, "main");
	for (size_t i = 0; i < countof(known); i++) {
		LLVMValueRef g = LLVMGetNamedGlobal(m, known[i].name);
		if (g && LLVMIsDeclaration(g))
			ask_users(&a, g, known[i].what);
	}
	if (main && !LLVMIsDeclaration(main) && LLVMCountParams(main) > 2 &&
		!is_only_kept(LLVMGetParam(main, 2)))
		ask_at_start(&a, main, DRIFT_ASK_VARIABLES);
	for (LLVMValueRef f = LLVMGetFirstFunction(m); f; f = LLVMGetNextFunction(f)) {
		if (LLVMIsDeclaration(f))
			continue;
		ask_in(&a, f);
		for (unsigned what = 0; what < countof(a.everywhere); what++)
			if (a.everywhere[what])
				ask_at_start(&a, f, what);
	}
	LLVMDisposeBuilder(a.b);
}
