/* compile.c: LLVM's part: from a module to code in memory. */
#include "engine/compile/emit.h"

#include <llvm-c/Analysis.h>
#include <llvm-c/LLJIT.h>
#include <llvm-c/Target.h>
#include <llvm-c/TargetMachine.h>
#include <llvm-c/Transforms/PassBuilder.h>

/* Instructions of one unit that LLVM compiles in reasonable time. */
enum { MOST_WORDS = 6000 };

struct Compiler {
	LLVMTargetMachineRef machine;
	LLVMOrcLLJITRef jit;
	u32 n; /* units so far: each has a name of its own */
};

static bool failed(Err *err, LLVMErrorRef e)
{
	char *text = LLVMGetErrorMessage(e);
	err_set(err, "%s", text);
	LLVMDisposeErrorMessage(text);
	return false;
}

static bool make_target(Compiler *c, Err *err)
{
	LLVMInitializeX86TargetInfo();
	LLVMInitializeX86Target();
	LLVMInitializeX86TargetMC();
	LLVMInitializeX86AsmPrinter();
	const char *triple = "x86_64-pc-linux-gnu";
	LLVMTargetRef target;
	char *text = NULL;
	if (LLVMGetTargetFromTriple(triple, &target, &text)) {
		err_set(err, "%s", text);
		LLVMDisposeMessage(text);
		return false;
	}
	/* Any processor: so the code and the results of floats are the same on all. */
	c->machine = LLVMCreateTargetMachine(target, triple, "x86-64", "", LLVMCodeGenLevelDefault,
										 LLVMRelocPIC, LLVMCodeModelDefault);
	return c->machine || err_set(err, "no target machine for %s", triple);
}

Compiler *compiler_new(Err *err)
{
	Compiler *c = xcalloc(1, sizeof *c);
	if (make_target(c, err)) {
		LLVMErrorRef e = LLVMOrcCreateLLJIT(&c->jit, NULL);
		if (!e)
			return c;
		failed(err, e);
	}
	compiler_free(c);
	return NULL;
}

void compiler_free(Compiler *c)
{
	if (!c)
		return;
	if (c->jit)
		LLVMConsumeError(LLVMOrcDisposeLLJIT(c->jit));
	if (c->machine)
		LLVMDisposeTargetMachine(c->machine);
	free(c);
}

static bool optimise(Compiler *c, LLVMModuleRef module, Err *err)
{
	LLVMPassBuilderOptionsRef options = LLVMCreatePassBuilderOptions();
	LLVMErrorRef e = LLVMRunPasses(
		module,
		"function(mem2reg,instcombine<no-verify-fixpoint>,simplifycfg,early-cse<memssa>,"
		"loop-mssa(licm),gvn,instcombine<no-verify-fixpoint>,simplifycfg)",
		c->machine, options);
	LLVMDisposePassBuilderOptions(options);
	return !e || failed(err, e);
}

static bool to_object(Compiler *c, LLVMModuleRef module, LLVMMemoryBufferRef *object, Err *err)
{
	char *text = NULL;
	if (!LLVMTargetMachineEmitToMemoryBuffer(c->machine, module, LLVMObjectFile, &text, object))
		return true;
	err_set(err, "%s", text);
	LLVMDisposeMessage(text);
	return false;
}

static UnitFn *link_object(Compiler *c, LLVMMemoryBufferRef object, const char *name, Err *err)
{
	LLVMOrcExecutorAddress address = 0;
	LLVMErrorRef e = LLVMOrcLLJITAddObjectFile(c->jit, LLVMOrcLLJITGetMainJITDylib(c->jit), object);
	if (!e)
		e = LLVMOrcLLJITLookup(c->jit, &address, name);
	if (e)
		failed(err, e);
	return e ? NULL : (UnitFn *)(uintptr_t)address;
}

static bool verified(LLVMModuleRef module, Err *err)
{
	char *text = NULL;
	bool bad = LLVMVerifyModule(module, LLVMReturnStatusAction, &text);
	if (bad)
		err_set(err, "%s", text);
	LLVMDisposeMessage(text);
	return !bad;
}

UnitFn *compiler_unit(Compiler *c, const UnitRequest *rq, Err *err)
{
	if (rq->fc->n > MOST_WORDS) {
		err_set(err, "the function is too large");
		return NULL;
	}
	char name[32];
	snprintf(name, sizeof name, "unit%u", c->n++);
	UnitEmit e = {.rq = rq, .fc = rq->fc, .cx = LLVMContextCreate()};
	e.module = LLVMModuleCreateWithNameInContext("unit", e.cx);
	e.b = LLVMCreateBuilderInContext(e.cx);
	LLVMSetTarget(e.module, "x86_64-pc-linux-gnu");
	LLVMTargetDataRef layout = LLVMCreateTargetDataLayout(c->machine);
	LLVMSetModuleDataLayout(e.module, layout);
	emit_unit(&e);
	LLVMSetValueName2(e.fn, name, strlen(name));
	LLVMMemoryBufferRef object;
	UnitFn *unit = NULL;
	if (verified(e.module, err) && optimise(c, e.module, err) &&
		to_object(c, e.module, &object, err))
		unit = link_object(c, object, name, err);
	LLVMDisposeTargetData(layout);
	LLVMDisposeBuilder(e.b);
	LLVMDisposeModule(e.module);
	LLVMContextDispose(e.cx);
	return unit;
}
