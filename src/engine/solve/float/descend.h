/* descend.h: the layer that searches models of queries with floating-point numbers. */
#ifndef DRIFT_SOLVE_DESCEND_H
#define DRIFT_SOLVE_DESCEND_H

#include "engine/expr/float/float.h"
#include "engine/solve/solver.h"

int descend_answer(Solver *s);

#endif
