/* direct.h: shared by direct.c, narrow.c, search.c and settle.c: one query, with a set of values
 * for each variable.
 */
#ifndef DRIFT_SOLVE_DIRECT_H
#define DRIFT_SOLVE_DIRECT_H

#include "engine/solve/solver.h"

/* A node below the constraints, with the cells of its operands. */
typedef struct DirectCell {
	Expr e;
	u32 kid[3];    /* cells; only as many as the operation has */
	ExprInfo info; /* bounds under the present sets */
	u32 flat;      /* STORE: 1 + its number in flats; 0: it is walked */
	u8 op;         /* operation of the node */
	bool live;     /* STORE: true if a read may reach it */
	bool asked;    /* STORE: whether it is flat */
} DirectCell;

/* The bytes of an array that was written at constant indices only (flat.c). */
typedef struct DirectFlat {
	u32 first, n; /* the indices it covers */
	u32 *cell;    /* 1 + cell of the byte; 0: the byte is in the array below */
	u32 below;    /* cell of the array below the stores */
} DirectFlat;

/* A term that constraints observe their variables through, and the values that they allow. */
typedef struct DirectTerm {
	Expr e;
	Domain set;
} DirectTerm;

/* The state of one query in this layer. */
struct Direct {
	Solver *s;
	ExprPool *p;
	const VarList *vars;
	Domain *sets;          /* by position in vars */
	ExprList rest;         /* constraints that the sets do not express */
	VEC(DirectTerm) terms; /* terms of some of these constraints */
	ExprList cuts;         /* roots of narrowing: other constraints of rest, then the terms */
	VarSet open;           /* variables of rest */
	VEC(DirectCell) cells; /* nodes below cuts, operands before users */
	VEC(DirectFlat) flats; /* flat arrays that are read */
	U32List roots;         /* cells of cuts */
	u32 *first_user;       /* by cell: where its users begin in users; one more at the end */
	u32 *users;            /* cells */
	u32 *var_cell;         /* by position in vars: 1 + its cell; 0: not below cuts */
	u64 *due;              /* a bit for each cell: true if its bounds must be recomputed */
	u64 *moved;            /* a bit for each position: bounds of set and cell may differ */
	u64 *stale;            /* a bit for each root: a set changed since it last cut nothing */
	u64 *var_roots; /* by position, n_stale words each: the roots that contain the variable */
	size_t n_stale; /* words of stale */
	bool divided;   /* true if sets were split: they no longer contain every model */
	u64 work;       /* cells visited so far */
	u64 steps;      /* stores that reads have visited so far */
};

/* Makes the sets of the present query and narrows them. Returns false if there is no model. */
bool direct_begin(Direct *d, Solver *s);
/* Returns what direct_answer left of the present query, in the state that direct_begin makes;
 * NULL if there is nothing. */
Direct *direct_left(Solver *s);
size_t direct_position(const VarList *vars, u32 var);
/* True if the term depends on one variable only. */
bool direct_only_var(const ExprPool *p, Expr e, u32 *var);
/* Chooses a value from each set, close to the current input. */
void direct_pick(Direct *d);

/* order.c */
/* Returns true if the comparisons between terms contradict each other. */
bool order_refutes(const Direct *d);

/* narrow.c */
void narrow_begin(Direct *d);
void narrow_end(Direct *d);
/* Reports that the set at a position has changed. */
void narrow_touch(Direct *d, size_t position);
/* Cuts the sets as far as bounds allow. Returns false if the constraints are refuted. */
bool narrow_all(Direct *d);

/* narrow_array.c */
/* Locates, once for all reads, the bytes of the arrays that they read. ExprPool.location must
 * still have the cell of each node. */
void narrow_flats(Direct *d);
/* Narrows info to the bounds of a READ; never widens it. */
void narrow_read_bounds(Direct *d, const DirectCell *c, ExprInfo *info);
/* Sets the first and last index at which a READ may find a value in [low, high]; first > last if
 * there is none. Returns false if there are too many indices to check. */
bool narrow_read_index(Direct *d, const DirectCell *c, u64 low, u64 high, u64 *first, u64 *last);
/* Finds the cell of the byte that a READ returns at an index. Returns false if there is none. */
bool narrow_read_cell(Direct *d, const DirectCell *c, u64 index, u32 *cell);

/* enumerate.c */
/* Tries all combinations of values if there are few; otherwise returns SOLVE_OPEN. */
int enumerate_answer(Direct *d);

/* period.c */
/* Decides a query about one number that is divided by constants, if other variables have few values;
 * otherwise returns SOLVE_OPEN. */
int period_answer(Direct *d);

/* sample.c */
/* Walks from the picked values towards a model; returns SOLVE_OPEN if it finds none. */
int sample_answer(Direct *d);

/* search.c */
/* Splits sets until it finds a model or a refutation; returns SOLVE_OPEN if that takes too long. */
int search_answer(Direct *d);

#endif
