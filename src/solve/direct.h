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
	bool changed;  /* they did, or what an array holds did, when they were last computed */
} DirectCell;

/* One query on its way through this layer. */
typedef struct Direct {
	Solver *s;
	ExprPool *p;
	const VarList *vars;
	Domain *sets;          /* by position in vars */
	ExprList rest;         /* constraints that are not in the sets */
	VarSet open;           /* their variables */
	VEC(DirectCell) cells; /* nodes below rest, operands before users */
	IntMap cell_of;        /* node -> its cell */
	VEC(u32) roots;        /* cells of rest */
	bool computed;         /* cells have bounds, of some sets */
	u64 work;              /* cells looked at so far */
	u64 steps;             /* stores that reads have looked at so far */
} Direct;

/* The sets of the present query, narrowed. False if there is no model. */
bool direct_begin(Direct *d, Solver *s);
void direct_end(Direct *d);
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
/* Cuts the sets as far as bounds tell. False if the rest is refuted. */
bool narrow_all(Direct *d);

/* narrow_array.c */
/* Bounds of a READ, no wider than they are. */
void narrow_read_bounds(Direct *d, DirectCell *c);
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
