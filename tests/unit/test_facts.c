/* test_facts.c: decisions that a path implies, against enumeration. */
#include "engine/expr/pool.h"
#include "gen_expr.h"
#include "engine/solve/solve.h"

#include <setjmp.h>
#include <cmocka.h>

enum { VALUES = 16 }; /* of each of two variables */

static Expr num(ExprPool *p, unsigned w, i64 v)
{
	return expr_const(p, w, (u64)v);
}

/* Random truth values over two variables of four bits each. */
static u32 random_path(Gen *g, Expr *c, u32 most)
{
	u32 n = 0;
	gen_start(g, 2);
	gen_run(g, 24);
	for (u32 i = g->n; i-- > 2 && n < most;) {
		Expr e = g->e[0][i];
		if (g->w[i] != 1)
			e = expr_ule(g->p[0], e, expr_const128(g->p[0], g->w[i], rng_value(g->rng)));
		if (rng_below(g->rng, 2))
			e = expr_not(g->p[0], e);
		if (expr_vars(g->p[0], e))
			c[n++] = e;
	}
	return n;
}

/* True if c[n] holds wherever c[0..n) do, and *some that they do somewhere. */
static bool implies(ExprPool *p, const Expr *c, u32 n, bool *some)
{
	Tape *before = tape_new(p, c, n), *own = tape_new(p, c + n, 1);
	bool all = true;
	*some = false;
	for (u32 v = 0; v < VALUES * VALUES; v++) {
		for (u32 k = 0; k < 2; k++) {
			tape_set(before, k, k ? v / VALUES : v % VALUES);
			tape_set(own, k, k ? v / VALUES : v % VALUES);
		}
		if (!tape_holds(before))
			continue;
		*some = true;
		all &= tape_holds(own);
	}
	tape_free(before);
	tape_free(own);
	return all;
}

static void test_enumeration(void **state)
{
	(void)state;
	Rng rng = {21};
	ExprPool *p = expr_pool_new();
	input_int(p, "x", 4);
	input_int(p, "y", 4);
	Solver *s = solver_new(p, NULL);
	u32 mark = expr_mark(p), implied = 0, open = 0;
	for (u32 round = 0; round < 2000; round++) {
		Gen g = {.p = {p, NULL}, .rng = &rng, .widest = 32, .kinds = GEN_ARRAYS | GEN_TEXT};
		Expr c[8];
		u32 n = random_path(&g, c, 8);
		solve_path_begin(s);
		for (u32 i = 0; i < n; i++) {
			bool some, truth = implies(p, c, i, &some), said;
			if (!some)
				break;
			said = solve_path_take(s, c[i]);
			/* so few combinations are all looked at, so it is exact */
			assert_int_equal(said, truth);
			implied += said;
			open += !said;
		}
		if (round % 64 == 63)
			expr_release(p, mark);
	}
	assert_true(implied > 100 && open > 100);
	solver_free(s);
	expr_pool_free(p);
}

/* A root taken upwards, then downwards: x is between two squares, and what counts down from it is
 * far above its root for a long time. */
static void test_root(void **state)
{
	(void)state;
	ExprPool *p = expr_pool_new();
	Expr n = num(p, 32, 0);
	Solver *s;
	for (int i = 0; i < 3; i++) {
		input_int(p, (const char *[]){"a", "b", "c"}[i], 32);
		n = expr_add(p, n, expr_mul(p, expr_var(p, (u32)i), expr_var(p, (u32)i)));
	}
	s = solver_new(p, NULL);
	solve_path_begin(s);
	for (u32 i = 0; i < 3; i++) {
		solve_path_take(s, expr_sle(p, num(p, 32, 0), expr_var(p, i)));
		assert_false(solve_path_take(s, expr_sle(p, expr_var(p, i), num(p, 32, 9))));
	}
	assert_false(solve_path_take(s, expr_sle(p, num(p, 32, 100), n)));
	assert_false(solve_path_take(s, expr_slt(p, n, num(p, 32, 121))));
	assert_true(solve_path_take(s, expr_slt(p, n, num(p, 32, 144))));
	for (int k = 0; k < 60; k++) {
		Expr down = expr_sub(p, n, num(p, 32, k));
		assert_true(solve_path_take(s, expr_slt(p, n, expr_mul(p, down, down))));
	}
	Expr down = expr_sub(p, n, num(p, 32, 95));
	assert_false(solve_path_take(s, expr_slt(p, n, expr_mul(p, down, down))));
	solver_free(s);
	expr_pool_free(p);
}

/* Variables with too many values for rows: sets of one, and of the terms that are compared. */
static void test_wide(void **state)
{
	(void)state;
	ExprPool *p = expr_pool_new();
	input_int(p, "a", 32);
	input_int(p, "b", 32);
	Solver *s = solver_new(p, NULL);
	Expr a = expr_var(p, 0), sum = expr_add(p, a, expr_var(p, 1));
	solve_path_begin(s);
	assert_false(solve_path_take(s, expr_slt(p, num(p, 32, 10), a)));
	assert_true(solve_path_take(s, expr_slt(p, num(p, 32, 3), a)));
	assert_false(solve_path_take(s, expr_ult(p, sum, num(p, 32, 50))));
	assert_true(solve_path_take(s, expr_not(p, expr_eq(p, sum, num(p, 32, 50)))));
	assert_false(solve_path_take(s, expr_not(p, expr_eq(p, sum, num(p, 32, 49)))));
	assert_true(solve_path_take(s, expr_ult(p, sum, num(p, 32, 49))));
	/* another path knows nothing of it */
	solve_path_begin(s);
	assert_false(solve_path_take(s, expr_slt(p, num(p, 32, 3), a)));
	assert_false(solve_path_take(s, expr_ult(p, sum, num(p, 32, 49))));
	solver_free(s);
	expr_pool_free(p);
}

/* An uninitialised value is not what it happens to be evaluated as. */
static void test_undef(void **state)
{
	(void)state;
	ExprPool *p = expr_pool_new();
	input_int(p, "a", 8);
	Solver *s = solver_new(p, NULL);
	Expr e = expr_ule(p, expr_undef(p, 8, 1), expr_var(p, 0));
	solve_path_begin(s);
	assert_false(solve_path_take(s, e));
	solver_free(s);
	expr_pool_free(p);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_enumeration),
		cmocka_unit_test(test_root),
		cmocka_unit_test(test_wide),
		cmocka_unit_test(test_undef),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
