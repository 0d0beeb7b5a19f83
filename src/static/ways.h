/* ways.h: ways out of a decision, as coverage counts them.
 *
 * A block that ends in a decision has several successors. That one of them was executed says that
 * the way to it was taken only if there is no other way to it; where there is, as behind an if
 * without else, the way itself is marked. Such ways are numbered after the blocks, so that one
 * array of flags holds both.
 */
#ifndef DRIFT_STATIC_WAYS_H
#define DRIFT_STATIC_WAYS_H

#include "load/program.h"

typedef struct Way {
	u32 to;   /* block */
	u32 flag; /* that says whether it was taken: the block itself, or a number of its own */
} Way;

typedef struct Ways {
	Way *at;    /* of all blocks, each destination of a block once */
	u32 *begin; /* by block, and one more: its ways are at[begin[b]] to at[begin[b + 1]] */
	u32 flags;  /* blocks and ways with a number of their own; 0: not found out */
} Ways;

void ways_find(const Function *f, Ways *w);
void ways_free(Ways *w);
/* The flag of a way; NO_OPERAND: that is no decision. */
u32 ways_flag(const Ways *w, u32 from, u32 to);

#endif
