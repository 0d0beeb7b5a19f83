/* ways.h: edges out of a decision, as coverage counts them.
 *
 * A block that ends in a decision has several successors. If a successor has only one incoming
 * edge, then executing it shows that the edge was taken. If it has several, as after an if
 * without else, the edge itself is marked. Such edges are numbered after the blocks, so that one
 * array of flags covers both.
 */
#ifndef DRIFT_STATIC_WAYS_H
#define DRIFT_STATIC_WAYS_H

#include "engine/load/program.h"

typedef struct Way {
	u32 to;   /* block */
	u32 flag; /* flag that is set if it was taken: the block itself, or its own number */
} Way;

typedef struct Ways {
	Way *at;    /* edges of all blocks, each destination of a block once */
	u32 *begin; /* by block, and one more: its edges are at[begin[b]] to at[begin[b + 1]] */
	u32 flags;  /* blocks and edges with their own number; 0: not computed */
} Ways;

void ways_find(const Function *f, Ways *w);
void ways_free(Ways *w);
/* Returns the flag of an edge; NO_OPERAND if it does not leave a decision. */
u32 ways_flag(const Ways *w, u32 from, u32 to);

#endif
