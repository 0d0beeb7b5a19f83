/* frames.c: records the size of large locals before passes remove their unused parts.
 *
 * Natively they take stack space anyway. Each function stores the sum as an attribute, for
 * lowering.
 */
#include "engine/load/lower/lower.h"

#define FRAME_KEY "drift-frame"

enum { LARGE = 256 }; /* bytes of a local that counts: smaller ones may become registers */

static u64 large_locals(LLVMTargetDataRef layout, LLVMValueRef f)
{
	u64 sum = 0;
	LLVMBasicBlockRef entry = LLVMGetEntryBasicBlock(f);
	for (LLVMValueRef i = LLVMGetFirstInstruction(entry); i; i = LLVMGetNextInstruction(i)) {
		if (!LLVMIsAAllocaInst(i) || !LLVMIsAConstantInt(LLVMGetOperand(i, 0)))
			continue;
		u64 size = LLVMABISizeOfType(layout, LLVMGetAllocatedType(i)) *
				   LLVMConstIntGetZExtValue(LLVMGetOperand(i, 0));
		sum += size >= LARGE ? size : 0;
	}
	return sum;
}

void frames_mark(LLVMModuleRef m)
{
	LLVMContextRef c = LLVMGetModuleContext(m);
	LLVMTargetDataRef layout = LLVMGetModuleDataLayout(m);
	for (LLVMValueRef f = LLVMGetFirstFunction(m); f; f = LLVMGetNextFunction(f)) {
		u64 size = LLVMIsDeclaration(f) ? 0 : large_locals(layout, f);
		char text[24];
		int n = snprintf(text, sizeof text, "%llu", (unsigned long long)size);
		if (size)
			LLVMAddAttributeAtIndex(
				f, (LLVMAttributeIndex)LLVMAttributeFunctionIndex,
				LLVMCreateStringAttribute(c, FRAME_KEY, strlen(FRAME_KEY), text, (unsigned)n));
	}
}

u64 frame_of(LLVMValueRef f)
{
	LLVMAttributeRef a = LLVMGetStringAttributeAtIndex(
		f, (LLVMAttributeIndex)LLVMAttributeFunctionIndex, FRAME_KEY, strlen(FRAME_KEY));
	unsigned n;
	return a ? strtoull(LLVMGetStringAttributeValue(a, &n), NULL, 10) : 0;
}
