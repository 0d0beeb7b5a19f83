/* prove.h: asks Z3 one question, and nothing else.
 *
 * The checker of certificates must not depend on the solver that the search used: on its layers,
 * caches, slices, lowering or models. So this file has its own translation, as small as possible. Each
 * question gets a new Z3, which is gone with the answer. */
#ifndef DRIFT_SOLVE_PROVE_H
#define DRIFT_SOLVE_PROVE_H

#include "engine/solve/solve.h"

/* Is there an input on which all of these are true? limit: Z3's resource units, see solve_units; 0: no
 * limit. */
SolveResult prove_ask(ExprPool *p, const Expr *all, size_t n, u32 limit);

#endif
