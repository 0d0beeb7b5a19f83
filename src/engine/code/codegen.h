/* codegen.h: private to code_make: shared by the steps from a Function to its bytecode.
 *
 *   uses.c           uses of values; instructions that others take over
 *   regs.c           assigns one register to values that flow into each other
 *   ops.c            arithmetic, comparisons, conversions
 *   mem.c            addresses, loads, stores
 *   flow.c           phis, jumps, calls, returns
 *   edges.c          edges between blocks that matter for dependences
 *   codegen.c        the order of the steps
 *   settle.c         removes bytecode instructions once they are executed
 *
 * The steps read the Function in its single-assignment form. Registers of bytecode instructions
 * go through CodeGen.map. The slow path executes FnCode.body, the same instructions with mapped
 * registers.
 */
#ifndef DRIFT_CODE_CODEGEN_H
#define DRIFT_CODE_CODEGEN_H

#include "engine/code/code.h"
#include "engine/static/ways.h"

/* Definition and uses of a register, for fusing. */
typedef struct RegInfo {
	u32 def;    /* instruction, or NO_REG for parameters */
	u32 uses;   /* operand positions that read it */
	u32 use;    /* the last instruction that reads it */
	bool other; /* read by something that is not the address of a load or store in its block */
} RegInfo;

typedef enum Skip {
	SKIP_NOT,
	SKIP_FOLDED, /* executed by each user of its result, each time */
	SKIP_EARLY,  /* executed by the load that makes its operand */
} Skip;

typedef struct Fix {
	u32 word;     /* whose target is a block or stub */
	i32 *where;   /* the field; NULL: Code.d of the word */
	u32 from, to; /* edge */
	bool stub;    /* true if the edge has moves */
} Fix;

/* Placeholder for the register with the start of the globals until its number is known. */
#define PIN 0xfffffff0u

/* A branch in a loop, and the blocks between it and the end of its region. */
typedef struct LoopRegion {
	u32 branch, end; /* blocks */
	u64 *blocks;     /* set of blocks between them; includes the branch if it repeats */
	u32 *regs;       /* registers that leave it */
	u32 n_regs;
} LoopRegion;

typedef struct CodeGen {
	const Program *p;
	const Function *f;
	FnCode *fc;
	Ways ways;   /* out of its decisions, of the subject's own functions while covered */
	Arena arena; /* memory until the bytecode is made */
	RegInfo *regs;
	u32 param_regs; /* registers that parameters come in, from 0 on */
	u32 *map;       /* register of the function -> register of the bytecode */
	bool shared;    /* true if map is not the identity */
	u32 *block_of;  /* instruction -> block */
	u8 *skip;       /* by instruction: Skip, if it is executed as part of another */
	u32 *extends;   /* load -> the conversion of its value that it does as well, or NO_REG */
	VEC(Code) code;
	VEC(Origin) origin;
	VEC(Fix) fixes;
	VEC(SwitchTable) switches;
	VEC(u32 *) edges;
	u64 *region_ends;             /* set of blocks, with tracking */
	VEC(LoopRegion) loop_regions; /* of branches in loops that registers leave */
	Origin now;                   /* origin of the instructions being emitted */
	u32 scratch;                  /* first register past the function's own */
	u32 n_scratch;                /* most used at once */
	bool uses_pin;                /* true if the register with the start of the globals is needed */
	u32 *n_preds;                 /* by block */
	u32 *counts; /* by block: instructions to count at its end, with those of blocks that fall
					into it */
	u32 block;   /* current block */
	u32 next;    /* what comes after the words being emitted */
	u32 carry;   /* instructions to count besides those of the current block */
	u32 depth;   /* blocks being copied into each other */
	u32 copied;  /* bytecode instructions of copies so far */
} CodeGen;

/* Returns the offset of a register of the function in the frame. */
static inline u32 reg_at(const CodeGen *g, u32 reg)
{
	return g->map[reg] * 16;
}
static inline const Const *code_constant(const CodeGen *g, Operand o)
{
	return &g->p->consts.at[o & ~OPERAND_CONST];
}
static inline u32 code_index(const CodeGen *g, const Ins *in)
{
	return (u32)(in - g->f->ins);
}
static inline bool imm_fits(i64 n)
{
	return n == (i32)n;
}
static inline bool plain_width(u32 bits)
{
	return bits == 8 || bits == 16 || bits == 32 || bits == 64;
}

/* codegen.c */
Code *code_word(CodeGen *g, CodeOp op, u32 d, u32 a, u32 b);
void code_ins(CodeGen *g, u32 i);
/* Emits a report that the block is entered, if it is wanted. */
void code_cover(CodeGen *g, u32 block);
void code_mark(CodeGen *g, u32 i); /* the mark of an instruction, if it has one */
/* Returns the flag of an edge that must be marked when it is taken; NO_OPERAND: none. */
u32 code_way(const CodeGen *g, u32 from, u32 to);
/* Emits the second half of an indexed access. */
void code_second_word(CodeGen *g, u32 scale, i32 offset);
/* Adds this instruction to the origin of the following bytecode instructions. */
void code_origin(CodeGen *g, u32 ins);
/* Returns a register that holds the operand; a constant is first loaded to scratch register k. */
u32 code_register(CodeGen *g, Operand o, u32 k, u32 part);
/* Loads a constant to the register at the offset. */
void code_load_constant(CodeGen *g, Operand o, u32 part, u32 to);
/* Returns an immediate for an operation of the width: the low bits, as the handler reads them. */
bool code_immediate(const CodeGen *g, Operand o, u32 bits, i32 *imm);
/* uses.c         */
void code_analyse(CodeGen *g);
void code_count_preds(CodeGen *g);
void code_mark_folded(CodeGen *g);
bool code_base_fits(const CodeGen *g, Operand base, i64 offset);
/* Returns the address computation that a load, a store or the address of a field executes
 * itself, or NULL. */
const Ins *code_folded_gep(const CodeGen *g, Operand address);
/* Returns the extension that the user of this index executes itself, or NULL. */
const Ins *code_folded_extension(const CodeGen *g, Operand index);
/* Returns the conversion that the user of this operand executes itself, or NULL. */
const Ins *code_folded_conversion(const CodeGen *g, Operand o);
/* Returns true if the instruction's addresses are checked before it; and finds where an address
 * comes from, through moves and added offsets. */
bool code_looks(const CodeGen *g, const Ins *in);
Operand code_root(const CodeGen *g, Operand o);
/* regs.c */
void code_share_registers(CodeGen *g);
const Function *code_body(CodeGen *g);
/* ops.c, mem.c: return false if no bytecode instruction does it; nothing of use was emitted */
bool code_binary(CodeGen *g, u32 i);
bool code_compare(CodeGen *g, u32 i);
u16 code_compare_op(Pred pred, u32 bits, bool branch);
bool code_cast(CodeGen *g, u32 i);
bool code_float(CodeGen *g, u32 i);
bool code_load(CodeGen *g, u32 i);
bool code_store(CodeGen *g, u32 i);
bool code_gep(CodeGen *g, u32 i);
/* flow.c         */
void code_jump(CodeGen *g, u32 from, u32 to, u16 count);
void code_cbr(CodeGen *g, u32 i);
bool code_switch(CodeGen *g, u32 i);
void code_goto(CodeGen *g, u32 i);
void code_call(CodeGen *g, u32 i);
void code_ret(CodeGen *g, u32 i);
u16 code_block_count(const CodeGen *g, u32 b);
void code_resolve(CodeGen *g, const u32 *block_start);
/* edges.c         */
void code_regions(CodeGen *g);
bool code_has_edge(CodeGen *g, u32 from, u32 to);
void code_edge(CodeGen *g, u32 from, u32 to);

#endif
