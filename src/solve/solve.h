/* solve.h: inputs that satisfy a condition.
 *
 * A query is a list of constraints (the prefix of some run's condition), a goal, and the current
 * input, which usually satisfies the prefix. The answer is a model (an assignment to all
 * inputs), the proof that there is none, or unknown.
 *
 * A query passes through layers, cheapest first; each is counted and timed:
 *   structure  constants, a goal or its negation among the constraints
 *   reuse      the current input, answers and models of earlier queries
 *   move       the current input changed just so that the goal holds, and repaired
 *   direct     exact sets of values for constraints on one variable; bounds; small products
 *   fixed      the query with what has one value left put in, and lengths at their current value
 *   z3         everything else
 * Before them, constraints that share no input (transitively) with the goal are cut off: their
 * variables keep the current value.
 *
 * Answers repeat: the same queries in the same order give the same models, on any machine. Z3 is
 * held by its own count of resources, not by a clock; a clock only ends the last query of all
 * (solver_until). Every model is evaluated on all
 * constraints before it is returned.
 */
#ifndef DRIFT_SOLVE_H
#define DRIFT_SOLVE_H

#include "base/budget.h"
#include "expr/expr.h"

typedef struct Solver Solver;

typedef enum SolveResult {
	SOLVE_UNSAT,   /* no input satisfies the query */
	SOLVE_SAT,     /* the model does */
	SOLVE_UNKNOWN, /* resource limit reached */
} SolveResult;

#define SOLVE_LAYERS(X)       \
	X(STRUCTURE, "structure") \
	X(REUSE, "reuse")         \
	X(MOVE, "move")           \
	X(DIRECT, "direct")       \
	X(FIXED, "fixed")         \
	X(Z3, "z3")

#define SOLVE_LAYER_NAME(name, text) LAYER_##name,
typedef enum SolveLayer { SOLVE_LAYERS(SOLVE_LAYER_NAME) SOLVE_N_LAYERS } SolveLayer;

/* Z3 counts work, not time; this many units are about a second on a present computer. */
enum { Z3_UNITS_SECOND = 5000000 };
/* The units of a number of seconds, as many as a limit can say; 0 of none. */
u32 solve_units(double seconds);

typedef struct SolveOptions {
	u32 layers;   /* bit 1 << LAYER_x: layer is on; 0 means all */
	u32 z3_limit; /* Z3's resource units for one check, see solve_units; 0: the default */
	bool random;  /* models drawn at random rather than near the current input */
	u64 seed;     /* for random */
} SolveOptions;

typedef struct SolveStats {
	u64 calls;                      /* of solve() */
	u64 results[3];                 /* by SolveResult */
	u64 answered[SOLVE_N_LAYERS];   /* queries each layer ended */
	double seconds[SOLVE_N_LAYERS]; /* time spent in each */
	double total_seconds;           /* in solve(), slicing and checking included */
	u64 constraints;                /* given, over all calls */
	u64 sliced;                     /* of those, left after slicing */
	u64 z3_checks;                  /* checks that reached Z3 */
	u64 shaping;                    /* evaluations spent on making models readable */
	u64 work;                       /* of the own layers and Z3, see effort.c */
} SolveStats;

/* The pool must outlive the solver. opt may be NULL. */
Solver *solver_new(ExprPool *p, const SolveOptions *opt);
void solver_free(Solver *s);
const SolveStats *solver_stats(const Solver *s);
/* How much work the next queries may take; what takes more is unknown. Full at first. */
typedef enum SolveEffort { EFFORT_QUICK, EFFORT_SOME, EFFORT_FULL, SOLVE_N_EFFORTS } SolveEffort;
void solver_effort(Solver *s, SolveEffort effort);
/* When the budget is over, queries are given up: they end soon, and unknown. */
void solver_until(Solver *s, Budget *budget);
/* True if it has come to that. */
bool solver_over(const Solver *s);
Budget *solver_budget(const Solver *s); /* that was given last, or NULL */
const char *solve_layer_name(SolveLayer layer);

/* Looks for an input on which prefix[0..n) and goal hold. current gives the preferred values; model
 * is filled on SAT (and may be the same as current). goal may be EXPR_TRUE. */
SolveResult solve(Solver *s, const Expr *prefix, size_t n, Expr goal, const Assignment *current,
				  Assignment *model);

/* A path, decision by decision: begin, then each one in order. True if all inputs that satisfy the
 * decisions before satisfy this one as well; false says nothing. No layer is asked. */
void solve_path_begin(Solver *s);
bool solve_path_take(Solver *s, Expr e);

/* True if no input satisfies prefix and not e: the prefix implies e. Unknown counts as no. */
bool solve_implies(Solver *s, const Expr *prefix, size_t n, Expr e, const Assignment *current);

#endif
