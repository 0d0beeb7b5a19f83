/* narrow.h: replaces 64-bit arithmetic by int arithmetic; for texts (under.c). */
#ifndef DRIFT_EXPR_SIMPLE_NARROW_H
#define DRIFT_EXPR_SIMPLE_NARROW_H

#include "engine/expr/pool.h"

/* What is known of a number under some ranges of inputs. */
typedef struct Narrow {
	bool known; /* the bounds are */
	i64 lo, hi; /* read as signed */
	Expr twin;  /* of 64 bits only: its low 32 bits without a cut; 0: there is no such term */
} Narrow;

/* Of a node: e, as it is under the ranges, with its bounds, and what is known of its operands. */
Narrow narrow_of(ExprPool *p, const ExprNode *n, Expr e, const ExprInfo *info, const Expr kid[3],
				 const Narrow *of[3]);
/* The number as its 32 bits extended; 0 if it may be another, or is that already. */
Expr narrow_extended(ExprPool *p, const ExprNode *n, const Narrow *x);

#endif
