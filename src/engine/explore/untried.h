/* untried.h: branches on the failure of a call that never failed in any run.
 *
 * We search the code for a branch whose condition depends on the result of a call, if the call
 * may allocate, read or write, and if one side of the branch was taken and the other never. A
 * comparison that is a value, and the status of the program, count as branches. We
 * follow the value through registers, and through memory that is named alike in one function. So
 * the list is a hint, never a proof that there are no others.
 */
#ifndef DRIFT_EXPLORE_UNTRIED_H
#define DRIFT_EXPLORE_UNTRIED_H

#include "engine/explore/explore.h"

enum { MAY_MALLOC = 1, MAY_READ = 2, MAY_WRITE = 4 };

typedef struct Untried {
	u32 loc;   /* location of the branch */
	u8 faults; /* MAY_*: what may have failed */
} Untried;

typedef VEC(Untried) UntriedList;

/* Finds them in the user's own functions, in the order of the program. */
void untried_find(const Program *p, const Machine *m, UntriedList *out);

#endif
