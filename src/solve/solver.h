/* solver.h: what the files of src/solve share. */
#ifndef DRIFT_SOLVER_H
#define DRIFT_SOLVER_H

#include <pthread.h>

#include "expr/pool.h"
#include "solve/solve.h"

/* A layer's answer: a SolveResult, or that it cannot tell. */
enum { SOLVE_OPEN = 3 };

typedef struct Z3Backend Z3Backend;
typedef struct Reuse Reuse;
typedef struct Domains Domains;
typedef struct Facts Facts;
typedef struct Terms Terms;
typedef struct Direct Direct;

/* One query after slicing. Conjunctions are split; the goal's parts come first, so that
 * checking a candidate fails early. */
typedef struct Query {
	ExprList goal; /* parts of the goal, and of prefix constraints that current violates */
	ExprList all;  /* goal parts, then the constraints that share variables with them */
	VarList vars;  /* variables of all, ascending */
	const Assignment *current; /* preferred values */
	Assignment *model;         /* where a layer puts its answer: current, changed on vars only */
} Query;

/* Union-find over variables for one prefix, extended when the next prefix continues it. */
typedef struct Slicer {
	ExprList prefix; /* constraints joined so far */
	u32 *parent;     /* by variable */
	U32List joined;  /* by set: round in which its variables became one class */
	u32 round;       /* since the classes began anew */
	u32 *wanted;     /* by variable: stamp if it is the root of a wanted class */
	u32 n;           /* variables there is room for */
	u32 stamp;       /* of this query */
	Assignment held; /* input on which constraints below are known to hold */
	u32 *held_stamp; /* by constraint: generation in which it was seen to hold */
	u32 held_cap;    /* room in it */
	u32 generation;  /* changes with the input */
	ExprEval *eval;  /* of held */
	u32 *seen;       /* by expression: stamp of the query that has it already */
	u32 seen_cap;    /* room in it */
	VarBits vars;    /* scratch: variables of the query */
} Slicer;

struct Solver {
	ExprPool *p;
	SolveOptions opt;
	Budget *budget;     /* when to give up; or NULL */
	SolveEffort effort; /* of queries from now on */
	u64 work_end;       /* stats.work at which the present query is given up */
	SolveStats stats;
	Query q; /* the one being answered; lists are reused */
	Slicer slicer;
	Reuse *reuse;
	Domains *domains;
	Facts *facts;      /* of paths */
	Terms *terms;      /* that constraints look through */
	Z3Backend *z3;     /* made on first use */
	ExprEval *eval;    /* for candidates */
	ExprEval *moves;   /* for inputs that differ little from the one before */
	Assignment spare;  /* scratch assignment of the layers */
	u64 random;        /* state of the generator */
	bool inside;       /* the query is a part of another (settle.c) */
	u32 sample_hits;   /* walks of sample.c that found a model */
	u32 sample_misses; /* and those that did not, or were left out */
	u32 low_water;     /* nodes from here on were released since the last query */
	Direct *left;      /* the present query as direct.c saw it, for settle.c; or NULL */
	u64 left_work;     /* that it would take to begin with it again */
	u64 set_work;      /* of stats.work: for sets that are remembered */
};

/* until.c */
/* Time is up, or the user wants an end: even what is quick gives up. Of what somebody had enough of,
 * or for want of memory, the quick layers still answer. */
bool solver_late(const Solver *s);
/* Calls fire from another thread once it is over, again and again until alarm_end. */
typedef struct Alarm {
	Budget *budget; /* NULL: nothing is watched */
	void (*fire)(void *ctx);
	void *ctx;
	pthread_t thread;
	pthread_mutex_t lock;
	pthread_cond_t ended; /* is true */
	bool end;             /* under the lock */
} Alarm;
void alarm_begin(Alarm *a, Budget *budget, void (*fire)(void *ctx), void *ctx);
void alarm_end(Alarm *a);

/* effort.c */
enum { WORK_PER_UNIT = 20 }; /* of Z3 */
void effort_begin(Solver *s);
/* The query has had all the work that it may take, or everything is over. */
bool solver_enough(const Solver *s);
/* What Z3 may take of it, in its units. */
u32 effort_units(const Solver *s);

/* slice.c */
void slicer_init(Slicer *sl, ExprPool *p);
void slicer_free(Slicer *sl);
void slicer_forget(Slicer *sl, u32 mark);
/* Fills goal, all and vars of the query. False if a constraint is constant false. */
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
/* Drops what is remembered of expressions that were released. */
void solver_forget(Solver *s);

/* move.c */
int move_answer(Solver *s);
/* From the model as start makes it, in several ways; false if none led anywhere (the model is changed
 * all the same). */
bool move_repair(Solver *s, void (*start)(void *ctx), void *ctx);

/* ---- domain.c: sets of values of one variable, as ascending disjoint ranges ---- */

typedef struct DomainRange {
	u64 low, high; /* inclusive */
} DomainRange;
typedef VEC(DomainRange) Domain;

/* All values of a width up to 64. */
void domain_full(Domain *d, unsigned width);
/* Adds a value that is greater than all there are. */
void domain_add(Domain *d, u64 v);
void domain_copy(Domain *to, const Domain *from);
/* Leaves what both have. True if d lost a value: who wants to know asks here and counts nothing. */
bool domain_meet(Domain *d, const Domain *with);
bool domain_has(const Domain *d, u64 v);
u128 domain_size(const Domain *d); /* exact; all values of 64 bits are 2^64 */
/* Bounds in signed order. */
void domain_signed(const Domain *d, unsigned width, i64 *low, i64 *high);
/* d, a set of values of term, becomes a set of values of the only variable below it. False if term
 * is not a chain of operations that can be undone. */
bool domain_undo(const ExprPool *p, Expr term, Domain *d, u32 *var);
/* The set of values of a term on which constraint e, a comparison of it with a constant, holds.
 * False if e is none. */
bool domain_of_term(const ExprPool *p, Expr e, Expr *term, Domain *out);
/* The exact set of values of its only variable on which constraint e holds, or NULL if that
 * cannot be had cheaply. Belongs to the cache. */
const Domain *domain_of(Solver *s, Expr e, u32 var);

Domains *domains_new(void);
void domains_free(Domains *d);
void domains_forget(Domains *d, u32 mark);

/* term.c */
Terms *terms_new(void);
void terms_free(Terms *t);
void terms_forget(Terms *t, u32 mark);
/* The term through which a constraint on several variables looks at all of them, and the set of its
 * values on which the constraint holds: no others are among those that it can have. reads: from a
 * constant table, above it. NULL if there is none with few values. Stays until the next is asked for. */
const Domain *term_of(Solver *s, Expr e, Expr *term, bool *reads);

/* direct.c */
int direct_answer(Solver *s);
void direct_free(Direct *d); /* or NULL */

/* settle.c */
int settle_answer(Solver *s);

/* z3.c */
Z3Backend *z3_new(ExprPool *p);
void z3_free(Z3Backend *z);
void z3_forget(Z3Backend *z, u32 mark);
/* How a check is asked. */
typedef struct Z3Ask {
	bool once;      /* no other query will continue this one: asserted at once */
	u32 limit;      /* resource units */
	u32 used;       /* of them; filled in */
	Budget *budget; /* when to give up; or NULL */
} Z3Ask;
/* Fills model on vars if satisfiable. */
int z3_check(Z3Backend *z, const ExprList *constraints, Z3Ask *ask, const VarList *vars,
			 Assignment *model);
/* The present query, by Z3. */
int z3_answer(Solver *s);

/* lower.c: e without reads and text. */

/* The decimal digits of an expression as invented values: UNDEF leaves whose ids no program uses.
 */
typedef struct Digits {
	Expr e;                  /* whose digits */
	bool is_signed;          /* of its absolute value */
	Expr digit[TEXT_DIGITS]; /* from the left */
	Expr definition;         /* what makes them the digits, lowered */
} Digits;
enum {
	FIRST_INVENTED = 1 << 30
}; /* id of an UNDEF: this plus index of the Digits * TEXT_DIGITS + k */

typedef struct Lowering {
	Expr *to;     /* by node: what it became, 0 if not asked yet */
	u32 cap;      /* room in it */
	ExprList log; /* nodes with an entry */
	VEC(Digits) digits;
} Lowering;
Expr lower(Lowering *l, ExprPool *p, Expr e);
/* The same; 0 if the pool would become longer than end. What was done until then is kept. */
Expr lower_until(Lowering *l, ExprPool *p, Expr e, u64 end);
void lower_forget(Lowering *l, u32 mark);
void lower_free(Lowering *l);

/* circuit.c */
/* Gates that Z3 would make of lowered expressions, roughly; stops counting above most. */
u64 circuit_size(ExprPool *p, const Expr *e, size_t n, u64 most);

/* model.c */
/* True if all constraints of the query hold on a. */
bool query_holds(Solver *s, const Assignment *a);
/* Changes the model towards readable values, or towards random ones. */
void model_shape(Solver *s);
/* The value of the set that people would choose, given the present value. */
u64 model_pick(Solver *s, u32 var, const Domain *d, u64 present);
/* Copies the values of the query's variables. */
void query_copy(const Solver *s, Assignment *to, const Assignment *from);
u64 solver_random(Solver *s);

#endif
