/* impl.h: the struct Comparison; included by the files of src/versions/verdict only. */
#ifndef DRIFT_COMPARISON_IMPL_H
#define DRIFT_COMPARISON_IMPL_H

#include "engine/explore/curve.h"
#include "versions/verdict/comparison.h"
#include "versions/verdict/covers.h"
#include "versions/verdict/refute.h"

typedef struct Overflows Overflows;

/* How a pair of paths was compared, in the order in which the search found them. */
typedef struct ProvedPath {
	LeafRule rule;
	LeafCompared compared;
	u32 cut[2]; /* constraints of OLD and NEW before the cut */
} ProvedPath;
typedef VEC(ProvedPath) ProvedPaths;

struct Comparison {
	ComparisonConfig config;
	ComparisonClient client;
	Search *search;
	Covers covers;
	Refutation refute;
	Curve curve;          /* progress of the search */
	Overflows *overflows; /* of one version only; NULL: not searched for */
	ProvedPaths proved;   /* for a certificate */
	u64 compared;         /* pairs of paths compared */
	u32 unproved;         /* differences that no native run has confirmed */
	double begin;         /* time of the start */
	double seconds;       /* total, when it has ended */
	double native;        /* seconds of these for native runs */
	double first;         /* seconds until the first difference; below 0: there is none */
	bool enough;          /* true if the client has what it wants */
	bool ended;
	bool nan;     /* true if a pair of paths differs, but only in the bits of NaNs */
	Budget after; /* budget for explaining the result */
};

/* ---- overflow.c: inputs on which one version overflows and the other does not ---- */

void overflows_prepare(Comparison *comparison);
void overflows_after_path(Comparison *comparison, u32 shape, const Assignment *input,
						  const ExprList *conds);
/* Asks the solver; call when the search is over. */
void overflows_ask(Comparison *comparison);
/* With --undefined=count: true if an unanswered query makes the result incomplete. */
bool overflows_open(const Comparison *comparison);
void overflows_notes(const Comparison *comparison, Result *r);
void overflows_fill(const Comparison *comparison, Result *r);
void overflows_free(Comparison *comparison);
/* overflow_guess.c: solve_near into the finder's witness, for goals that say that an operation overflows. */
SolveResult overflow_solve(Finder *f, u32 shape, const Assignment *input, ExprList *conds,
						   Expr goal, SolveEffort effort);
/* overflow_edge.c: the same by bisection, without the solver; true: the witness has an answer. */
bool overflow_edge(Finder *f, u32 shape, const Assignment *input, const ExprList *conds, Expr goal,
				   const VarList *vars);

/* ---- covers.c: what the verdict covers ---- */

void covers_prepare(Comparison *comparison);
void covers_after_run(Comparison *comparison);
/* Call when the search is over. */
void covers_settle(Comparison *comparison);
/* The error or signal in which every run of both versions ended; false: there is none. */
bool covers_one_end(const Comparison *comparison, Buf *to);
/* Why `equivalent` is vacuous; false: it is not, or is not the verdict. */
bool covers_vacuous(const Comparison *comparison, Buf *to);
/* Prints the verdict `equivalent` as a sentence. */
void covers_sentence(const Comparison *comparison, Buf *to);
void covers_free(Comparison *comparison);

/* ---- looked.c: whether the versions depend on what varies ---- */

void looked_after_run(Comparison *comparison);
/* Call when the search is over, after covers_settle. */
void looked_settle(Comparison *comparison);

/* ---- near.c ---- */

/* For WorldView. */
ResultNear comparison_near(const void *ctx, u32 version, const WorldAsk *ask);

/* ---- certify.c: what a certificate needs ---- */

/* A new pair of paths: how its condition was cut. */
void certify_path(Comparison *comparison);
/* The same, when its behaviours are known. */
void certify_pair(Comparison *comparison);

/* ---- refute.c ---- */

/* Records that the condition of the latest run was cut. */
void refute_cut(Comparison *comparison, const Constraint *const list[], const ProductCut *all,
				const ProductCut *kept);
/* Tries to refute the verdict that there is no difference. */
void refute_run(Comparison *comparison);
/* Runs an input, if it is new, and judges it; returns false if there were enough. */
bool refute_try(Comparison *comparison, u32 shape, Assignment *a);
/* Calls solve and counts it. */
SolveResult refute_solve(Comparison *comparison, Solver *s, const ExprList *conds, Expr goal,
						 const Assignment *near, Assignment *model);
/* For the latest run, on input a: asks for another input of its path on which outputs differ. */
void refute_ask(Comparison *comparison, u32 shape, const Assignment *a);
bool refute_goes_on(const Comparison *comparison);
bool refute_holds(const Comparison *comparison); /* true if the verdict was not refuted */
void refute_free(Comparison *comparison);

#endif
