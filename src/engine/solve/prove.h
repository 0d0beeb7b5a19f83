/* prove.h: asks Z3, and nothing else.
 *
 * The checker of certificates must not depend on the solver that the search used: on its layers,
 * caches, slices, lowering or models. So this module has its own translation, as small as possible.
 *
 * A prover keeps the terms of conditions that it was asked about, because most questions of a tree share
 * them. */
#ifndef DRIFT_SOLVE_PROVE_H
#define DRIFT_SOLVE_PROVE_H

#include "engine/solve/solve.h"

typedef struct ProofZ3 ProofZ3;

/* The pool must live as long as the prover. */
ProofZ3 *prover_new(ExprPool *p);
void prover_free(ProofZ3 *x);
/* Is there an input on which all of these are true? limit: Z3's resource units, see solve_units; 0: no
 * limit. */
SolveResult prover_ask(ProofZ3 *x, const Expr *all, size_t n, u32 limit);
/* The same of a new Z3, which is gone with the answer. If there is such an input, *value becomes the value
 * of a variable there; var is NO_VARIABLE if it is not wanted. */
enum { NO_VARIABLE = 0xffffffff };
SolveResult prover_ask_alone(ExprPool *p, const Expr *all, size_t n, u32 limit, u32 var,
							 u64 *value);

#endif
