/* pair.h: two versions as one subject.
 *
 * Runs every input in both machines. Sites and places of NEW are numbered after those of OLD, so
 * that the explorer's tree can tell them apart; pair_side and pair_place undo it.
 */
#ifndef DRIFT_TEST_PAIR_H
#define DRIFT_TEST_PAIR_H

#include "explore/explore.h"

typedef VEC(Constraint) Constraints;

/* The condition of one version's run: an ordered list of constraints that hold on it. Appends. */
typedef void ConditionOf(void *ctx, int side, const Machine *m, const PathRun *run,
						 Constraints *to);

typedef struct PairRunner {
	MachineRunner version[2];
	Runner runner[2];
	RunResult result[2];    /* of the latest run; texts belong to the machines */
	ConditionOf *condition; /* NULL: the path condition */
	void *condition_ctx;
	void (*after)(void *ctx); /* called after every run of both; may be NULL */
	void *after_ctx;
	u64 limit_insns; /* of OLD; NEW gets less after a short run of OLD */
	u64 runs;        /* so far, each of both versions */
	Constraints all; /* of the latest run: OLD's, then NEW's */
	VEC(Note) notes; /* of both, places as in all */
} PairRunner;

/* version must be filled in. */
void pair_runner(PairRunner *p, Runner *out);
void pair_runner_free(PairRunner *p);
/* Which version a site of the tree belongs to; *function becomes the version's own number. */
int pair_side(const PairRunner *p, u32 *function);
/* The text of a place as constraints and remarks have it. */
void pair_place(const PairRunner *p, u32 loc, Buf *to);

#endif
