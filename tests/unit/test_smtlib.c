/* test_smtlib.c: SMT-LIB text read back by Z3's parser means the same. */
#include "engine/expr/pool.h"
#include "gen_expr.h"

#include <setjmp.h>
#include <cmocka.h>
#include <z3.h>

static void quiet(Z3_context ctx, Z3_error_code code)
{
	(void)ctx;
	(void)code;
}

/* The value that Z3 computes for a closed script of equalities: sat or not. */
static Z3_lbool check(const char *script)
{
	Z3_config config = Z3_mk_config();
	Z3_context ctx = Z3_mk_context(config);
	Z3_set_error_handler(ctx, quiet);
	Z3_ast_vector all = Z3_parse_smtlib2_string(ctx, script, 0, NULL, NULL, 0, NULL, NULL);
	Z3_lbool result = Z3_L_UNDEF;
	Z3_ast_vector_inc_ref(ctx, all);
	if (Z3_get_error_code(ctx) != Z3_OK) {
		fail_msg("Z3 cannot read it: %s\n%s", Z3_get_error_msg(ctx, Z3_get_error_code(ctx)),
				 script);
	} else {
		Z3_solver s = Z3_mk_simple_solver(ctx);
		Z3_solver_inc_ref(ctx, s);
		for (unsigned i = 0; i < Z3_ast_vector_size(ctx, all); i++)
			Z3_solver_assert(ctx, s, Z3_ast_vector_get(ctx, all, i));
		result = Z3_solver_check(ctx, s);
		Z3_solver_dec_ref(ctx, s);
	}
	Z3_ast_vector_dec_ref(ctx, all);
	Z3_del_config(config);
	Z3_del_context(ctx);
	return result;
}

/* With the inputs fixed, each expression equals its value, and no other. */
static void test_read_back(void **state)
{
	(void)state;
	Rng rng = {8};
	ExprPool *p = expr_pool_new();
	input_int(p, "a|b", 8);
	input_bytes(p, "stdin", 2);
	input_int(p, "l", 64);
	Assignment a;
	assignment_init(&a, p);
	u32 mark = expr_mark(p);
	for (u32 round = 0; round < 40; round++) {
		Gen g = {.p = {p, NULL},
				 .rng = &rng,
				 .widest = round % 2 ? 128 : 64,
				 .kinds = GEN_ARRAYS | GEN_TEXT | GEN_UNDEF};
		gen_start(&g, 4);
		gen_run(&g, 20);
		Expr asserted[30];
		u32 n = 0;
		for (u32 v = 0; v < a.n; v++) {
			a.at[v] = rng_value(&rng) & mask64(input_width(p, v));
			asserted[n++] = expr_eq(p, expr_var(p, v), expr_const(p, input_width(p, v), a.at[v]));
		}
		Buf script = {0};
		expr_smtlib_script(p, asserted, n, &script);
		assert_int_equal(check(buf_str(&script)), Z3_L_TRUE);
		for (u32 i = 4; i < g.n && i < 24; i++) {
			Expr value = expr_const128(p, g.w[i], expr_eval(p, g.e[0][i], &a));
			/* as it is, not decided by the constructor */
			expr_pool_simplify(p, false);
			asserted[n] = expr_not(p, expr_eq(p, g.e[0][i], value));
			expr_pool_simplify(p, true);
			buf_reset(&script);
			expr_smtlib_script(p, asserted, n + 1, &script);
			if (check(buf_str(&script)) != Z3_L_FALSE)
				fail_msg("round %u: %s", round, buf_str(&script));
		}
		buf_free(&script);
		expr_release(p, mark);
	}
	assignment_free(&a);
	expr_pool_free(p);
}

static void test_let(void **state)
{
	(void)state;
	ExprPool *p = expr_pool_new();
	input_int(p, "x", 32);
	Expr e = expr_var(p, 0);
	for (int k = 0; k < 40; k++) /* a tree of 2^40 nodes without sharing */
		e = expr_mul(p, e, expr_add(p, e, expr_const(p, 32, k + 1)));
	Buf out = {0};
	expr_smtlib(p, e, &out);
	assert_true(out.len < 4000);
	for (int k = 0; k < 100000; k++) /* and a deep one */
		e = expr_xor(p, expr_mul(p, e, expr_const(p, 32, 31)), expr_var(p, 0));
	buf_reset(&out);
	expr_smtlib(p, e, &out);
	assert_true(out.len > 1000000);
	buf_free(&out);
	expr_pool_free(p);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_let),
		cmocka_unit_test(test_read_back),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
