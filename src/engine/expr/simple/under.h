/* under.h: simplifies conditions under other conditions; for texts (simple.c). */
#ifndef DRIFT_EXPR_UNDER_H
#define DRIFT_EXPR_UNDER_H

#include "engine/expr/pool.h"

enum { UNDER_VALUES = 256 }; /* that a term of few values may have */

/* What an expression is for each value of a term. */
typedef struct UnderValues {
	u64 first;               /* value of the term */
	u32 n;                   /* values, ascending without gaps */
	u64 value[UNDER_VALUES]; /* of the expression */
} UnderValues;

/* Makes each condition what it is where all others hold. The conjunction stays what it is. */
void under_each_other(ExprPool *p, ExprList *conds);
/* e where each variable is in its bounds, and the bounds of e then. */
Expr under_ranges(ExprPool *p, Expr e, const ExprInfo *of_var, ExprInfo *info);
/* Bounds of a term that something else says. */
typedef struct TermBounds {
	Expr term;
	u64 low, high;
} TermBounds;

/* If e depends on its inputs through one term of a few values only: the simplest such term, not e
 * itself, and e for each of them. Variables are in their bounds, unless of_var is NULL, and terms in
 * those of known. */
bool under_few_values(ExprPool *p, Expr e, const ExprInfo *of_var, const TermBounds *known,
					  size_t n_known, Expr *term, UnderValues *out);

#endif
