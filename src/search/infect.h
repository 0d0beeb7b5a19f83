/* infect.h: where in a run both versions have come to the same state.
 *
 * A change may be executed without effect: x becomes what it was, or what differed is overwritten
 * or not read any more. From the first point on where both versions stand at the same place with
 * the same state (call stack, registers that are still read, memory, requests to the kernel; values
 * and expressions), and no change can be executed any more, they are one program. What they
 * decide from there on shows no difference.
 *
 * Once states are equal they stay so; the first such point is found by bisection over the
 * constraints that both runs have in common at their ends. For each guess the input is run again in
 * machines that are looked into (state.h). The answer holds for all runs with the same constraints
 * up to there and is remembered.
 */
#ifndef DRIFT_SEARCH_INFECT_H
#define DRIFT_SEARCH_INFECT_H

#include "search/search.h"

typedef struct Infect Infect;

Infect *infect_new(Search *search);
void infect_free(Infect *x);

/* Of the pair's latest run: shortens what is kept to what was decided before the states are equal.
 * c->front are the decisions up to which a change can be executed. False: nothing was shortened. */
bool infect_cut(Infect *x, Search *search, const Constraint *const list[2], JointCut *c);

#endif
