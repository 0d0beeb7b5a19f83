/* asm.h: shared by the files that lower inline assembly. */
#ifndef DRIFT_LOAD_LOWER_ASM_H
#define DRIFT_LOAD_LOWER_ASM_H

#include "engine/load/lower/lower.h"

/* An operand of the template; outputs come first. */
typedef struct AsmOperand {
	bool output;
	bool memory;       /* an address of it is the argument */
	int tied;          /* input: the output whose place it shares, or -1 */
	int arg;           /* argument of the call, or -1 */
	int result;        /* scalar of the call's result, or -1 */
	char location[16]; /* explicit register with braces, or "" */
	Type type;         /* TYPE_VOID when it is not one scalar */
	LLVMValueRef from; /* the argument */
} AsmOperand;

typedef struct Asm {
	Lower *l;
	LLVMValueRef call;
	VEC(AsmOperand) operands;
	OperandList results; /* registers of the outputs */
	TypeList types;      /* theirs */
	bool intel;          /* written in the other order */
} Asm;

/* The input that starts out in the place of output k, or NULL. */
const AsmOperand *asm_input_of(const Asm *a, size_t k);

/* Lowers a template of simple instructions one by one; false if it has others: nothing was done then
 * that a following refusal does not undo. */
bool asm_steps(Asm *a, const char *text);

#endif
