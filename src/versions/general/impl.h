/* impl.h: private to src/versions/general. */
#ifndef DRIFT_GENERAL_IMPL_H
#define DRIFT_GENERAL_IMPL_H

#include "versions/general/general.h"

struct General {
	Search *search;
	Solver *proves;     /* asks about conditions; NULL: not created yet */
	ProductRunner pair; /* machines that track dependences */
	enum { MACHINES_NONE, MACHINES_READY, MACHINES_FAILED } machines;
	u64 work;         /* instructions that these machines executed */
	Assignment model; /* scratch */
	ExprEval *eval;
};

/* The solver of this module; its answers never affect the search. */
Solver *general_solver(General *g);
/* True if there is work left, and time. */
bool general_may(General *g);
/* True if the base of the shape and conds imply e. False also means unknown. */
bool general_implies(General *g, const GeneralCase *c, const ExprList *conds, Expr e);

#endif
