/* solve.h: finds inputs that satisfy a condition.
 *
 * A query is a list of constraints (the prefix of some run's condition), a goal, and the current
 * input, which usually satisfies the prefix. The answer is a model (an assignment to all
 * inputs), a refutation, or unknown.
 *
 * A query passes through layers, cheapest first. Each layer is counted and timed:
 *   structure  constants, a goal or its negation among the constraints
 *   reuse      the current input, answers and models of earlier queries
 *   move       the current input, changed so that the goal holds, then repaired
 *   bounds     floating point: bounds of all operations, forward and backward
 *   direct     exact sets of values for constraints on one variable; bounds; small products
 *   fixed      the query after substituting variables with one value left, and current lengths
 *   descent    floating point: a walk that makes operands of comparisons meet
 *   z3         everything else
 * Before the layers run, slicing removes constraints that share no input (transitively) with the
 * goal. Their variables keep the current value.
 *
 * Answers are reproducible: the same queries in the same order return the same models on any
 * machine. Z3 is limited by its own resource count, not by a clock. A clock can only end the
 * very last query (solver_until). Every model is evaluated on all constraints before it is
 * returned.
 */
#ifndef DRIFT_SOLVE_H
#define DRIFT_SOLVE_H

#include "base/budget.h"
#include "engine/expr/expr.h"

typedef struct Solver Solver;

typedef enum SolveResult {
	SOLVE_UNSAT,   /* no input satisfies the query */
	SOLVE_SAT,     /* the model satisfies the query */
	SOLVE_UNKNOWN, /* resource limit reached */
} SolveResult;

#define SOLVE_LAYERS(X)       \
	X(STRUCTURE, "structure") \
	X(REUSE, "reuse")         \
	X(MOVE, "move")           \
	X(BOUNDS, "bounds")       \
	X(DIRECT, "direct")       \
	X(FIXED, "fixed")         \
	X(DESCENT, "descent")     \
	X(Z3, "z3")

#define SOLVE_LAYER_NAME(name, text) LAYER_##name,
typedef enum SolveLayer { SOLVE_LAYERS(SOLVE_LAYER_NAME) SOLVE_N_LAYERS } SolveLayer;

/* Z3 counts work, not time. This many units take about a second on a present computer. */
enum { Z3_UNITS_SECOND = 5000000 };
/* Returns the resource units for a number of seconds, at most the largest limit; 0 for no
 * seconds. */
u32 solve_units(double seconds);

typedef struct SolveOptions {
	u32 layers;   /* bit 1 << LAYER_x: true if the layer is on; 0 means all */
	u32 z3_limit; /* Z3's resource units for one check, see solve_units; 0 means the default */
	bool random;  /* true if models are drawn at random rather than near the current input */
	u64 seed;     /* seed of the random models */
} SolveOptions;

typedef struct SolveStats {
	u64 calls;                      /* calls of solve() */
	u64 results[3];                 /* by SolveResult */
	u64 answered[SOLVE_N_LAYERS];   /* queries that each layer answered */
	double seconds[SOLVE_N_LAYERS]; /* time spent in each layer */
	double total_seconds;           /* in solve(), slicing and checking included */
	u64 constraints;                /* constraints given, over all calls */
	u64 sliced;                     /* of those, left after slicing */
	u64 z3_checks;                  /* checks that reached Z3 */
	u64 shaping;                    /* evaluations spent on making models readable */
	u64 work;                       /* work of drift's own layers and of Z3, see effort.c */
} SolveStats;

/* The pool must outlive the solver. opt may be NULL. */
Solver *solver_new(ExprPool *p, const SolveOptions *opt);
void solver_free(Solver *s);
const SolveStats *solver_stats(const Solver *s);
/* How much work the next queries may use; a query that needs more is unknown. The default is
 * full. */
typedef enum SolveEffort { EFFORT_QUICK, EFFORT_SOME, EFFORT_FULL, SOLVE_N_EFFORTS } SolveEffort;
void solver_effort(Solver *s, SolveEffort effort);
/* Sets the budget. When it is exhausted, queries end soon with the answer unknown. */
void solver_until(Solver *s, Budget *budget);
/* Returns true if the budget is exhausted. */
bool solver_over(const Solver *s);
Budget *solver_budget(const Solver *s); /* the latest budget set, or NULL */
const char *solve_layer_name(SolveLayer layer);

/* Searches for an input on which prefix[0..n) and goal hold. current has the preferred values.
 * On SAT, model is filled (it may be the same object as current). goal may be EXPR_TRUE. */
SolveResult solve(Solver *s, const Expr *prefix, size_t n, Expr goal, const Assignment *current,
				  Assignment *model);

/* Checks a path decision by decision: begin, then each decision in order. Returns true if all
 * inputs that satisfy the earlier decisions satisfy this one as well; false means unknown. No
 * layer is asked. */
void solve_path_begin(Solver *s);
bool solve_path_take(Solver *s, Expr e);

/* solve_checked.c, in the checked build: asserts that a refuted query has no model. */
void solve_check_unsat(ExprPool *p, const Expr *prefix, size_t n, Expr goal);

/* Returns true if no input satisfies prefix and not e, so that the prefix implies e. Returns
 * false if unknown. */
bool solve_implies(Solver *s, const Expr *prefix, size_t n, Expr e, const Assignment *current);

#endif
