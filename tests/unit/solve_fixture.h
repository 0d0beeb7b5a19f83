/* solve_fixture.h: what tests of the solver share. */
#ifndef DRIFT_TESTS_SOLVE_FIXTURE_H
#define DRIFT_TESTS_SOLVE_FIXTURE_H

#include "engine/expr/pool.h"
#include "engine/solve/solver.h"

#include <setjmp.h>
#include <cmocka.h>

static inline Expr num(ExprPool *p, unsigned w, i64 v)
{
	return expr_const(p, w, (u64)v);
}

static inline bool holds(ExprPool *p, const Expr *c, size_t n, const Assignment *a)
{
	for (size_t i = 0; i < n; i++)
		if (!(u64)expr_eval(p, c[i], a))
			return false;
	return true;
}

/* All 2^16 values of two bytes. */
static inline bool satisfiable(ExprPool *p, const Expr *c, size_t n)
{
	Tape *t = tape_new(p, c, n);
	bool found = false;
	for (u32 v = 0; v < 65536 && !found; v++) {
		tape_set(t, 0, v & 255);
		tape_set(t, 1, v >> 8);
		found = tape_holds(t);
	}
	tape_free(t);
	return found;
}

/* A solver and its inputs: integers, then bytes. */
typedef struct Fixture {
	ExprPool *p;
	Solver *s;
	Assignment current, model;
} Fixture;

static inline Fixture fixture(u32 ints, u32 bytes)
{
	Fixture f = {.p = expr_pool_new()};
	for (u32 k = 0; k < ints; k++) {
		char name[16];
		snprintf(name, sizeof name, "arg%u", k + 1);
		input_int(f.p, name, 32);
	}
	if (bytes)
		input_bytes(f.p, "stdin", bytes);
	f.s = solver_new(f.p, NULL);
	assignment_init(&f.current, f.p);
	return f;
}

static inline void done(Fixture *f)
{
	assignment_free(&f->current);
	assignment_free(&f->model);
	solver_free(f->s);
	expr_pool_free(f->p);
}

#endif
