/* rules.h: what a floating-point operation is replaced by when it is made. */
#ifndef DRIFT_EXPR_FLOAT_RULES_H
#define DRIFT_EXPR_FLOAT_RULES_H

#include "engine/expr/float/float.h"
#include "engine/expr/pool.h"

/* Return another expression with the same bits for all operands; 0: the operation stays. */
Expr float_rule1(ExprPool *p, FloatOp op, unsigned width, Expr a);
Expr float_rule2(ExprPool *p, FloatOp op, unsigned width, Expr a, Expr b);

#endif
