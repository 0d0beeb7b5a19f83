/* flow.h: private to src/engine/compile: what bytecode instructions read, write and lead to. */
#ifndef DRIFT_COMPILE_FLOW_H
#define DRIFT_COMPILE_FLOW_H

#include "engine/compile/compile.h"

typedef VEC(u32) WordList;

/* words.c */
/* Appends the registers (by number) that the bytecode instruction reads; those that it writes. */
void word_reads(const Program *p, const FnCode *fc, u32 at, WordList *to);
void word_writes(const FnCode *fc, u32 at, WordList *to);
/* Appends the bytecode instructions that may be executed next in this frame. */
void word_next(const FnCode *fc, u32 at, WordList *to);
/* Returns true if it ends a block, even if it always leads to the next instruction. */
bool word_jumps(const Code *c);
/* Returns true if the instruction may have an effect besides its results: it cannot be repeated. */
bool word_acts(const Code *c);
/* Returns true if a unit is always left at the instruction. */
bool word_leaves(const FnCode *fc, u32 at);
/* Returns true if the instruction is executed by the generic path and ends the run. */
bool word_stops(const FnCode *fc, u32 at);

/* flow.c: what a unit needs to know of the whole function. */
typedef struct UnitFlow {
	u32 n_regs;
	u32 row;          /* of live, in u64 */
	u64 *live;        /* by bytecode instruction: registers that are read before they are written */
	u8 *maybe;        /* by register: true if it may be set to a value that is not plain */
	u8 *leader;       /* by bytecode instruction: true if a block begins there */
	u8 *reached;      /* by bytecode instruction: true if the unit contains it */
	WordList order;   /* the leaders of the unit */
	WordList entries; /* where it is entered, each once; the request's is the first */
} UnitFlow;

void flow_make(UnitFlow *f, const UnitRequest *rq);
void flow_free(UnitFlow *f);

static inline bool flow_live(const UnitFlow *f, u32 at, u32 reg)
{
	return f->live[(size_t)at * f->row + reg / 64] >> (reg % 64) & 1;
}

#endif
