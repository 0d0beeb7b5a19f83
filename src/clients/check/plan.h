/* plan.h: everything that drift check does with two versions: selects functions, checks one after
 * the other, and summarises.
 *
 * A target is a function that changed or has a contract; main means the program. The command knows
 * how versions are loaded, so it loads the pair of each target when the plan asks for it
 * (CheckLoader).
 *
 * The caller owns programs, map and what the loader loads, and keeps them until the result is
 * written. The result borrows from the plan. */
#ifndef DRIFT_CHECK_PLAN_H
#define DRIFT_CHECK_PLAN_H

#include "clients/check/check.h"

/* A check of the target that was loaded last, in another world. */
typedef struct CheckAgain {
	void *ctx;
	const Comparison *(*search)(void *ctx, const ComparisonConfig *c, Err *err); /* NULL: err */
	void (*fill)(void *ctx, Result *own);                                        /* its result */
	void (*end)(void *ctx);                                                      /* frees it */
} CheckAgain;

/* Loads both versions for one target. */
typedef struct CheckLoader {
	void *ctx;
	/* function NULL: the program. use: names that its contract uses, or NULL; they live until the target
	 * is checked. seconds: its share of
	 * the time, 0: no limit; below 0: as on the command line. Returns false with one line in err if
	 * it cannot be called. */
	bool (*load)(void *ctx, const char *function, const ContractUse *use, double seconds,
				 ComparisonConfig *to, Err *err);
	/* Searches other worlds of the target that was loaded last. `first` is the result in its own, and
	 * gets what was tried. Returns true if a search found something: it has not ended then. */
	bool (*worlds)(void *ctx, const CheckAgain *again, Result *first);
} CheckLoader;

typedef struct PlanConfig {
	const Program *program[2]; /* to see what changed */
	const ChangeMap *map;
	const char *contract;    /* file of --contract, or NULL */
	const StrList *function; /* of --function: only these; empty: all */
	bool suggest;            /* propose contracts */
	const char *emit;        /* file of --emit: write a run-time check and do not search; or NULL */
	bool shaped;             /* true if an option describes the inputs of the program */
	bool on_runs;            /* true if functions are checked where runs of the program call them */
	bool varies;             /* --vary or --faults is given */
	const char *globals;     /* --globals and --null, or NULL */
	const char *null;
	const char *dir;  /* of the result; each target has its tests below it */
	bool unsafe;      /* run natively even without a sandbox */
	bool unconfirmed; /* do not run natively */
	Budget *budget;   /* of everything, native runs too; has a deadline if there is one */
	CheckLoader loader;
} PlanConfig;

typedef struct CheckPlan CheckPlan;

/* Reads the contracts and finds the targets. Returns NULL if a contract or --function names
 * something that NEW does not have. */
CheckPlan *check_plan_new(const PlanConfig *config, Err *err);
void check_plan_free(CheckPlan *plan);
/* True if the function is a target that was chosen. */
bool check_plan_has(const CheckPlan *plan, const char *function);
/* Checks all of them; writes the result to DIR after each. */
bool check_plan_run(CheckPlan *plan, Result *r, Err *err);

/* seeds.c: writes the command lines of all tests below a directory into one file of seeds,
 * DIR/seeds; returns its name, to be freed. NULL: there are none. */
char *check_tests_as_seeds(const char *tests, const char *dir, Err *err);

#endif
