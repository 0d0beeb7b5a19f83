/* export.c: the subject's bitcode, for a native build where there are no sources.
 *
 * It is written as it came from the compiler, before drift's own passes. Two things are changed:
 * the function that a driver will call can be seen from outside, and all functions say that
 * AddressSanitizer may instrument them, since clang does so only where the front end asked.
 */
#include "load/lower.h"

#include <llvm-c/BitWriter.h>

bool export_defines(LLVMModuleRef m, const char *name)
{
	LLVMValueRef f = LLVMGetNamedFunction(m, name);
	return f && !LLVMIsDeclaration(f);
}

void export_bitcode(LLVMModuleRef m, const char *entry, Buf *to)
{
	LLVMContextRef c = LLVMGetModuleContext(m);
	unsigned kind = LLVMGetEnumAttributeKindForName("sanitize_address", 16);
	LLVMAttributeRef sanitize = LLVMCreateEnumAttribute(c, kind, 0);
	LLVMModuleRef copy = LLVMCloneModule(m);
	for (LLVMValueRef f = LLVMGetFirstFunction(copy); f; f = LLVMGetNextFunction(f)) {
		if (!LLVMIsDeclaration(f))
			LLVMAddAttributeAtIndex(f, LLVMAttributeFunctionIndex, sanitize);
	}
	if (entry && export_defines(copy, entry)) {
		LLVMSetLinkage(LLVMGetNamedFunction(copy, entry), LLVMExternalLinkage);
		LLVMSetVisibility(LLVMGetNamedFunction(copy, entry), LLVMDefaultVisibility);
	}
	LLVMMemoryBufferRef bytes = LLVMWriteBitcodeToMemoryBuffer(copy);
	buf_add(to, LLVMGetBufferStart(bytes), LLVMGetBufferSize(bytes));
	LLVMDisposeMemoryBuffer(bytes);
	LLVMDisposeModule(copy);
}
