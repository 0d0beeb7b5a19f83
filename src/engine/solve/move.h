/* move.h: shared by move.c (bits) and move_float.c (numbers). */
#ifndef DRIFT_SOLVE_MOVE_H
#define DRIFT_SOLVE_MOVE_H

#include "engine/solve/solver.h"

/* An attempt: the input so far, and its values. */
typedef struct Attempt {
	Solver *s;
	ExprPool *p;
	Assignment *a;  /* the input being changed */
	ExprEval *eval; /* its values before the present move */
	unsigned turn;  /* bits: which of two ways to try first */
	unsigned bit;   /* of turn that is next */
	unsigned asked; /* bits that decided something */
	unsigned steps; /* left for this move */
} Attempt;

/* Value of a node before the present move. */
static inline u128 move_now(Attempt *t, Expr e)
{
	return expr_eval_value(t->eval, e);
}
/* Changes inputs so that e gets the value. Returns false if it cannot be so. */
bool move_to(Attempt *t, Expr e, u128 to, int depth);
/* Returns what the next bit of the turn says. */
bool move_other_way(Attempt *t);
/* Moves one of two operands; which one first depends on the turn. */
bool move_either(Attempt *t, Expr a, u128 to_a, Expr b, u128 to_b, int depth);

/* move_float.c */
bool move_float(Attempt *t, Expr e, u128 to, int depth);
bool move_float_char(Attempt *t, Expr e, u128 to, int depth);
/* A sum of decimal digits of the input, each times its weight. Returns false if it is no such sum. */
bool move_digits(Attempt *t, Expr e, u128 to);

#endif
