/* explorer.h: what the files of src/explore share. */
#ifndef DRIFT_EXPLORE_EXPLORER_H
#define DRIFT_EXPLORE_EXPLORER_H

#include "explore/explore.h"

typedef struct Worker Worker;

struct Explorer {
	Inputs *in;
	ExprPool *pool;
	Runner runner;
	ExploreOptions opt;
	ExploreEvents events;
	ExploreGuide guide;
	Tree tree;
	Queue queue;
	Solver *solver;
	ExploreStats stats;
	VEC(KeptInput) runs; /* that the tree refers to, by run number; [0] is none */
	Arena arena;         /* of their bytes */
	VEC(Remark) remarks;
	IntMap remark_of;           /* hash of kind, what and loc -> remark + 1 */
	VEC(Constraint) conditions; /* of the present run, without repetitions */
	u32 *seen;                  /* by expression: run that has it already */
	u32 seen_cap;
	ExprList prefix;   /* scratch of solve_node */
	Assignment input;  /* scratch: answer being run */
	Assignment parent; /* scratch: current values for the solver */
	ExprEval *eval;
	Worker *workers;  /* opt.jobs of them, or NULL */
	double begin;     /* time */
	Budget budget;    /* for all that takes long */
	double ticked;    /* time of the latest tick */
	u64 workers_work; /* of the solvers of workers, as far as told */
	u64 hard_work;    /* of all solvers, on nodes that were set aside */
	bool ended_early;
	bool cut; /* the latest run was, by the end of the budget */
};

/* loop.c */
/* Drops what is constant or was decided before in the same run. */
void conditions_of(Explorer *x, const PathRun *run, u32 number);
/* The next node to ask about; 0 when none waits. */
u32 next_node(Explorer *x);
/* Takes a solver's answer for a node; the input is x->input. */
void take_answer(Explorer *x, u32 node, SolveResult answer);
/* Looks for a canonical input that satisfies x->prefix and goal. */
SolveResult solve_input(Explorer *x, u32 shape, Expr goal, const Assignment *current,
						Assignment *model);
/* Runs an input that the caller proposes. False: there is none. */
bool run_proposed(Explorer *x);
/* True when the budget is spent; sets *end. */
bool budget_spent(Explorer *x, ExploreEnd *end);
void tick(Explorer *x);

/* remark.c */
void remark(Explorer *x, const char *kind, const char *what, u32 loc, u64 count, bool incomplete);
void remark_run(Explorer *x, const PathRun *run);

/* workers.c */
bool workers_start(Explorer *x, Err *err);
ExploreEnd workers_loop(Explorer *x);
void workers_end(Explorer *x);
/* Solver figures of all workers, added to the parent's. */
void workers_stats(const Explorer *x, SolveStats *sum);

#endif
