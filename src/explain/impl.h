/* impl.h: what the files of src/explain share. */
#ifndef DRIFT_EXPLAIN_IMPL_H
#define DRIFT_EXPLAIN_IMPL_H

#include "blame/blame.h"
#include "explain/explain.h"
#include "base/see.h"
#include "behaviour/behaviour.h"
#include "native/testdir.h"

/* One program and its latest run. */
typedef struct ExplainRun {
	Machine *machine; /* the runner's */
	MachineRunner version;
	Runner runner;
	PathRun run;
	Behaviour behaviour;
} ExplainRun;

/* The condition of the input in one program. */
typedef struct InputCondition {
	ConstraintList list; /* in the order in which they are asked */
	IntMap has;          /* conditions in it */
	u32 checked;         /* those of an error itself, at the end of list, begin here */
} InputCondition;

typedef struct ExplainStats {
	u64 runs;     /* of both programs */
	u64 asked;    /* decisions that the other program's condition was held against */
	u64 implied;  /* of these, by it */
	u64 unknown;  /* that the solver gave up on */
	u64 diverged; /* answers that did not take the way they were solved for */
} ExplainStats;

struct Explanation {
	ExplainConfig config;
	ExprPool *pool;
	Solver *solver;
	ExplainRun of[2];
	u32 shape;
	Assignment start;
	DifferKind differs;
	u64 differs_at; /* byte of a stream */
	Buf said[2];    /* what differs, as text, in both */
	ExplainTrouble trouble;
	InputCondition condition[2];
	VEC(ExplainSuspect) suspects;
	bool crash;         /* NEW's run ended in an error or by a signal, and OLD's did not */
	Assignment passing; /* the nearest input that passes */
	u32 passing_edits;  /* bytes that differ; 0: there is none */
	bool blamed;        /* blame is filled in */
	Blame blame;
	Err blame_trouble; /* why it is not */
	ExplainStats stats;
	Assignment scratch;
	ExprList prefix; /* scratch */
};

/* runs.c */
/* Runs an input in both programs and takes their behaviours. */
void explain_run(Explanation *x, const Assignment *a);
/* Whether the latest runs count as repaired: both do the same, or NEW no longer crashes. */
bool explain_passes(const Explanation *x);
/* Bytes in which an input is not the one to explain. */
u32 explain_edits(const Explanation *x, const Assignment *a);

/* conditions.c: of the latest runs, which are those of the input to explain. */
void explain_conditions(Explanation *x);

/* values.c: where the two runs first compute something else. */
void explain_values(Explanation *x);
/* The suspect of that line; NULL: there is none. */
ExplainSuspect *explain_suspect_at(Explanation *x, int side, u32 loc);
ExplainSuspect *explain_suspect_add(Explanation *x, int side, u32 loc);

/* rank.c */
void explain_rank(Explanation *x);
/* Makes the passing input as like the one to explain as can be. */
void explain_nearest(Explanation *x);

#endif
