/* period.h: shared by period.c and period_node.c: how a node changes with one variable.
 *
 * On a segment, an interval of values of the variable, a node may have a period: when the variable grows
 * by `every`, the node grows by `step`, modulo 2 to the power of its width. A remainder by a constant has
 * step 0. Sums, products with constants and quotients by constants of such nodes have periods again. */
#ifndef DRIFT_SOLVE_PERIOD_H
#define DRIFT_SOLVE_PERIOD_H

#include "engine/solve/direct.h"

enum { MOST_PERIOD = 1 << 22 };

typedef struct Period {
	u64 every; /* from 1 to MOST_PERIOD; 0: the node has none */
	i64 step;  /* modulo 2^width, read as signed; 0 for arrays and widths above 64 */
} Period;

/* A node below the constraints. */
typedef struct PeriodCell {
	Expr e;
	u32 kid[3];    /* cells of the operands */
	ExprInfo info; /* bounds on the segment; widths up to 64 */
	Period period; /* on the segment */
} PeriodCell;

/* The least multiple of two periods; 0 if one of them is 0, or if it is too long. */
u64 period_common(u64 a, u64 b);
/* The period of a node from those of its operands, whose cells are in cells. */
Period period_of(const ExprPool *p, const PeriodCell *cells, const PeriodCell *c);

#endif
