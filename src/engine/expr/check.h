/* check.h: checks of expressions in the checked build (pool_checked.c). */
#ifndef DRIFT_EXPR_CHECK_H
#define DRIFT_EXPR_CHECK_H

#include "base/check.h"
#include "engine/expr/expr.h"

/* Returns true if e has the value, truncated to its width, on the input that ev was begun with,
 * or if that is unknown. Ends the process if its value contradicts the bounds of its operands. */
bool expr_check_has(ExprEval *ev, ExprPool *p, Expr e, u128 value);
/* Checks that both have the same values on a few inputs. */
void expr_check_equal(ExprPool *p, Expr a, Expr b);

#endif
