/* z3_float.h: floating-point operations as terms of Z3, for files that see Z3's types. */
#ifndef DRIFT_SOLVE_Z3_FLOAT_H
#define DRIFT_SOLVE_Z3_FLOAT_H

#include <z3.h>

#include "engine/expr/float/float.h"

/* Returns the bits of the result as float_value computes them; NULL if Z3 has no such operation. Then
 * any value is possible, as far as Z3 knows. */
Z3_ast z3_float_term(Z3_context c, FloatOp op, unsigned width, unsigned from, const Z3_ast bits[3]);

#endif
