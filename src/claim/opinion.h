/* opinion.h: a second opinion before `equivalent` is said.
 *
 * What the search proves stands on every cut, on every decision that it held for settled, and on
 * every pair of outputs that it held for equal. When it has ended and found nothing, that claim is
 * attacked with inputs that need none of it: each is run in both versions to the end, with nothing
 * left out, and what they did is compared byte by byte. An input that tells them apart is a
 * difference as any other, and a note says which claim was wrong.
 *
 * Where inputs come from (attack.c): models on the other side of what was cut off or held for
 * settled, constants and texts of both programs, the ends of ranges, changes of the inputs that
 * were given. How many there are goes by numbers of runs, instructions and queries, never by time,
 * so that results repeat.
 */
#ifndef DRIFT_CLAIM_OPINION_H
#define DRIFT_CLAIM_OPINION_H

#include "subject/joint.h"

/* A run whose condition was cut. */
typedef struct CutRun {
	KeptInput input;
	ExprList kept;   /* what stayed of its condition */
	ExprList beyond; /* the first of what did not, in order */
} CutRun;

typedef struct Opinion {
	VEC(CutRun) cuts; /* a sample */
	u64 seen;         /* cuts so far */
	u32 cut_loc;      /* place of the first decision that the latest left out */
	IntMap tried;     /* hashes of inputs */
	Solver *solver;   /* near models; with `limit` units */
	Solver *random;   /* models drawn at random */
	Solver *plain;    /* Z3 alone, which knows nothing of facts and sets of values */
	u64 inputs;       /* run */
	u64 most;         /* that may be run */
	u64 work;         /* instructions left */
	u64 asked;        /* work of solvers left */
	double seconds;
	u64 open;     /* inputs on which one version came to no end that is known */
	u32 stray;    /* 1 + a change that was executed and held for out of reach; 0 = none */
	char *failed; /* which claim was wrong; NULL: none */
	char *where;  /* its place */
} Opinion;

#endif
