/* test_chain.c: arrays with many stores: their bytes on an assignment. */
#include "gen_expr.h"

#include <setjmp.h>
#include <cmocka.h>

enum { BYTES = 5, VARS = 6, STORES = 400, ARRAYS = 200, INDICES = BYTES + 3 };

/* What an array has on one assignment, the naive way. */
typedef struct Array {
	Expr e;
	u8 byte[INDICES]; /* also behind the end of the table */
} Array;

static const u8 table[BYTES] = {9, 8, 7, 6, 5};

/* Stores on stores of random earlier ones, so that chains part and go on; indices and bytes are
 * variables, constants, or bytes that were read from the array itself. */
static void random_arrays(ExprPool *p, const Assignment *a, Rng *rng, Array *all)
{
	all[0] = (Array){expr_table(p, table, BYTES), {9, 8, 7, 6, 5}};
	for (u32 i = 1; i < STORES; i++) {
		/* Mostly the latest: chains get long. */
		const Array *from = &all[rng_below(rng, 8) ? i - 1 : rng_below(rng, i)];
		u32 var = (u32)rng_below(rng, VARS), read = (u32)rng_below(rng, BYTES);
		bool reads = rng_below(rng, 2);
		Expr index = expr_zext(p, expr_var(p, var), 32);
		Expr byte = reads ? expr_read(p, from->e, expr_const(p, 32, read)) : expr_const(p, 8, i);
		u8 value = reads ? from->byte[read] + 1 : (u8)i;
		if (reads)
			byte = expr_add(p, byte, expr_const(p, 8, 1));
		all[i] = *from;
		all[i].e = expr_store(p, from->e, index, byte);
		all[i].byte[a->at[var]] = value;
	}
}

static void stores_part_and_go_on(void **state)
{
	(void)state;
	Rng rng = {7};
	for (u32 round = 0; round < 20; round++) {
		ExprPool *p = expr_pool_new();
		for (u32 v = 0; v < VARS; v++)
			input_int(p, "v", 8);
		expr_pool_simplify(p, round % 2);
		Assignment a;
		assignment_init(&a, p);
		for (u32 v = 0; v < VARS; v++)
			a.at[v] = rng_below(&rng, INDICES);
		Array all[STORES];
		random_arrays(p, &a, &rng, all);
		ExprEval *ev = expr_eval_new(p);
		/* Once with everything new, once with all known, and on another assignment between. */
		for (u32 k = 0; k < 3; k++) {
			Assignment zero;
			assignment_init(&zero, p);
			/* All of an evaluator begin in one of the two ways. */
			(round / 2 % 2 ? expr_eval_next : expr_eval_begin)(ev, k == 1 ? &zero : &a);
			for (u32 i = 0; i < ARRAYS; i++) {
				u32 at = k ? (u32)rng_below(&rng, STORES) : STORES - 1 - i;
				for (u32 b = 0; b < INDICES; b++) {
					Expr e = expr_read(p, all[at].e, expr_const(p, 32, b));
					u64 got = (u64)expr_eval_value(ev, e);
					if (k != 1)
						assert_int_equal(got, all[at].byte[b]);
				}
			}
			assignment_free(&zero);
		}
		expr_eval_free(ev);
		assignment_free(&a);
		expr_pool_free(p);
	}
}

/* What was released is not met again, though its numbers are. */
static void released_stores_are_gone(void **state)
{
	(void)state;
	ExprPool *p = expr_pool_new();
	input_int(p, "v", 8);
	Assignment a;
	assignment_init(&a, p);
	a.at[0] = 3;
	ExprEval *ev = expr_eval_new(p);
	expr_eval_begin(ev, &a);
	Expr index = expr_zext(p, expr_var(p, 0), 32), from = expr_table(p, table, BYTES);
	u32 mark = expr_mark(p);
	for (u32 round = 1; round < 4; round++) {
		Expr array = from;
		for (u32 i = 0; i < 40; i++)
			array = expr_store(p, array, expr_add(p, index, expr_const(p, 32, i % 20)),
							   expr_const(p, 8, i * round));
		Expr first = expr_read(p, array, expr_const(p, 32, 3));
		Expr third = expr_read(p, array, expr_const(p, 32, 5));
		assert_int_equal(expr_eval_value(ev, first), (u8)(20 * round));
		assert_int_equal(expr_eval_value(ev, third), (u8)(22 * round));
		expr_release(p, mark);
	}
	expr_eval_free(ev);
	assignment_free(&a);
	expr_pool_free(p);
}

/* A node has the value that it was given, whatever its operands are, until the next assignment. */
static void values_are_put(void **state)
{
	(void)state;
	ExprPool *p = expr_pool_new();
	input_int(p, "v", 8);
	Assignment a;
	assignment_init(&a, p);
	a.at[0] = 3;
	ExprEval *ev = expr_eval_new(p);
	Expr index = expr_and(p, expr_zext(p, expr_var(p, 0), 32), expr_const(p, 32, 3));
	Expr sum = expr_add(p, expr_read(p, expr_table(p, table, BYTES), index), expr_const(p, 8, 1));
	for (u32 i = 0; i < 4; i++) {
		expr_eval_begin(ev, &a);
		expr_eval_put(ev, index, i);
		assert_int_equal(expr_eval_value(ev, sum), (u8)(table[i] + 1));
	}
	expr_eval_begin(ev, &a);
	assert_int_equal(expr_eval_value(ev, sum), (u8)(table[3] + 1));
	expr_eval_free(ev);
	assignment_free(&a);
	expr_pool_free(p);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(stores_part_and_go_on),
		cmocka_unit_test(released_stores_are_gone),
		cmocka_unit_test(values_are_put),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
