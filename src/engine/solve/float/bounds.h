/* bounds.h: what a query leaves of the values of its nodes: bounds of numbers and integers.
 *
 * A node of 32 or 64 bits has bounds as a number, and may be a NaN or not; a node of up to 64 bits has
 * bounds as a signed integer; a node of one bit may be true, false or both. Bounds are never too narrow:
 * operations round to the nearest number and are monotone, so the bounds of a result are results of
 * bounds; backwards, bounds are widened by a number on each side. Bounds of numbers do not tell -0 from 0.
 */
#ifndef DRIFT_SOLVE_BOUNDS_H
#define DRIFT_SOLVE_BOUNDS_H

#include "engine/expr/float/float.h"
#include "engine/solve/solver.h"

typedef struct NodeBounds {
	double low, high; /* as a number; none is left if low > high */
	i64 least, most;  /* as a signed integer */
	bool nan;         /* may be a NaN */
	bool no, yes;     /* one bit: may be false, may be true */
} NodeBounds;

typedef struct BoundsQuery {
	ExprPool *p;
	ExprList nodes; /* operands before what uses them */
	IntMap place;   /* by node: place in nodes, and 1 */
	NodeBounds *at; /* by place */
	bool changed;   /* a bound became narrower */
	bool empty;     /* a node has no value left */
} BoundsQuery;

NodeBounds *bounds_of(BoundsQuery *q, Expr e);
/* Keep only values within both. */
void bounds_number(BoundsQuery *q, Expr e, double low, double high, bool nan);
void bounds_integer(BoundsQuery *q, Expr e, i64 least, i64 most);
void bounds_truth(BoundsQuery *q, Expr e, bool no, bool yes);
/* A node that has bounds as a number. */
static inline bool bounds_is_number(const ExprPool *p, Expr e)
{
	unsigned w = nd(p, e)->width;
	return w == 32 || w == 64;
}

/* bounds_float.c: from operands to the result, and back. */
void bounds_float_up(BoundsQuery *q, Expr e);
void bounds_float_down(BoundsQuery *q, Expr e);

/* The layer: refutes a query by bounds. */
int bounds_answer(Solver *s);

#endif
