/* wrapper.h: private to src/engine/static. Functions that return fresh memory.
 *
 * A block allocated through xmalloc is named by the call of xmalloc, not by the one malloc in
 * it; otherwise all blocks of a program would be one. That is correct only if the function
 * passes the block to its caller and to nothing else. This file checks that.
 */
#ifndef DRIFT_STATIC_POINTS_WRAPPER_H
#define DRIFT_STATIC_POINTS_WRAPPER_H

#include "engine/load/program.h"

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
