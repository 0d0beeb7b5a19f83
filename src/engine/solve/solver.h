/* solver.h: internal interface of src/engine/solve.
 *
 * solve.c cuts a query down to the constraints that share variables with its goal (slice.c) and passes this
 * Query to the layers, cheapest first. A layer answers, or leaves the query open. Whatever it answers, its
 * model is the current input, changed on the variables of the query only.
 *
 * The layers keep what they know from one query to the next: models (reuse.c), sets of values (domain.c),
 * facts and terms. All of that belongs to the Solver and refers to expressions; on_release in solve.c
 * reports those that no longer exist. */
#ifndef DRIFT_SOLVER_H
#define DRIFT_SOLVER_H

#include <pthread.h>

#include "engine/expr/pool.h"
#include "engine/solve/solve.h"

/* A layer returns a SolveResult, or SOLVE_OPEN if it cannot decide the query. */
enum { SOLVE_OPEN = 3 };

typedef struct Z3Backend Z3Backend;
typedef struct Reuse Reuse;
typedef struct Domains Domains;
typedef struct Facts Facts;
typedef struct Terms Terms;
typedef struct Direct Direct;

/* One query after slicing. Conjunctions are split. The goal's parts come first, so that checking
 * a candidate fails early. */
typedef struct Query {
	ExprList goal; /* parts of the goal, and of prefix constraints that current violates */
	ExprList all;  /* goal parts, then the constraints that share variables with them */
	VarList vars;  /* variables of all, ascending */
	const Assignment *current; /* preferred values */
	Assignment *model;         /* a layer's answer: current, changed on vars only */
} Query;

/* Union-find over variables for one prefix, extended when the next prefix continues it. */
typedef struct Slicer {
	ExprList prefix; /* constraints joined so far */
	u32 *parent;     /* by variable */
	U32List joined;  /* by set: round in which its variables were joined into one class */
	u32 round;       /* rounds since the classes were reset */
	u32 *wanted;     /* by variable: equal to stamp if it is the root of a wanted class */
	u32 n;           /* variables allocated */
	u32 stamp;       /* stamp of this query */
	Assignment held; /* input on which the constraints below are known to hold */
	u32 *held_stamp; /* by constraint: generation in which it was found to hold */
	u32 held_cap;    /* entries allocated */
	u32 generation;  /* incremented when the input changes */
	ExprEval *eval;  /* evaluates on held */
	u32 *seen;       /* by expression: stamp of the query that contains it already */
	u32 seen_cap;    /* entries allocated */
	VarBits vars;    /* scratch: variables of the query */
} Slicer;

struct Solver {
	ExprPool *p;
	SolveOptions opt;
	Budget *budget;     /* when to give up; or NULL */
	SolveEffort effort; /* effort of the next queries */
	u64 work_end;       /* stats.work at which the present query is given up */
	SolveStats stats;
	Query q; /* the query being answered; its lists are reused */
	Slicer slicer;
	Reuse *reuse;
	Domains *domains;
	Facts *facts;      /* facts of paths (facts.c) */
	Terms *terms;      /* terms that constraints observe variables through (term.c) */
	Z3Backend *z3;     /* made on first use */
	ExprEval *eval;    /* evaluates candidates */
	ExprEval *moves;   /* evaluates inputs that differ little from the previous one */
	Assignment spare;  /* scratch assignment of the layers */
	u64 random;        /* state of the random generator */
	bool inside;       /* true if the query is a part of another one (settle.c) */
	u32 sample_hits;   /* walks of sample.c that found a model */
	u32 sample_misses; /* walks that found none, or were skipped */
	u32 low_water;     /* nodes from this number on were released since the last query */
	Direct *left;      /* the present query as direct.c saw it, for settle.c; or NULL */
	u64 left_work;     /* work that starting again with it would take */
	u64 set_work;      /* part of stats.work: for sets that are remembered */
};

/* until.c */
/* Returns true if time is up or the user asked to stop: then even quick layers give up. If the
 * budget ended for another reason, such as memory, the quick layers still answer. */
bool solver_late(const Solver *s);
/* Calls fire from another thread once the budget is exhausted, repeatedly until alarm_end. */
typedef struct Alarm {
	Budget *budget; /* NULL: no budget is watched */
	void (*fire)(void *ctx);
	void *ctx;
	pthread_t thread;
	pthread_mutex_t lock;
	pthread_cond_t ended; /* signalled when end becomes true */
	bool end;             /* protected by the lock */
} Alarm;
void alarm_begin(Alarm *a, Budget *budget, void (*fire)(void *ctx), void *ctx);
void alarm_end(Alarm *a);

/* effort.c */
enum { WORK_PER_UNIT = 20 }; /* work per resource unit of Z3 */
void effort_begin(Solver *s);
/* Returns true if the query has used all the work that it may use, or the budget is exhausted. */
bool solver_enough(const Solver *s);
/* Returns the part of the remaining work that Z3 may use, in Z3's units. */
u32 effort_units(const Solver *s);

/* slice.c */
void slicer_init(Slicer *sl, ExprPool *p);
void slicer_free(Slicer *sl);
void slicer_forget(Slicer *sl, u32 mark);
/* Fills goal, all and vars of the query. Returns false if a constraint is constant false. */
bool slice(Solver *s, const Expr *prefix, size_t n, Expr goal);

/* reuse.c */
Reuse *reuse_new(void);
void reuse_free(Reuse *r);
void reuse_forget(Reuse *r, u32 mark);
int reuse_answer(Solver *s);
/* Remembers the answer to the present query. */
void reuse_learn(Solver *s, SolveResult result);

/* facts.c */
Facts *facts_new(void);
void facts_free(Facts *f);
void facts_forget(Facts *f, u32 mark);

/* solve.c */
/* Drops cached results about expressions that were released. */
void solver_forget(Solver *s);

/* move.c */
int move_answer(Solver *s);
/* Repairs the model, starting from what start() makes, in several ways. Returns false if none
 * succeeds; the model is changed even then. */
bool move_repair(Solver *s, void (*start)(void *ctx), void *ctx);

/* ---- domain.c: sets of values of one variable, as ascending disjoint ranges ---- */

typedef struct DomainRange {
	u64 low, high; /* inclusive */
} DomainRange;
typedef VEC(DomainRange) Domain;

/* Makes d the set of all values of a width up to 64. */
void domain_full(Domain *d, unsigned width);
/* Adds a value that is greater than all values in the set. */
void domain_add(Domain *d, u64 v);
void domain_copy(Domain *to, const Domain *from);
/* Intersects d with another set. Returns true if d lost a value, so that callers need not count. */
bool domain_meet(Domain *d, const Domain *with);
bool domain_has(const Domain *d, u64 v);
u128 domain_size(const Domain *d); /* exact; 2^64 if all values of 64 bits are in the set */
/* Returns the bounds in signed order. */
void domain_signed(const Domain *d, unsigned width, i64 *low, i64 *high);
/* Turns d, a set of values of term, into a set of values of the only variable below it. Returns
 * false if term is not a chain of invertible operations. */
bool domain_undo(const ExprPool *p, Expr term, Domain *d, u32 *var);
/* Computes the set of values of a term on which constraint e holds; e compares the term with a
 * constant. Returns false if e has another form. */
bool domain_of_term(const ExprPool *p, Expr e, Expr *term, Domain *out);
/* Returns the exact set of values of the only variable of e on which e holds, or NULL if
 * computing it is expensive. The cache owns the set. */
const Domain *domain_of(Solver *s, Expr e, u32 var);

/* solve_checked.c, in the checked build: asserts that ranges ascend, and that the set contains
 * exactly the values that satisfy e. */
void domain_check(const Domain *d);
void domain_check_exact(ExprPool *p, Expr e, u32 var, const Domain *d);

Domains *domains_new(void);
void domains_free(Domains *d);
void domains_forget(Domains *d, u32 mark);

/* term.c */
Terms *terms_new(void);
void terms_free(Terms *t);
void terms_forget(Terms *t, u32 mark);
/* Finds the term through which a constraint on several variables depends on all of them. Returns
 * the set of its possible values on which the constraint holds, or NULL if no such term has few
 * values. reads: true if there are reads from a constant table above the term. The set is valid
 * until the next call. */
const Domain *term_of(Solver *s, Expr e, Expr *term, bool *reads);

/* direct.c */
int direct_answer(Solver *s);
void direct_free(Direct *d); /* d may be NULL */

/* settle.c */
int settle_answer(Solver *s);

/* z3.c */
Z3Backend *z3_new(ExprPool *p);
void z3_free(Z3Backend *z);
void z3_forget(Z3Backend *z, u32 mark);
/* Parameters of a check. */
typedef struct Z3Ask {
	bool once;      /* true if no later query extends this one: assert all at once */
	u32 limit;      /* resource units */
	u32 used;       /* units used; an output */
	Budget *budget; /* when to give up; or NULL */
} Z3Ask;
/* Checks the constraints. If they are satisfiable, fills model on vars. */
int z3_check(Z3Backend *z, const ExprList *constraints, Z3Ask *ask, const VarList *vars,
			 Assignment *model);
/* Answers the present query with Z3. */
int z3_answer(Solver *s);

/* lower.c: translates expressions to ones without reads and text. */

/* The decimal digits of an expression as fresh values: UNDEF leaves with ids that no program
 * uses. */
typedef struct Digits {
	Expr e;                  /* the expression whose digits they are */
	bool is_signed;          /* true if they are the digits of its absolute value */
	Expr digit[TEXT_DIGITS]; /* from the left */
	Expr definition;         /* constraint that defines the digits, lowered */
} Digits;
enum {
	FIRST_INVENTED = 1 << 30
}; /* id of an UNDEF: this plus index of the Digits * TEXT_DIGITS + k */

typedef struct Lowering {
	Expr *to;     /* by node: its translation; 0 if there is none yet */
	u32 cap;      /* entries allocated */
	ExprList log; /* nodes with an entry */
	VEC(Digits) digits;
} Lowering;
Expr lower(Lowering *l, ExprPool *p, Expr e);
/* Like lower, but returns 0 if the pool would grow beyond end. Translations made until then are
 * kept. */
Expr lower_until(Lowering *l, ExprPool *p, Expr e, u64 end);
void lower_forget(Lowering *l, u32 mark);
void lower_free(Lowering *l);

/* circuit.c */
/* Estimates the number of gates that Z3 would make of lowered expressions; stops counting above
 * most. */
u64 circuit_size(ExprPool *p, const Expr *e, size_t n, u64 most);

/* model.c */
/* Returns true if all constraints of the query hold on a. */
bool query_holds(Solver *s, const Assignment *a);
/* Changes the model towards readable values, or towards random ones. */
void model_shape(Solver *s);
/* Returns the value of the set that people would choose, considering the present value. */
u64 model_pick(Solver *s, u32 var, const Domain *d, u64 present);
/* Copies the values of the query's variables. */
void query_copy(const Solver *s, Assignment *to, const Assignment *from);
u64 solver_random(Solver *s);

#endif
