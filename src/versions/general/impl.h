/* impl.h: private to src/versions/general. */
#ifndef DRIFT_GENERAL_IMPL_H
#define DRIFT_GENERAL_IMPL_H

#include "versions/general/general.h"

/* An input of a shape. */
typedef struct Counter {
	u32 shape;
	Assignment input; /* satisfies the shape's base, and is canonical */
} Counter;

struct General {
	Search *search;
	Solver *proves;     /* asks about conditions; NULL: not created yet */
	ProductRunner pair; /* machines that track dependences */
	enum { MACHINES_NONE, MACHINES_READY, MACHINES_FAILED } machines;
	u64 work;         /* instructions that these machines executed */
	u32 failures;     /* attempts of partition.c since the latest that succeeded */
	Assignment model; /* scratch */
	ExprEval *eval;
	VEC(Counter) counters;        /* inputs that refuted implications */
	size_t next_counter;          /* of these, the oldest, if there are as many as are kept */
	const Assignment *refuted_by; /* what refuted the latest implication; NULL: nothing did */
};

/* The solver of this module; its answers never affect the search. */
Solver *general_solver(General *g);
/* True if there is work left, and time. */
bool general_may(General *g);
/* True if the base of the shape and conds imply e. False also means unknown. */
bool general_implies(General *g, const GeneralCase *c, const ExprList *conds, Expr e);
/* An input that refutes the latest implication, until the next; NULL: it is true or unknown. */
const Assignment *general_counterexample(const General *g);

/* counter.c */
/* Keeps an input of the shape that refutes the latest implication. */
void counters_keep(General *g, u32 shape, const Assignment *a);
/* True if an input that was kept satisfies conds and not e; it is the counterexample then. */
bool counters_refute(General *g, u32 shape, const ExprList *conds, Expr e);
void counters_free(General *g);

#endif
