/* test_solve_tables.c: the solver on constant tables, read by indices that depend on the input. */
#include "gen_expr.h"
#include "solve_fixture.h"

/* A table of n elements of size bytes; most are small, so that they are places in the next one. */
static Expr random_table(ExprPool *p, Rng *rng, u32 n, u32 size)
{
	u8 bytes[64 * 8] = {0};
	for (u32 i = 0; i < n; i++) {
		u64 v = rng_below(rng, 4) ? rng_below(rng, 40) : rng_value(rng);
		memcpy(bytes + i * size, &v, size);
	}
	return expr_table(p, bytes, n * size);
}

/* The element at an index, as a program reads it: byte by byte, the lowest first. */
static Expr element(ExprPool *p, Expr table, Expr index, u32 size)
{
	Expr at = expr_mul(p, index, num(p, 32, size)), all = expr_read(p, table, at);
	for (u32 k = 1; k < size; k++)
		all = expr_concat(p, expr_read(p, table, expr_add(p, at, num(p, 32, k))), all);
	return all;
}

/* A term of 32 bits over two bytes: one of them, a choice or a sum. */
static Expr random_index(ExprPool *p, Rng *rng)
{
	Expr x = expr_var(p, rng_below(rng, 2)), y = expr_var(p, rng_below(rng, 2));
	Expr few = expr_ult(p, y, num(p, 8, rng_below(rng, 256)));
	switch (rng_below(rng, 5)) {
	case 0: break;
	case 1: x = expr_and(p, x, num(p, 8, 31)); break;
	case 2: x = expr_add(p, expr_and(p, x, num(p, 8, 15)), expr_and(p, y, num(p, 8, 15))); break;
	default: x = expr_ite(p, few, num(p, 8, rng_below(rng, 3)), x); break;
	}
	Expr wide = rng_below(rng, 3) ? expr_zext(p, x, 32) : expr_sext(p, x, 32);
	return expr_add(p, wide, num(p, 32, rng_below(rng, 3) ? 0 : (i64)rng_below(rng, 9) - 4));
}

/* Reads of reads: next[base[class[c]] + d], compared. */
static Expr random_chain(ExprPool *p, Rng *rng)
{
	static const u32 sizes[] = {1, 2, 4, 8};
	Expr at = random_index(p, rng), last = 0;
	for (u32 k = 1 + rng_below(rng, 3); k; k--) {
		u32 size = sizes[rng_below(rng, 4)];
		last = element(p, random_table(p, rng, 4 + rng_below(rng, 60), size), at, size);
		unsigned w = expr_width(p, last);
		at = w > 32              ? expr_extract(p, last, 0, 32)
			 : w == 32           ? last
			 : rng_below(rng, 2) ? expr_zext(p, last, 32)
								 : expr_sext(p, last, 32);
		if (rng_below(rng, 4) == 0)
			at = expr_add(p, at, random_index(p, rng));
	}
	unsigned w = expr_width(p, last);
	Expr with = rng_below(rng, 8)
					? expr_const(p, w, rng_below(rng, 3) ? rng_below(rng, 40) : rng_value(rng))
				: w == 32 ? random_index(p, rng)
						  : expr_const(p, w, 7);
	switch (rng_below(rng, 4)) {
	case 0: return expr_eq(p, last, with);
	case 1: return expr_not(p, expr_eq(p, last, with));
	case 2: return expr_ult(p, last, with);
	default: return expr_slt(p, last, with);
	}
}

static void tables_with(u32 layers, u32 rounds, u64 seed, u32 least)
{
	Rng rng = {seed};
	ExprPool *p = expr_pool_new();
	input_int(p, "x", 8);
	input_int(p, "y", 8);
	Solver *s = solver_new(p, &(SolveOptions){.layers = layers});
	Assignment current, model = {0};
	assignment_init(&current, p);
	u32 mark = expr_mark(p), refuted = 0, found = 0;
	for (u32 round = 0; round < rounds; round++) {
		Expr c[6];
		u32 n = 0;
		for (u32 k = 1 + rng_below(&rng, 5); k; k--) {
			Expr e = random_chain(p, &rng);
			if (!expr_is_const(p, e))
				c[n++] = e;
		}
		if (!n)
			continue;
		current.at[0] = rng_below(&rng, 256);
		current.at[1] = rng_below(&rng, 256);
		SolveResult r = solve(s, c, n - 1, c[n - 1], &current, &model);
		if (r == SOLVE_SAT)
			assert_true(holds(p, c, n, &model));
		else if (r == SOLVE_UNSAT)
			assert_false(satisfiable(p, c, n));
		found += r == SOLVE_SAT;
		refuted += r == SOLVE_UNSAT;
		if (round % 32 == 31)
			expr_release(p, mark);
	}
	assert_true(found >= least && refuted >= least);
	assignment_free(&current);
	assignment_free(&model);
	solver_free(s);
	expr_pool_free(p);
}

static void test_tables(void **state)
{
	(void)state;
	tables_with(0, 60, 31, 5);
	tables_with(1 << LAYER_DIRECT, 300, 32, 10);
	tables_with(1 << LAYER_FIXED, 200, 33, 0);
	tables_with(1 << LAYER_DIRECT | 1 << LAYER_FIXED, 200, 34, 10);
}

/* Every constraint looks at the byte through a choice and tables; together they refute. No length is
 * tried for that, and nothing is enumerated for the next query. */
static void test_scanner(void **state)
{
	(void)state;
	Fixture f = fixture(0, 2);
	ExprPool *p = f.p;
	u8 class[256] = {0};
	u16 base[16], next[64];
	for (u32 i = 0; i < 256; i++)
		class[i] = (u8)(i % 13);
	for (u32 i = 0; i < 16; i++)
		base[i] = (u16)(i * 3);
	for (u32 i = 0; i < 64; i++)
		next[i] = (u16)(i / 5);
	Expr chosen =
		expr_ite(p, expr_ult(p, expr_var(p, 0), num(p, 8, 9)), num(p, 8, 0), expr_var(p, 1));
	Expr c = expr_read(p, expr_table(p, class, sizeof class), expr_zext(p, chosen, 32));
	Expr b = element(p, expr_table(p, base, sizeof base), expr_zext(p, c, 32), 2);
	Expr to = element(p, expr_table(p, next, sizeof next), expr_zext(p, b, 32), 2);
	/* next is 4 for classes 7 and 8 (21, 24); base is 21 for class 7 only. */
	Expr all[] = {expr_eq(p, to, num(p, 16, 4)), expr_ult(p, num(p, 16, 21), b)};
	f.current.at[0] = 10;
	assert_int_equal(solve(f.s, all, 1, all[1], &f.current, &f.model), SOLVE_SAT);
	assert_int_equal(f.model.at[1] % 13, 8);
	Expr more[] = {all[0], all[1], expr_eq(p, expr_and(p, c, num(p, 8, 1)), num(p, 8, 1))};
	assert_int_equal(solve(f.s, more, 2, more[2], &f.current, &f.model), SOLVE_UNSAT);
	u64 work = solver_stats(f.s)->work;
	Expr below = expr_ult(p, expr_var(p, 0), num(p, 8, 200));
	Expr again[] = {all[0], all[1], below, more[2]};
	assert_int_equal(solve(f.s, again, 3, again[3], &f.current, &f.model), SOLVE_UNSAT);
	assert_int_equal(solver_stats(f.s)->work, work);
	assert_int_equal(solver_stats(f.s)->answered[LAYER_FIXED], 0);
	assert_int_equal(solver_stats(f.s)->answered[LAYER_Z3], 0);
	done(&f);
}

/* A histogram of many inputs is too much for Z3: that is noticed while it is made, not behind it. */
static void test_histogram(void **state)
{
	(void)state;
	enum { N = 300 };
	ExprPool *p = expr_pool_new();
	for (u32 v = 0; v < N; v++)
		input_int(p, "v", 8);
	Solver *s = solver_new(p, &(SolveOptions){.layers = 1u << LAYER_Z3, .z3_limit = 100000});
	Assignment current, model = {0};
	assignment_init(&current, p);
	u8 zeros[256] = {0};
	Expr array = expr_table(p, zeros, sizeof zeros);
	for (u32 v = 0; v < N; v++) {
		Expr at = expr_zext(p, expr_var(p, v), 32);
		array = expr_store(p, array, at, expr_add(p, expr_read(p, array, at), num(p, 8, 1)));
	}
	Expr few = expr_ult(p, expr_read(p, array, num(p, 32, 'a')), num(p, 8, 9));
	u32 before = expr_pool_len(p);
	assert_int_equal(solve(s, NULL, 0, expr_not(p, few), &current, &model), SOLVE_UNKNOWN);
	/* Each of the N reads looks through up to N stores: N * N nodes. */
	assert_true(expr_pool_len(p) - before < N * N / 4);
	assignment_free(&current);
	assignment_free(&model);
	solver_free(s);
	expr_pool_free(p);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_tables),
		cmocka_unit_test(test_scanner),
		cmocka_unit_test(test_histogram),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
