/* export.c: writes the subject's bitcode, for a native build without sources.
 *
 * It is the bitcode of the compiler, before drift's own passes, with three changes. The function
 * that a driver will call becomes visible. All functions allow AddressSanitizer to instrument
 * them, since clang does so only if the front end asked for it. Locals may be filled at the
 * start of their function, as -ftrivial-auto-var-init does from sources. That is sound, because
 * an uninitialised local may have any value.
 */
#include "engine/load/lower/lower.h"

#include <llvm-c/BitWriter.h>

bool export_defines(LLVMModuleRef m, const char *name)
{
	LLVMValueRef f = LLVMGetNamedFunction(m, name);
	return f && !LLVMIsDeclaration(f);
}

static void fill_local(LLVMBuilderRef b, LLVMTargetDataRef layout, LLVMValueRef local, u8 byte)
{
	LLVMContextRef c = LLVMGetTypeContext(LLVMTypeOf(local));
	LLVMTypeRef word = LLVMInt64TypeInContext(c);
	u64 size = LLVMABISizeOfType(layout, LLVMGetAllocatedType(local));
	LLVMPositionBuilderBefore(b, LLVMGetNextInstruction(local));
	LLVMValueRef count = LLVMBuildIntCast2(b, LLVMGetOperand(local, 0), word, 0, "");
	LLVMValueRef bytes = LLVMBuildMul(b, count, LLVMConstInt(word, size, 0), "");
	LLVMBuildMemSet(b, local, LLVMConstInt(LLVMInt8TypeInContext(c), byte, 0), bytes, 1);
}

static void fill_locals(LLVMModuleRef m, u8 byte)
{
	LLVMBuilderRef b = LLVMCreateBuilderInContext(LLVMGetModuleContext(m));
	LLVMTargetDataRef layout = LLVMGetModuleDataLayout(m);
	for (LLVMValueRef f = LLVMGetFirstFunction(m); f; f = LLVMGetNextFunction(f))
		for (LLVMBasicBlockRef bb = LLVMGetFirstBasicBlock(f); bb; bb = LLVMGetNextBasicBlock(bb))
			for (LLVMValueRef i = LLVMGetFirstInstruction(bb); i; i = LLVMGetNextInstruction(i))
				if (LLVMIsAAllocaInst(i))
					fill_local(b, layout, i, byte);
	LLVMDisposeBuilder(b);
}

void export_bitcode(LLVMModuleRef m, const char *entry, const u8 *fill, Buf *to)
{
	LLVMContextRef c = LLVMGetModuleContext(m);
	unsigned kind = LLVMGetEnumAttributeKindForName("sanitize_address", 16);
	LLVMAttributeRef sanitize = LLVMCreateEnumAttribute(c, kind, 0);
	LLVMModuleRef copy = LLVMCloneModule(m);
	for (LLVMValueRef f = LLVMGetFirstFunction(copy); f; f = LLVMGetNextFunction(f)) {
		if (!LLVMIsDeclaration(f))
			LLVMAddAttributeAtIndex(f, LLVMAttributeFunctionIndex, sanitize);
	}
	if (fill)
		fill_locals(copy, *fill);
	if (entry && export_defines(copy, entry)) {
		LLVMSetLinkage(LLVMGetNamedFunction(copy, entry), LLVMExternalLinkage);
		LLVMSetVisibility(LLVMGetNamedFunction(copy, entry), LLVMDefaultVisibility);
	}
	LLVMMemoryBufferRef bytes = LLVMWriteBitcodeToMemoryBuffer(copy);
	buf_add(to, LLVMGetBufferStart(bytes), LLVMGetBufferSize(bytes));
	LLVMDisposeMemoryBuffer(bytes);
	LLVMDisposeModule(copy);
}
