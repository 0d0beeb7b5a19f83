/* compile.c: LLVM's part: from a module to code in memory. */
#include "engine/compile/emit.h"

#include "base/digest.h"

#include <llvm-c/Analysis.h>
#include <llvm-c/BitWriter.h>
#include <llvm-c/LLJIT.h>
#include <llvm-c/Target.h>
#include <llvm-c/TargetMachine.h>
#include <llvm-c/Transforms/PassBuilder.h>

/* Instructions of one unit that LLVM compiles in reasonable time. */
enum { MOST_WORDS = 6000 };

struct Compiler {
	LLVMTargetMachineRef machine[2]; /* [true]: for code that is to be made quickly */
	LLVMOrcLLJITRef jit;
	u32 n;        /* units so far: each has a name of its own */
	KeyMap units; /* digest of what was compiled -> UnitFn */
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
	for (int quick = 0; quick < 2; quick++)
		c->machine[quick] = LLVMCreateTargetMachine(
			target, triple, "x86-64", "", quick ? LLVMCodeGenLevelNone : LLVMCodeGenLevelDefault,
			LLVMRelocPIC, LLVMCodeModelDefault);
	return (c->machine[0] && c->machine[1]) || err_set(err, "no target machine for %s", triple);
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
	keymap_free(&c->units);
	if (c->jit)
		LLVMConsumeError(LLVMOrcDisposeLLJIT(c->jit));
	for (int quick = 0; quick < 2; quick++)
		if (c->machine[quick])
			LLVMDisposeTargetMachine(c->machine[quick]);
	free(c);
}

static bool optimise(Compiler *c, LLVMModuleRef module, bool quick, Err *err)
{
	LLVMPassBuilderOptionsRef options = LLVMCreatePassBuilderOptions();
	LLVMErrorRef e = LLVMRunPasses(
		module,
		quick ? "function(mem2reg,early-cse)"
			  : "function(mem2reg,instcombine<no-verify-fixpoint>,simplifycfg,early-cse<memssa>,"
				"loop-mssa(licm),gvn,instcombine<no-verify-fixpoint>,simplifycfg)",
		c->machine[quick], options);
	LLVMDisposePassBuilderOptions(options);
	return !e || failed(err, e);
}

static bool to_object(Compiler *c, LLVMModuleRef module, bool quick, LLVMMemoryBufferRef *object,
					  Err *err)
{
	char *text = NULL;
	if (!LLVMTargetMachineEmitToMemoryBuffer(c->machine[quick], module, LLVMObjectFile, &text,
											 object))
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

/* Names what LLVM is given, and how it is to compile it. */
static Digest digest_of_unit(const UnitEmit *e)
{
	LLVMMemoryBufferRef text = LLVMWriteBitcodeToMemoryBuffer(e->module);
	Digest d = {0};
	digest_add(&d, LLVMGetBufferStart(text), LLVMGetBufferSize(text));
	digest_add(&d, &e->rq->quick, sizeof e->rq->quick);
	LLVMDisposeMemoryBuffer(text);
	return d;
}

static UnitFn *make_unit(Compiler *c, const UnitEmit *e, Err *err)
{
	char name[32];
	LLVMMemoryBufferRef object;
	snprintf(name, sizeof name, "unit%u", c->n++);
	LLVMSetValueName2(e->fn, name, strlen(name));
	bool good = verified(e->module, err) && optimise(c, e->module, e->rq->quick, err) &&
				to_object(c, e->module, e->rq->quick, &object, err);
	return good ? link_object(c, object, name, err) : NULL;
}

/* The same code may have been made before, for another machine. */
static UnitFn *find_unit(Compiler *c, const UnitEmit *e, UnitRequest *rq, Err *err)
{
	Digest d = digest_of_unit(e);
	Key key = {d.at, sizeof d.at};
	u64 known;
	if (keymap_get(&c->units, key, &known))
		return (UnitFn *)(uintptr_t)known;
	UnitFn *unit = make_unit(c, e, err);
	rq->made = unit;
	if (unit)
		keymap_put(&c->units, key, (uintptr_t)unit);
	return unit;
}

UnitFn *compiler_unit(Compiler *c, UnitRequest *rq, Err *err)
{
	if (rq->fc->n > MOST_WORDS) {
		err_set(err, "the function is too large");
		return NULL;
	}
	UnitEmit e = {.rq = rq, .fc = rq->fc, .cx = LLVMContextCreate()};
	e.module = LLVMModuleCreateWithNameInContext("unit", e.cx);
	e.b = LLVMCreateBuilderInContext(e.cx);
	LLVMSetTarget(e.module, "x86_64-pc-linux-gnu");
	LLVMTargetDataRef layout = LLVMCreateTargetDataLayout(c->machine[rq->quick]);
	LLVMSetModuleDataLayout(e.module, layout);
	emit_unit(&e);
	rq->inlined = e.inlined > 0;
	UnitFn *unit = find_unit(c, &e, rq, err);
	LLVMDisposeTargetData(layout);
	LLVMDisposeBuilder(e.b);
	LLVMDisposeModule(e.module);
	LLVMContextDispose(e.cx);
	return unit;
}
