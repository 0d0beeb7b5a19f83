/* explore.h: finds the paths of a program.
 *
 * The loop takes a run, negates one of its constraints under the ones before it, solves, runs
 * the answer, and repeats. The tree (tree.h) stores all decisions, so that no path is run and no
 * negation solved twice. The queue (queue.h) chooses what to try next. inputs.h defines what may
 * vary.
 *
 * The loop does not know the machine: a Runner turns an input into constraints and an outcome.
 * With jobs > 1 forked workers search, each a part of the tree (crew.h).
 *
 * Everything that keeps an exploration from being exhaustive leaves a Remark: a budget, an
 * unknown answer, a divergence, an approximation. The caller owns Inputs, pool and Runner and
 * keeps them until explorer_free.
 */
#ifndef DRIFT_EXPLORE_H
#define DRIFT_EXPLORE_H

#include "engine/explore/jobs/bytes.h"
#include "engine/explore/condition.h"
#include "engine/input/inputs.h"
#include "engine/explore/queue.h"
#include "engine/explore/tree.h"
#include "engine/solve/solve.h"

/* The result of one run. The runner owns it and reuses it for its next run. */
typedef struct PathRun {
	const Constraint *constraints;
	size_t n;
	RunResult result;
	u32 fresh;        /* blocks that no earlier run executed */
	EntryValue value; /* result of the entry function, if there is one */
	DepCost deps;     /* cost of tracking dependences */
	bool preferred;   /* true if later inputs should vary this one rather than others */
} PathRun;

typedef struct Runner {
	void *ctx;
	void (*run)(void *ctx, u32 shape, const Assignment *a, PathRun *out);
	SiteCovered *covered; /* for the order by coverage; may be NULL */
	/* What runs of version 0 or 1 asked of the world so far; NULL: not known. */
	const struct WorldAsk *(*asks)(void *ctx, u32 version, size_t *n);
	bool exact; /* runs that decided the same so far decide the same thing next */
} Runner;

/* A path that was found. */
typedef struct Path {
	u32 number; /* from 1 */
	u32 shape;
	u32 leaf; /* edge of the tree: see tree_path */
	/* With sets: the constraints of the run, which define its partition; the path through the
	 * tree may have more. Blind: the constraints of the run. Otherwise NULL. */
	const Constraint *set;
	size_t n_set;
	const Assignment *input;
	const PathRun *run;
} Path;

typedef struct ExploreEvents {
	void *ctx;
	void (*path)(void *ctx, const Path *path); /* called for each new path */
	void (*tick)(void *ctx);                   /* called several times a second */
	/* With jobs, in a worker instead of path: describes a new path for the parent. */
	void (*describe)(void *ctx, const Path *path, Buf *to);
	/* In the parent: a path that a worker found, as described. Returns true if the parent is to run
	 * its input, for which path is called then. NULL: it is to run all. */
	bool (*found)(void *ctx, ByteReader *described);
} ExploreEvents;

/* Influences what is tried next; any of these may be NULL. A runner has a fourth influence:
 * PathRun.preferred. */
typedef struct ExploreGuide {
	void *ctx;
	/* Called before the next open node is taken. Fills in an input to run first, which must
	 * satisfy the shape's base. */
	bool (*propose)(void *ctx, u32 *shape, Assignment *a);
	/* Rank for the orders that use one. */
	NodeRank *rank;
	/* Returns why paths may be missing although they were left out for a reason; NULL: none is. NULL:
	 * never. */
	const char *(*doubt)(void *ctx);
	/* May replace the solver's model by another model of prefix and goal. */
	void (*draw)(void *ctx, const ExprList *prefix, Expr goal, Assignment *model);
} ExploreGuide;

typedef struct ExploreOptions {
	Order order;
	bool sets;  /* true if conditions are sets (output, reach, change); one process */
	bool blind; /* true if only proposed inputs are run, each on its own: nothing is learnt */
	double end; /* in terms of now_seconds; 0 = no limit */
	u64 runs;   /* 0 = no limit */
	u64 idle;   /* work without a run that executed new code, after which it ends; 0 = no limit */
	u32 max_depth; /* constraints of a run that are negated; 0 = all */
	u32 jobs;      /* worker processes; 0 and 1: none */
	SolveOptions solve;
	const volatile sig_atomic_t *stop; /* not 0: stop as soon as possible; may be NULL */
	u64 memory;                        /* bytes that all processes may use together; 0 = no limit */
} ExploreOptions;

/* Why the loop ended. */
typedef enum ExploreEnd {
	END_DONE,
	END_TIME,
	END_RUNS,
	END_STOPPED,
	END_IDLE,
	END_MEMORY
} ExploreEnd;

/* Something the user should know about the result. */
typedef struct Remark {
	char *kind; /* unknown, divergence, under-approximation, ... */
	char *what; /* one line */
	u32 loc;    /* 0 = nowhere */
	u64 count;
	bool incomplete; /* true if paths may be missing because of it */
} Remark;

typedef struct ExploreStats {
	u64 runs;         /* of all processes */
	u64 paths;        /* distinct path conditions */
	u64 instructions; /* executed in these runs */
	u64 divergences;
	u64 unknown;      /* solver answers */
	u64 closed;       /* decisions with a side that was closed without a query or a run */
	u64 implied;      /* decisions whose other side the earlier decisions exclude */
	DepCost deps;     /* largest cost of a run */
	SolveStats solve; /* all processes together */
	double seconds;
} ExploreStats;

typedef struct Explorer Explorer;

/* events and guide may be NULL. */
Explorer *explorer_new(Inputs *in, const Runner *runner, const ExploreOptions *opt,
					   const ExploreEvents *events, const ExploreGuide *guide);
void explorer_free(Explorer *x);
/* Returns the limits of time and memory and the stop request, for the machines of the explorer. */
Budget *explorer_budget(Explorer *x);
/* Starts the clock; explorer_run calls this itself. */
void explorer_begin(Explorer *x);
/* Explores. Returns false only if no input satisfies the assumptions or workers cannot be
 * started. */
bool explorer_run(Explorer *x, ExploreEnd *end, Err *err);
/* Returns true if all paths were found. */
bool explorer_exhaustive(const Explorer *x);
const ExploreStats *explorer_stats(Explorer *x);
const Remark *explorer_remarks(const Explorer *x, size_t *n);
/* Returns true if it is the turn of queries that needed more than a little work; they get a
 * share of all work. hard is the work they have used so far, work is that of all queries. The
 * decision depends on counts only, so that it is reproducible. */
bool explore_hard_turn(u64 hard, u64 work, u64 runs);
const Tree *explorer_tree(const Explorer *x);
/* Returns the input of a run that the tree refers to. */
void explorer_input(const Explorer *x, u32 run, Assignment *a);
size_t explorer_waiting(const Explorer *x); /* open nodes in the queue */
/* Returns 1 + the number of this worker process; 0 if it is none. */
u32 explorer_worker(const Explorer *x);
/* Recomputes all ranks, because those of the guide have changed. */
void explorer_rerank(Explorer *x);

/* ---- runner.c: the machine as a runner ---- */

/* An object that a pointer argument of the function under --entry points to. */
typedef struct EntryObject {
	const Part *part;
	u64 address;
	u32 len; /* bytes */
} EntryObject;

struct MachineRunner;
/* Makes a call that is not described by an input: memory, arguments and the objects they point
 * to. The machine is not reset first. */
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
	u32 call;                 /* which of Shape.calls belongs to it */
	bool harness;             /* true if entry is LLVMFuzzerTestOneInput */
	bool plain;               /* true if main's inputs are concrete in the next runs */
	bool from_start;          /* true if the next runs of main use and take no snapshot */
	const char *cwd;          /* directory of named files; NULL: the subject's own */
	Condition *condition;     /* condition to take from a run; NULL: its path */
	ConstraintList own;       /* the condition, preceded by the constraints of the harness */
	CallGiver giver;          /* used instead of the input */
	bool keep_objects;        /* true if objects are to be filled in */
	VEC(EntryObject) objects; /* objects of the latest run */
	VEC(EntryArg) args;       /* arguments of the latest run, with keep_objects */
	VEC(const u8 *) bytes;    /* scratch for SymStrings */
	VEC(const Tag *) tags;
	VEC(u32) lens;
} MachineRunner;

void machine_runner(MachineRunner *r, Runner *out);
/* Runs an input. *out must be empty. */
void machine_runner_run(MachineRunner *r, u32 shape, const Assignment *a, PathRun *out);
/* Makes objects and arguments of a function without calling it: memory is in its initial state. */
void machine_runner_prepare(MachineRunner *r, u32 shape, const Assignment *a);
void machine_runner_free(MachineRunner *r);

/* ---- coverage.c ---- */

typedef struct FileCoverage {
	const char *file;
	u32 lines, lines_total;
	u32 branches, branches_total;
} FileCoverage;

typedef VEC(FileCoverage) Coverage;

/* Collects lines and branches of the user's own functions, by file. A branch is an edge out of a
 * block with several successors; it is covered if it was taken. Copies of a header's function
 * count once. */
void coverage_collect(const Program *p, const Machine *m, Coverage *out);
/* Returns true if all edges out of the block that the instruction ends were taken. */
bool coverage_site(const Program *p, const Machine *m, u32 function, u32 ins);

#endif
