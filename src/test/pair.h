/* pair.h: two versions as one subject.
 *
 * Runs every input in both machines. Sites and places of NEW are numbered after those of OLD, so
 * that the explorer's tree can tell them apart; pair_side and pair_place undo it.
 */
#ifndef DRIFT_TEST_PAIR_H
#define DRIFT_TEST_PAIR_H

#include "explore/explore.h"

/* How the constraints of a run of both become one condition: the front of OLD's, the front of
 * NEW's, then what follows in turns. What comes next must hang on nothing but what was decided
 * before, or runs would not fit into one tree. */
typedef struct PairCut {
	size_t keep[2];  /* constraints that are kept; at first all there are */
	size_t front[2]; /* of these, those in front; at first all of them */
} PairCut;

typedef struct PairRunner {
	MachineRunner version[2];
	Runner runner[2];
	RunResult result[2]; /* of the latest run; texts belong to the machines */
	EntryValue value[2]; /* likewise: of the function under --entry */
	/* What is taken from a run of both: all constraints, or by output or change. Then the
	 * machines track dependences, and the constraints that decide whether a change is executed
	 * come before those that decide about outputs, in both versions. */
	ConditionBy by;
	Condition condition[2];
	/* Called after every run of both: says whether it executed a change. */
	bool (*after)(void *ctx);
	void *after_ctx;
	/* By path: which constraints are kept, asked after `after`; NULL: all of them. */
	void (*cut)(void *ctx, const Constraint *const list[2], PairCut *cut);
	/* Called when both versions of a function have returned, before `after`: may decide more. */
	void (*returned)(void *ctx);
	u64 limit_insns;         /* of OLD; NEW gets less after a short run of OLD */
	size_t kept[2];          /* of the latest run: constraints before the cut */
	bool observing;          /* only behaviours are of interest: cut is not asked */
	u32 shape;               /* of the latest run */
	const Assignment *input; /* of the latest run, while it is looked at */
	u64 runs;                /* so far, each of both versions */
	ConstraintList fixed;    /* of the latest run: what decides which objects a function gets */
	ConstraintList tail;     /* of the latest run: what looking at what it left has decided */
	ConstraintList all;      /* what was taken from the latest run */
	VEC(Note) notes;         /* of both, places as in all */
} PairRunner;

/* version must be filled in. */
void pair_runner(PairRunner *p, Runner *out);
void pair_runner_free(PairRunner *p);
/* Which version a site of the tree belongs to; *function becomes the version's own number. */
int pair_side(const PairRunner *p, u32 *function);
/* A decision of `returned`, which holds in the latest run. value is 0, or what was taken as it is.
 */
void pair_decide(PairRunner *p, int side, Expr cond, Expr value);
/* The program of a place as constraints and remarks have it; *loc becomes the program's own. */
const Program *pair_program(const PairRunner *p, u32 *loc);
/* The text of such a place. */
void pair_place(const PairRunner *p, u32 loc, Buf *to);

#endif
