/* witness.h: inputs on which conditions hold, near to others, and simple.
 *
 * A Finder has a solver of its own beside the explorer's. What it finds for a pair of paths on which
 * the behaviours differ is a witness: it is made like the first input where that can be, its numbers
 * round and small, its characters such that people can read them.
 */
#ifndef DRIFT_SEARCH_WITNESS_H
#define DRIFT_SEARCH_WITNESS_H

#include "behaviour/filter.h"
#include "input/inputs.h"
#include "solve/solve.h"

typedef struct Finder {
	ExprPool *pool;
	const Inputs *inputs;
	const Behaviours *seen; /* what witnesses are held against */
	Solver *solver;
	Solver *proves; /* what texts of conditions leave out (say.c); NULL until there is one */
	ExprEval *eval;
	Assignment start;   /* an input that was given: what witnesses are to stay near to */
	Assignment other;   /* scratch */
	Assignment witness; /* the latest */
	bool unsolved;      /* nothing is solved: an input shows a difference itself, or does not */
	bool must_show;     /* of shape_witness: the difference must not be one that is ignored */
	u64 solved;         /* comparisons by the solver */
	u64 unknown;        /* that it gave up on, or that were too large */
	u64 filtered;       /* pairs of paths whose difference may be ignored on every input or not */
} Finder;

void finder_init(Finder *f, const Inputs *in, const Behaviours *seen, const SolveOptions *opt,
				 Budget *budget);
void finder_free(Finder *f);
/* Whether all of conds and goal hold on an input. */
bool conditions_hold(Finder *f, const ExprList *conds, Expr goal, const Assignment *a);
/* Any such input, into out. */
SolveResult solve_near(Finder *f, u32 shape, const Assignment *input, ExprList *conds, Expr goal,
					   Assignment *out);
/* An input in f->witness, near to input, on which all of conds and differs hold; a solver that
 * gives up is counted. */
bool find_witness(Finder *f, u32 shape, const Assignment *input, ExprList *conds, Expr differs);
/* Shapes the witness (shape.c): nearer to an input that was given, simpler, but still on the pair of
 * paths and differing; with shows, in what --ignore leaves of the behaviours. */
void shape_witness(Finder *f, u32 shape, const ExprList *conds, Expr differs, bool shows,
				   Assignment *a);

/* The text of conditions that hold on an input of the shape, of about limit characters. */
void finder_say(Finder *f, u32 shape, const Assignment *input, const Expr *conds, size_t n,
				size_t limit, Buf *out);

#endif
