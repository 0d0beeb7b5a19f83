/* link.c: turns bitcode into one normalised module: parse, link, definition markers, passes. */
#include "engine/load/lower/lower.h"

#include <llvm-c/Analysis.h>
#include <llvm-c/BitReader.h>
#include <llvm-c/DebugInfo.h>
#include <llvm-c/IRReader.h>
#include <llvm-c/Linker.h>
#include <llvm-c/Support.h>
#include <llvm-c/Transforms/PassBuilder.h>

/* LLVM reports through a handler; its default prints and ends the process. */
static void on_diagnostic(LLVMDiagnosticInfoRef info, void *context)
{
	Err *err = context;
	char *text = LLVMGetDiagInfoDescription(info);
	if (LLVMGetDiagInfoSeverity(info) == LLVMDSError)
		err_set(err, "%s", text);
	LLVMDisposeMessage(text);
}

static bool is_bitcode(const u8 *p, size_t n)
{
	return n >= 4 && ((p[0] == 'B' && p[1] == 'C' && p[2] == 0xc0 && p[3] == 0xde) ||
					  (p[0] == 0xde && p[1] == 0xc0 && p[2] == 0x17 && p[3] == 0x0b));
}

LLVMModuleRef link_parse(LLVMContextRef c, const char *name, const void *bytes, size_t n, Err *err)
{
	Err why = {0};
	LLVMContextSetDiagnosticHandler(c, on_diagnostic, &why);
	LLVMMemoryBufferRef buffer = LLVMCreateMemoryBufferWithMemoryRangeCopy(bytes, n, name);
	LLVMModuleRef m = NULL;
	bool bad;
	if (is_bitcode(bytes, n)) {
		bad = LLVMParseBitcodeInContext2(c, buffer, &m);
		LLVMDisposeMemoryBuffer(buffer);
	} else {
		char *text = NULL;
		bad = LLVMParseIRInContext(c, buffer, &m, &text); /* takes the buffer */
		if (text && !why.text[0])
			err_set(&why, "%s", text);
		LLVMDisposeMessage(text);
	}
	LLVMContextSetDiagnosticHandler(c, NULL, NULL);
	if (bad) {
		/* Of text LLVM also shows the line and a caret; the first line says enough. */
		why.text[strcspn(why.text, "\n")] = 0;
		err_set(err,
				"%s: not bitcode that LLVM " DRIFT_LLVM
				" can read (%s); make it with clang-" DRIFT_LLVM " or drift-cc",
				name, why.text[0] ? why.text : "invalid");
		return NULL;
	}
	const char *triple = LLVMGetTarget(m);
	if (*triple && strncmp(triple, "x86_64", 6)) {
		err_set(err, "%s: made for %s; drift runs x86_64 Linux programs only", name, triple);
		LLVMDisposeModule(m);
		return NULL;
	}
	return m;
}

/* LLVM's reader verifies every module that has debug information: a quarter of its time. */
void program_trust_compiler(void)
{
	static const char *const words[] = {"drift", "-disable-auto-upgrade-debug-info"};
	LLVMParseCommandLineOptions(countof(words), words, NULL);
}

bool link_verify(LLVMModuleRef m, const char *name, Err *err)
{
	char *text = NULL;
	bool bad = LLVMVerifyModule(m, LLVMReturnStatusAction, &text);
	if (bad && LLVMStripModuleDebugInfo(m)) { /* it may be wrong there alone */
		LLVMDisposeMessage(text);
		bad = LLVMVerifyModule(m, LLVMReturnStatusAction, &text);
	}
	if (bad)
		err_set(err, "%s: not bitcode that LLVM " DRIFT_LLVM " takes (%.*s)", name,
				(int)strcspn(text, "\n"), text);
	LLVMDisposeMessage(text);
	return !bad;
}

static void weaken(LLVMValueRef theirs, LLVMValueRef ours)
{
	LLVMLinkage k = LLVMGetLinkage(theirs);
	if (ours && !LLVMIsDeclaration(ours) && !LLVMIsDeclaration(theirs) &&
		k != LLVMInternalLinkage && k != LLVMPrivateLinkage)
		LLVMSetLinkage(theirs, LLVMWeakAnyLinkage);
}

void link_weaken(LLVMModuleRef to, LLVMModuleRef from)
{
	size_t n;
	for (LLVMValueRef f = LLVMGetFirstFunction(from); f; f = LLVMGetNextFunction(f))
		weaken(f, LLVMGetNamedFunction(to, LLVMGetValueName2(f, &n)));
	for (LLVMValueRef g = LLVMGetFirstGlobal(from); g; g = LLVMGetNextGlobal(g))
		weaken(g, LLVMGetNamedGlobal(to, LLVMGetValueName2(g, &n)));
}

bool link_into(LLVMModuleRef to, LLVMModuleRef from, const char *name, Err *err)
{
	Err why = {0};
	LLVMContextRef c = LLVMGetModuleContext(to);
	LLVMContextSetDiagnosticHandler(c, on_diagnostic, &why);
	bool bad = LLVMLinkModules2(to, from);
	LLVMContextSetDiagnosticHandler(c, NULL, NULL);
	char *twice = strstr(why.text, "symbol multiply defined");
	const char *from_quote = twice ? strchr(why.text, '\'') : NULL;
	if (bad && from_quote)
		return err_set(err, "%s: '%.*s' is defined twice; name the files of one program only", name,
					   (int)strcspn(from_quote + 1, "'"), from_quote + 1);
	if (bad)
		return err_set(err, "%s: cannot link: %s", name, why.text[0] ? why.text : "conflict");
	return true;
}

/* A store of a scalar to a local becomes store(marker(value)), so that the assignment stays an
 * instruction with its own line when the local becomes a register. */
static void mark_store(LLVMModuleRef m, LLVMBuilderRef b, LLVMValueRef store)
{
	LLVMValueRef value = LLVMGetOperand(store, 0), to = LLVMGetOperand(store, 1);
	LLVMTypeRef type = LLVMTypeOf(value);
	if (!LLVMIsAAllocaInst(to) || LLVMIsAArgument(value) || LLVMGetVolatile(store) ||
		scalar_type(type) == TYPE_VOID || !LLVMInstructionGetDebugLoc(store))
		return;
	char *type_name = LLVMPrintTypeToString(type);
	char name[64];
	snprintf(name, sizeof name, DEF_MARKER "%s", type_name);
	LLVMDisposeMessage(type_name);
	LLVMTypeRef fn_type = LLVMFunctionType(type, &type, 1, 0);
	LLVMValueRef fn = LLVMGetNamedFunction(m, name);
	if (!fn)
		fn = LLVMAddFunction(m, name, fn_type);
	LLVMPositionBuilderBefore(b, store);
	LLVMSetCurrentDebugLocation2(b, LLVMInstructionGetDebugLoc(store));
	LLVMValueRef call = LLVMBuildCall2(b, fn_type, fn, &value, 1, "");
	LLVMSetOperand(store, 0, call);
}

/* A choice within an expression, to be told from those that will be made for variables. */
static void mark_choice(LLVMContextRef c, LLVMValueRef phi)
{
	unsigned kind = LLVMGetMDKindIDInContext(c, CHOICE_MARKER, strlen(CHOICE_MARKER));
	LLVMSetMetadata(phi, kind, LLVMMetadataAsValue(c, LLVMMDNodeInContext2(c, NULL, 0)));
}

static void add_markers(LLVMModuleRef m)
{
	LLVMContextRef c = LLVMGetModuleContext(m);
	LLVMBuilderRef b = LLVMCreateBuilderInContext(c);
	for (LLVMValueRef f = LLVMGetFirstFunction(m); f; f = LLVMGetNextFunction(f))
		for (LLVMBasicBlockRef bb = LLVMGetFirstBasicBlock(f); bb; bb = LLVMGetNextBasicBlock(bb))
			for (LLVMValueRef i = LLVMGetFirstInstruction(bb); i; i = LLVMGetNextInstruction(i))
				if (LLVMIsAStoreInst(i))
					mark_store(m, b, i);
				else if (LLVMIsAPHINode(i))
					mark_choice(c, i);
	LLVMDisposeBuilder(b);
}

/* Functions that clang was told not to optimise would be skipped by every pass. */
static void drop_optnone(LLVMModuleRef m)
{
	unsigned optnone = LLVMGetEnumAttributeKindForName("optnone", 7);
	for (LLVMValueRef f = LLVMGetFirstFunction(m); f; f = LLVMGetNextFunction(f))
		LLVMRemoveEnumAttributeAtIndex(f, (LLVMAttributeIndex)LLVMAttributeFunctionIndex, optnone);
}

bool link_normalise(LLVMModuleRef m, bool markers, Err *err)
{
	LLVMSetIsNewDbgInfoFormat(m, 0);
	drop_optnone(m);
	if (markers)
		add_markers(m);
	if (markers)
		undefined_locals_begin(m);
	LLVMPassBuilderOptionsRef options = LLVMCreatePassBuilderOptions();
	LLVMErrorRef e = LLVMRunPasses(
		m, "function(sroa<preserve-cfg>,lower-constant-intrinsics,scalarizer,sroa<preserve-cfg>)",
		NULL, options);
	LLVMDisposePassBuilderOptions(options);
	if (e) {
		char *text = LLVMGetErrorMessage(e);
		err_set(err, "LLVM passes failed: %s", text);
		LLVMDisposeErrorMessage(text);
		return false;
	}
	LLVMSetIsNewDbgInfoFormat(m, 0);
	if (markers)
		undefined_locals_end(m);
	return true;
}
