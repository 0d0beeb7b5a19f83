/* wrapper.h: private to src/static. Functions that hand out fresh memory.
 *
 * A block made through xmalloc is named by the call of xmalloc, not by the one malloc in it: else
 * all blocks of a program would be one. That is right only for a function that gives
 * the block to nobody but its caller, which is what is checked here.
 */
#ifndef DRIFT_STATIC_POINTS_WRAPPER_H
#define DRIFT_STATIC_POINTS_WRAPPER_H

#include "load/program.h"

typedef struct Wrapper {
	bool is;
	bool inner;  /* its body writes into the block, so contents go from level to level */
	u32 copies;  /* parameter whose block's contents it takes over (realloc), or NO_OPERAND */
	u32 n_calls; /* calls in it whose block it returns */
	u32 *calls;  /* instructions */
} Wrapper;

typedef struct Wrappers {
	Wrapper *of; /* by function */
} Wrappers;

Wrappers *wrappers_find(const Program *p, Arena *a);

#endif
