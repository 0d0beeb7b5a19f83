/* direct.h: what direct.c, narrow.c, search.c and settle.c share: one query under sets of values.
 */
#ifndef DRIFT_SOLVE_DIRECT_H
#define DRIFT_SOLVE_DIRECT_H

#include "solve/solver.h"

/* A node below the constraints, with the cells of its operands. */
typedef struct DirectCell {
	Expr e;
	u32 kid[3];    /* cells; only as many as the operation has */
	ExprInfo info; /* bounds under the present sets */
	u32 flat;      /* STORE: 1 + its number in flats; 0: it is walked */
	u8 op;         /* of the node */
	bool live;     /* STORE: reads come by it */
	bool asked;    /* STORE: whether it is flat */
} DirectCell;

/* Where the bytes of an array are that was written at constant indices (flat.c). */
typedef struct DirectFlat {
	u32 first, n; /* indices */
	u32 *cell;    /* 1 + that of the byte; 0: it is below */
	u32 below;    /* cell of the array there */
} DirectFlat;

/* A term that constraints look through, and the values that they leave it. */
typedef struct DirectTerm {
	Expr e;
	Domain set;
} DirectTerm;

/* One query on its way through this layer. */
struct Direct {
	Solver *s;
	ExprPool *p;
	const VarList *vars;
	Domain *sets;          /* by position in vars */
	ExprList rest;         /* constraints that are not in the sets */
	VEC(DirectTerm) terms; /* that some of them look through */
	ExprList cuts;         /* the others of them, then the terms: what narrowing goes down from */
	VarSet open;           /* their variables */
	VEC(DirectCell) cells; /* nodes below cuts, operands before users */
	VEC(DirectFlat) flats; /* arrays that reads look at */
	U32List roots;         /* cells of cuts */
	u32 *first_user;       /* by cell: where its users begin in users; one more at the end */
	u32 *users;            /* cells */
	u32 *var_cell;         /* by position in vars: 1 + its cell; 0: cuts do not have it */
	u64 *due;              /* a bit for each cell: its bounds have to be computed again */
	u64 *moved;     /* a bit for each position: the set may have other bounds than its cell */
	u64 *stale;     /* a bit for each root: a set changed since it was found to cut nothing */
	u64 *var_roots; /* by position, n_stale words each: roots that have the variable */
	size_t n_stale; /* words of stale */
	bool divided;   /* the sets are no longer all that the constraints leave */
	u64 work;       /* cells looked at so far */
	u64 steps;      /* stores that reads have looked at so far */
};

/* The sets of the present query, narrowed. False if there is no model. */
bool direct_begin(Direct *d, Solver *s);
/* What direct_answer left of the present query, as direct_begin makes it; NULL: nothing. */
Direct *direct_left(Solver *s);
size_t direct_position(const VarList *vars, u32 var);
/* True if the term depends on one variable only. */
bool direct_only_var(const ExprPool *p, Expr e, u32 *var);
/* Chooses a value of each set, near the current input. */
void direct_pick(Direct *d);

/* order.c */
/* True if the comparisons of terms with each other cannot all be. */
bool order_refutes(const Direct *d);

/* narrow.c */
void narrow_begin(Direct *d);
void narrow_end(Direct *d);
/* The set at a position is no longer what it was. */
void narrow_touch(Direct *d, size_t position);
/* Cuts the sets as far as bounds tell. False if the rest is refuted. */
bool narrow_all(Direct *d);

/* narrow_array.c */
/* Looks once for all reads where the bytes of their arrays are; cells are where the list says. */
void narrow_flats(Direct *d);
/* Bounds of a READ, no wider than they are. */
void narrow_read_bounds(Direct *d, const DirectCell *c, ExprInfo *info);
/* The first and last index at which a READ may find a value in [low, high]; first > last if there
 * is none. False if there are too many to look at. */
bool narrow_read_index(Direct *d, const DirectCell *c, u64 low, u64 high, u64 *first, u64 *last);
/* The cell of the byte that a READ finds at an index, if there is one. */
bool narrow_read_cell(Direct *d, const DirectCell *c, u64 index, u32 *cell);

/* enumerate.c */
/* Tries all combinations of values, if there are few; SOLVE_OPEN if not. */
int enumerate_answer(Direct *d);

/* sample.c */
/* Walks from the picked values; SOLVE_OPEN if that led nowhere. */
int sample_answer(Direct *d);

/* search.c */
/* Splits sets until a model or a refutation is found; SOLVE_OPEN when that takes too long. */
int search_answer(Direct *d);

#endif
