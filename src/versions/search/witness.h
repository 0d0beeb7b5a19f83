/* witness.h: finds inputs that satisfy conditions, near to given inputs, and simple.
 *
 * A Finder has its own solver beside the explorer's. An input it finds for a pair of paths on which
 * the behaviours differ is a witness. The witness stays like the given input where possible, with
 * small round numbers and readable characters. */
#ifndef DRIFT_SEARCH_WITNESS_H
#define DRIFT_SEARCH_WITNESS_H

#include "versions/behaviour/filter.h"
#include "engine/input/inputs.h"
#include "engine/solve/solve.h"

typedef struct Finder {
	ExprPool *pool;
	const Inputs *inputs;
	const Behaviours *seen; /* behaviours that witnesses must show to differ */
	Solver *solver;
	Solver *proves; /* proves which parts a condition's text can omit (say.c); NULL until needed */
	ExprEval *eval;
	Assignment start;   /* a given input: witnesses stay near to it */
	Assignment other;   /* scratch */
	Assignment witness; /* the latest */
	bool unsolved;      /* true if nothing is solved: only the input itself is tried */
	bool must_show;     /* for shape_witness: true if --ignore must not filter out the difference */
	u64 solved;         /* comparisons by the solver */
	u64 unknown;        /* queries that it gave up on, or that were too large */
	u64 filtered;       /* pairs of paths whose difference --ignore may filter out on every input */
} Finder;

void finder_init(Finder *f, const Inputs *in, const Behaviours *seen, const SolveOptions *opt,
				 Budget *budget);
void finder_free(Finder *f);
/* True if conds and goal are all true on an input. */
bool conditions_hold(Finder *f, const ExprList *conds, Expr goal, const Assignment *a);
/* Finds any such input, into out. */
SolveResult solve_near(Finder *f, u32 shape, const Assignment *input, ExprList *conds, Expr goal,
					   Assignment *out);
/* Finds an input near to `input` that satisfies conds and differs, into f->witness. Counts queries
 * that the solver gives up on. */
bool find_witness(Finder *f, u32 shape, const Assignment *input, ExprList *conds, Expr differs);
/* Shapes the witness (shape.c): nearer to a given input, simpler, but still on the pair of paths
 * and differing; with shows, also after --ignore. */
void shape_witness(Finder *f, u32 shape, const ExprList *conds, Expr differs, bool shows,
				   Assignment *a);

/* Prints conditions that are true on an input of the shape, in about limit characters. */
void finder_say(Finder *f, u32 shape, const Assignment *input, const Expr *conds, size_t n,
				size_t limit, Buf *out);

#endif
