/* untried.h: decisions on the failure of a call that no run has seen failing.
 *
 * Found in the code: a branch whose condition is made from what a call returned, if the call may
 * come to the heap, or to reading or writing, and of whose ways one was never taken while the
 * other was. Where the value goes is followed through registers and through memory named alike in
 * one function; so the list is a hint, never a proof that there are no others.
 */
#ifndef DRIFT_EXPLORE_UNTRIED_H
#define DRIFT_EXPLORE_UNTRIED_H

#include "explore/explore.h"

enum { MAY_MALLOC = 1, MAY_READ = 2, MAY_WRITE = 4 };

typedef struct Untried {
	u32 loc;   /* of the branch */
	u8 faults; /* MAY_*: what may have failed */
} Untried;

typedef VEC(Untried) UntriedList;

/* In the user's own functions, in the order of the program. */
void untried_find(const Program *p, const Machine *m, UntriedList *out);

#endif
