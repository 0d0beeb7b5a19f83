/* explore.h: finding the paths of a program.
 *
 * The loop: take a run, negate one of its constraints under the ones before it, solve, run the
 * answer, repeat. The tree (tree.h) remembers what was decided, so that no path is run and no
 * negation solved twice; the queue (queue.h) says what to try next; inputs.h says what may vary.
 *
 * The loop does not know the machine: a Runner turns an input into constraints and an outcome.
 * With jobs > 1 forked workers solve: they get inputs and give inputs back, never formulas,
 * and the parent runs every answer itself, so tree and pool stay its own.
 *
 * Whatever keeps an exploration from being exhaustive leaves a Remark: a budget, an unknown
 * answer, a divergence, an approximation. The caller owns Inputs, pool and Runner and keeps them
 * until explorer_free.
 */
#ifndef DRIFT_EXPLORE_H
#define DRIFT_EXPLORE_H

#include "explore/condition.h"
#include "input/inputs.h"
#include "explore/queue.h"
#include "explore/tree.h"
#include "solve/solve.h"

/* What one run showed. Belongs to the runner, until its next run. */
typedef struct PathRun {
	const Constraint *constraints;
	size_t n;
	RunResult result;
	u32 fresh;        /* blocks that no run executed before */
	EntryValue value; /* of the entry function, if there is one */
	DepCost deps;     /* of tracking it */
	bool preferred;   /* what is varied from here on is varied from this input rather than others */
} PathRun;

typedef struct Runner {
	void *ctx;
	void (*run)(void *ctx, u32 shape, const Assignment *a, PathRun *out);
	SiteCovered *covered; /* for the order by coverage; may be NULL */
} Runner;

/* A path, when it is found. */
typedef struct Path {
	u32 number; /* from 1 */
	u32 shape;
	u32 leaf; /* edge of the tree: see tree_path */
	/* With sets: what the run decided, which is what its partition means; the way through the tree
	 * may ask more. Blind: what it decided. NULL without. */
	const Constraint *set;
	size_t n_set;
	const Assignment *input;
	const PathRun *run;
} Path;

typedef struct ExploreEvents {
	void *ctx;
	void (*path)(void *ctx, const Path *path); /* a new path */
	void (*tick)(void *ctx);                   /* several times a second */
} ExploreEvents;

/* Who has a say in what is tried next; any of these may be NULL. What a runner prefers is the
 * fourth: PathRun.preferred. */
typedef struct ExploreGuide {
	void *ctx;
	/* Asked before the next open node is taken: fills in an input that is to be run first. It must
	 * satisfy the shape's base. */
	bool (*propose)(void *ctx, u32 *shape, Assignment *a);
	/* For the orders by rank. */
	NodeRank *rank;
	/* Puts another model of prefix and goal in place of the solver's, or leaves it. */
	void (*draw)(void *ctx, const ExprList *prefix, Expr goal, Assignment *model);
} ExploreGuide;

typedef struct ExploreOptions {
	Order order;
	bool sets;     /* conditions are sets: by output, reach or change; solved in one process */
	bool blind;    /* only what is proposed is run, each input for itself: nothing is learnt */
	double end;    /* of now_seconds; 0 = no limit */
	u64 runs;      /* 0 = no limit */
	u32 max_depth; /* constraints of a run that are negated; 0 = all */
	u32 jobs;      /* worker processes; 0 and 1: none */
	SolveOptions solve;
	const volatile sig_atomic_t *stop; /* not 0: end as soon as possible; may be NULL */
	u64 memory;                        /* bytes all processes may take together; 0 = no limit */
} ExploreOptions;

/* Why the loop ended. */
typedef enum ExploreEnd { END_DONE, END_TIME, END_RUNS, END_STOPPED, END_MEMORY } ExploreEnd;

/* Something to know about the result. */
typedef struct Remark {
	char *kind; /* unknown, divergence, under-approximation, ... */
	char *what; /* one line */
	u32 loc;    /* 0 = nowhere */
	u64 count;
	bool incomplete; /* because of it, paths may be missing */
} Remark;

typedef struct ExploreStats {
	u64 runs;         /* of the parent */
	u64 paths;        /* distinct path conditions */
	u64 instructions; /* in these runs */
	u64 divergences;
	u64 unknown;      /* solver answers */
	u64 implied;      /* decisions that had no other side, by those before them */
	DepCost deps;     /* largest of a run */
	SolveStats solve; /* all processes together */
	double seconds;
} ExploreStats;

typedef struct Explorer Explorer;

/* events and guide may be NULL. */
Explorer *explorer_new(Inputs *in, const Runner *runner, const ExploreOptions *opt,
					   const ExploreEvents *events, const ExploreGuide *guide);
void explorer_free(Explorer *x);
/* Time, memory and the wish to stop, for whoever works for the explorer: its machines. */
Budget *explorer_budget(Explorer *x);
/* Time counts from now on; explorer_run does so itself. */
void explorer_begin(Explorer *x);
/* Explores. False only when no input satisfies the assumptions, or workers cannot be had. */
bool explorer_run(Explorer *x, ExploreEnd *end, Err *err);
/* True if all paths were found. */
bool explorer_exhaustive(const Explorer *x);
const ExploreStats *explorer_stats(Explorer *x);
const Remark *explorer_remarks(const Explorer *x, size_t *n);
/* Whether queries that took more than a little work are due again: of all work, a part is theirs. hard
 * is what they took so far, work what all queries took. It goes by counts, so that it repeats. */
bool explore_hard_turn(u64 hard, u64 work, u64 runs);
const Tree *explorer_tree(const Explorer *x);
size_t explorer_waiting(const Explorer *x); /* open nodes in the queue */
/* The guide's ranks are not what they were: asks for all of them again. */
void explorer_rerank(Explorer *x);

/* ---- runner.c: the machine as a runner ---- */

/* What a pointer that is given to a function under --entry points to. */
typedef struct EntryObject {
	const Part *part;
	u64 address;
	u32 len; /* bytes */
} EntryObject;

struct MachineRunner;
/* Who makes a call that no input is: memory, arguments and what they lead to. The machine is not
 * reset before. */
typedef struct CallGiver {
	void *ctx;
	void (*give)(void *ctx, struct MachineRunner *r, EntryArg *args, u32 *n); /* NULL: none */
} CallGiver;

typedef struct MachineRunner {
	Machine *m;
	Inputs *in;
	const Program *program;
	const char *name;         /* argv[0] */
	u32 entry;                /* function to call instead of main, or NO_OPERAND */
	u32 call;                 /* which of Shape.calls is its own */
	bool harness;             /* entry is LLVMFuzzerTestOneInput */
	bool plain;               /* main's inputs are not symbolic in the next runs */
	const char *cwd;          /* where named files are put; NULL: the subject's own */
	Condition *condition;     /* what is taken from a run; NULL: its path */
	ConstraintList own;       /* what is taken, with the harness's own in front */
	CallGiver giver;          /* instead of what the input says */
	bool keep_objects;        /* fill in objects */
	VEC(EntryObject) objects; /* of the latest run */
	VEC(EntryArg) args;       /* of the latest run, as the function got them, with keep_objects */
	VEC(const u8 *) bytes;    /* scratch for SymStrings */
	VEC(const Tag *) tags;
	VEC(u32) lens;
} MachineRunner;

void machine_runner(MachineRunner *r, Runner *out);
/* Runs an input; *out must be empty. */
void machine_runner_run(MachineRunner *r, u32 shape, const Assignment *a, PathRun *out);
/* Makes objects and arguments of a function and does not call it: memory is as it begins with. */
void machine_runner_prepare(MachineRunner *r, u32 shape, const Assignment *a);
void machine_runner_free(MachineRunner *r);

/* ---- coverage.c ---- */

typedef struct FileCoverage {
	const char *file;
	u32 lines, lines_total;
	u32 branches, branches_total;
} FileCoverage;

typedef VEC(FileCoverage) Coverage;

/* Lines and branches of the user's own functions, by file. A branch is a way out of a block that
 * has several; it counts when it was taken. Copies of a header's function count once. */
void coverage_collect(const Program *p, const Machine *m, Coverage *out);
/* True if all ways out of the block that the instruction ends were run. */
bool coverage_site(const Program *p, const Machine *m, u32 function, u32 ins);

#endif
