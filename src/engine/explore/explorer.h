/* explorer.h: internal interface of src/engine/explore. */
#ifndef DRIFT_EXPLORE_EXPLORER_H
#define DRIFT_EXPLORE_EXPLORER_H

#include "engine/explore/explore.h"

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
	VEC(KeptInput) runs; /* inputs that the tree refers to, by run number; [0] is none */
	Arena arena;         /* owns their bytes */
	VEC(Remark) remarks;
	KeyMap remark_of;           /* kind, what and loc -> remark */
	VEC(Constraint) conditions; /* conditions of the present run, without repetitions */
	u32 *seen;                  /* by expression: run that has already listed it */
	u32 seen_cap;
	ExprList prefix;   /* scratch for solve_node */
	Assignment input;  /* scratch: answer being run */
	Assignment parent; /* scratch: current values for the solver */
	ExprEval *eval;
	Worker *workers;  /* opt.jobs of them, or NULL */
	double begin;     /* time */
	Budget budget;    /* for everything that takes long */
	double ticked;    /* time of the latest tick */
	u64 workers_work; /* of the solvers of workers, as last reported */
	u64 hard_work;    /* work of all solvers on nodes that were set aside */
	bool ended_early;
	bool cut; /* true if the end of the budget cut off the latest run */
};

/* loop.c */
/* Drops conditions that are constant or were decided earlier in the same run. */
void conditions_of(Explorer *x, const PathRun *run, u32 number);
/* Returns the next node to negate; 0 if the queue is empty. */
u32 next_node(Explorer *x);
/* Processes a solver's answer for a node; the input is x->input. */
void take_answer(Explorer *x, u32 node, SolveResult answer);
/* Searches for a canonical input that satisfies x->prefix and goal. */
SolveResult solve_input(Explorer *x, u32 shape, Expr goal, const Assignment *current,
						Assignment *model);
/* Runs an input that the guide proposes. Returns false if it proposes none. */
bool run_proposed(Explorer *x);
/* Returns true if the budget is exhausted; sets *end. */
bool budget_spent(Explorer *x, ExploreEnd *end);
void tick(Explorer *x);

/* remark.c */
void remark(Explorer *x, const char *kind, const char *what, u32 loc, u64 count, bool incomplete);
void remark_run(Explorer *x, const PathRun *run);

/* workers.c */
bool workers_start(Explorer *x, Err *err);
ExploreEnd workers_loop(Explorer *x);
void workers_end(Explorer *x);
/* Adds the solver statistics of all workers to the parent's. */
void workers_stats(const Explorer *x, SolveStats *sum);

#endif
