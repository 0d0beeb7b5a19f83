/* under.h: conditions as they are beside one another; for texts (simple.c). */
#ifndef DRIFT_EXPR_UNDER_H
#define DRIFT_EXPR_UNDER_H

#include "expr/pool.h"

/* What an expression is for each value of a term. */
typedef struct UnderValues {
	u64 first;     /* value of the term */
	u32 n;         /* values, ascending without gaps */
	u64 value[64]; /* of the expression */
} UnderValues;

/* Makes each condition what it is where all others hold. The conjunction stays what it is. */
void under_each_other(ExprPool *p, ExprList *conds);
/* e where each variable is in its bounds, and the bounds of e then. */
Expr under_ranges(ExprPool *p, Expr e, const ExprInfo *of_var, ExprInfo *info);
/* If e depends on its inputs through one term of a few values only: the simplest such term, not e
 * itself, and e for each of them. Variables are in their bounds, unless of_var is NULL. */
bool under_few_values(ExprPool *p, Expr e, const ExprInfo *of_var, Expr *term, UnderValues *out);

#endif
