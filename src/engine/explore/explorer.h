/* explorer.h: internal interface of src/engine/explore. */
#ifndef DRIFT_EXPLORE_EXPLORER_H
#define DRIFT_EXPLORE_EXPLORER_H

#include "engine/explore/explore.h"

/* What an explorer has in a search by several processes. */
typedef struct Processes {
	struct CrewPage *page; /* shared by all; NULL: there is one process */
	struct Crew *crew;     /* of the parent; otherwise NULL */
	struct Helper *helper; /* of a worker; otherwise NULL */
	const struct SearchKeep
		*keep;      /* where the search is kept, or which part it is; NULL: neither */
	u32 worker;     /* 1 + the number of the worker; 0: it is none */
	bool repeating; /* true while the parent runs an input of a worker again */
} Processes;

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
	u32 listing;                /* number of the latest list of conditions */
	u32 *seen;                  /* by expression: list that it is in */
	u32 seen_cap;
	ExprList prefix;   /* scratch for solve_node */
	Assignment input;  /* scratch: answer being run */
	Assignment parent; /* scratch: current values for the solver */
	ExprEval *eval;
	Processes processes;
	double begin;  /* time */
	Budget budget; /* for everything that takes long */
	double ticked; /* time of the latest tick */
	u64 hard_work; /* work of the solver on nodes that were set aside */
	u64 fresh_at;  /* all work when a run last executed new code */
	bool ended_early;
	bool cut; /* true if the end of the budget cut off the latest run */
};

/* loop.c */
/* Tries one more input or one more node. Returns false if nothing is left. */
bool explore_step(Explorer *x);
/* Runs x->input, only to enter its path into the tree. Returns false if that failed. */
bool enter_run(Explorer *x, u32 shape);
/* Runs x->input, which a worker found, and tells the client of its path. Returns false if that
 * cannot be the worker's path. */
bool repeat_run(Explorer *x, u32 shape);
/* Returns true if the budget is exhausted; sets *end. */
bool budget_spent(Explorer *x, ExploreEnd *end);
void tick(Explorer *x);

/* remark.c */
void remark(Explorer *x, const char *kind, const char *what, u32 loc, u64 count, bool incomplete);
void remark_run(Explorer *x, const PathRun *run);
void remarks_clear(Explorer *x);

#endif
