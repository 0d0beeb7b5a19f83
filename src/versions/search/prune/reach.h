/* reach.h: where a run of OLD can still execute a change, by the closed rule.
 *
 * The answers are about inputs that were never run. So they use a complete call graph
 * (engine/static/closed/closed.h) and count code that the machine does not run as a change, since
 * its callees are unknown. A change has points in both versions, so OLD's graph is enough. If
 * signal handlers or setjmp are available there is no answer: they jump where no flow graph shows
 * it.
 *
 * What can run after a place is what its function can still execute, with everything that it calls,
 * and then, if the function can return from there, what the callers execute after the call: all
 * callers of the graph, not only those on the stack. Handlers of exit and destructors are called by
 * the C library like any other function. */
#ifndef DRIFT_SEARCH_REACH_H
#define DRIFT_SEARCH_REACH_H

#include "versions/search/impl.h"

typedef struct Reach Reach;

/* Returns NULL if nothing can be known; *off is why. */
Reach *reach_new(Search *search, GuideOff *off);
void reach_free(Reach *r);

/* True if the instruction is a point of a change, or something that the machine does not run. */
bool reach_is_target(const Reach *r, u32 function, u32 ins);
/* True if no change can be executed from an instruction on, itself included. */
bool reach_none_from(Reach *r, u32 function, u32 ins);
/* True if a decision is a branch of the flow graph and no change can be executed on a side; way as
 * in Constraint. */
bool reach_none_on(Reach *r, u32 function, u32 ins, u32 way);
/* Returns the condition of the decision's other sides on which no change can be executed; 0: there
 * is none, or the decision is no branch of the flow graph. */
Expr reach_closed_sides(Reach *r, ExprPool *pool, const Constraint *c);

#endif
