/* infect.h: finds where in a run both versions have reached the same state.
 *
 * A change may be executed without effect: x keeps its value, or the difference is overwritten or
 * no longer read. We look for the first point where both versions are at the same location with the
 * same state (call stack, live registers, memory, requests to the kernel; values and expressions),
 * and no change can be executed any more. From there on they are one program, and their decisions
 * show no difference.
 *
 * Once states are equal they stay equal. So we find the first such point by bisection over the
 * constraints that both runs have in common at their ends. For each guess the input is run again in
 * machines whose state can be inspected (state.h). The answer is valid for all runs with the same
 * constraints up to there, and is cached. */
#ifndef DRIFT_SEARCH_INFECT_H
#define DRIFT_SEARCH_INFECT_H

#include "versions/search/impl.h"

typedef struct Infect Infect;

Infect *infect_new(Search *search);
void infect_free(Infect *x);

/* For the pair's latest run: cuts the kept constraints to those decided before the states are
 * equal. c->front are the decisions up to which a change can be executed. Returns false if nothing
 * was cut. */
bool infect_cut(Infect *x, Search *search, const Constraint *const list[2], ProductCut *c);

#endif
