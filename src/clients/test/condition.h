/* condition.h: conditions of differences, and pairs of paths that they are generalised over. */
#ifndef DRIFT_TEST_CONDITION_H
#define DRIFT_TEST_CONDITION_H

#include "clients/test/tester.h"
#include "versions/general/general.h"

/* Nothing is generalised with config.path_conditions or a golden version. */
void conditions_begin(Tester *t);
void conditions_free(Tester *t);
/* Records the pair of paths whose behaviours are in the search. */
void conditions_pair(Tester *t, u32 shape, const ExprList *conds);
/* Writes the condition of a difference whose behaviours are in the search. */
void condition_describe(Tester *t, Difference *d, u32 shape, const Assignment *a,
						const ExprList *conds, Expr differs);
/* Generalises it to the partition of the input. The cluster of the difference is known, and the behaviours
 * of the input are still in the search. */
void condition_generalise(Tester *t, Difference *d, const Assignment *a);
/* Call when the search is over: generalises over pairs of paths that were found later. */
void conditions_join(Tester *t);

#endif
