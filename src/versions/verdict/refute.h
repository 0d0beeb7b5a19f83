/* refute.h: tries to refute `equivalent` before it is reported.
 *
 * The proof depends on every cut, on every decision that the search took as settled, and on every
 * pair of outputs that it took as equal. If the search ends without a difference, we test the proof
 * with inputs that rely on none of these. Each input is run in both versions to the end, with
 * nothing left out, and the behaviours are compared byte by byte. An input on which they differ is
 * a difference like any other, and a note names the step of the proof that was wrong.
 *
 * Sources of inputs (refute_inputs.c): models that violate what was cut or taken as settled,
 * constants and texts of both programs, the ends of ranges, mutations of given inputs. Their number
 * is limited by runs, instructions and queries, never by time, so that results repeat. */
#ifndef DRIFT_COMPARISON_REFUTE_H
#define DRIFT_COMPARISON_REFUTE_H

#include "versions/product/product.h"

/* A run whose condition was cut. */
typedef struct CutRun {
	KeptInput input;
	ExprList kept;   /* the part of its condition that was kept */
	ExprList beyond; /* the first constraints that were cut, in order */
} CutRun;

typedef struct Refutation {
	VEC(CutRun) cuts; /* a sample */
	u64 seen;         /* cuts so far */
	u32 cut_loc;      /* location of the first decision that the latest run left out */
	KeyMap tried;     /* shapes and bytes of inputs */
	Solver *solver;   /* near models; with `limit` units */
	Solver *random;   /* models drawn at random */
	Solver *plain;    /* Z3 alone, without facts and sets of values */
	u64 inputs;       /* inputs that were run */
	u64 most;         /* inputs that may be run */
	u64 work;         /* instructions left */
	u64 asked;        /* solver work left */
	double seconds;
	u64 open;     /* inputs on which the end of one version is unknown */
	u32 stray;    /* 1 + a change that was executed though taken as unreachable; 0: none */
	char *failed; /* the step of the proof that was wrong; NULL: none */
	char *where;  /* its location */
} Refutation;

#endif
