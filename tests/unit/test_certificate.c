/* test_certificate.c: what the checker of certificates rests on: its own way to Z3, and a reader that trusts nothing. */
#include "engine/expr/record.h"
#include "engine/solve/prove.h"
#include "gen_expr.h"
#include "versions/certificate/certificate.h"

#include <setjmp.h>
#include <cmocka.h>

enum { VARS = 4, STEPS = 20, FIRST = VARS };

static ExprPool *new_pool(void)
{
	ExprPool *p = expr_pool_new();
	input_int(p, "a", 8);
	input_bytes(p, "stdin", 2);
	input_int(p, "l", 64);
	return p;
}

static Gen random_expressions(ExprPool *p, Rng *rng, unsigned widest)
{
	Gen g = {.p = {p, NULL}, .rng = rng, .widest = widest, .kinds = GEN_ARRAYS | GEN_TEXT};
	gen_start(&g, VARS);
	gen_run(&g, STEPS);
	return g;
}

static void random_input(ExprPool *p, Rng *rng, Assignment *a)
{
	for (u32 v = 0; v < a->n; v++)
		a->at[v] = rng_value(rng) & mask64(input_width(p, v));
}

/* With the inputs fixed, each expression equals its value, and no other. */
static void test_prover(void **state)
{
	(void)state;
	Rng rng = {5};
	u32 limit = solve_units(0.1), asked = 0, proved = 0;
	ExprPool *p = new_pool();
	ProofZ3 *prover = prover_new(p);
	Assignment a;
	assignment_init(&a, p);
	for (u32 round = 0; round < 30; round++) {
		Gen g = random_expressions(p, &rng, round % 2 ? 64 : 32);
		Expr all[VARS + 1];
		random_input(p, &rng, &a);
		for (u32 v = 0; v < VARS; v++)
			all[v] = expr_eq(p, expr_var(p, v), expr_const(p, input_width(p, v), a.at[v]));
		for (u32 i = FIRST; i < g.n; i++) {
			Expr value = expr_const128(p, g.w[i], expr_eval(p, g.e[0][i], &a));
			expr_pool_simplify(p, false); /* as it is, not decided by the constructor */
			all[VARS] = expr_not(p, expr_eq(p, g.e[0][i], value));
			expr_pool_simplify(p, true);
			SolveResult r = i % 2 ? prover_ask(prover, all, VARS + 1, limit)
								  : prover_ask_alone(p, all, VARS + 1, limit, NO_VARIABLE, NULL);
			assert_int_not_equal(r, SOLVE_SAT);
			proved += r == SOLVE_UNSAT;
			asked++;
		}
		u64 found = 1;
		assert_int_equal(prover_ask(prover, all, VARS, 0), SOLVE_SAT);
		assert_int_equal(prover_ask_alone(p, all, VARS, 0, VARS - 1, &found), SOLVE_SAT);
		assert_true(found == a.at[VARS - 1]);
	}
	assert_true(proved > asked / 10 * 9);
	assignment_free(&a);
	prover_free(prover);
	expr_pool_free(p);
}

/* Expressions that are written and read back have the same values. */
static void test_record(void **state)
{
	(void)state;
	Rng rng = {6};
	for (u32 round = 0; round < 60; round++) {
		ExprPool *p = new_pool(), *q = new_pool();
		Gen g = random_expressions(p, &rng, round % 2 ? 128 : 64);
		ExprRecord record = {0};
		ExprList known = {0};
		Buf text = {0};
		u32 number[GEN_MAX];
		Err err;
		for (u32 i = 0; i < g.n; i++)
			number[i] = expr_record(p, &record, g.e[0][i], "", &text);
		buf_addc(&text, 0);
		for (char *at = text.at, *end; (end = strchr(at, '\n')); at = end + 1) {
			*end = 0;
			if (!expr_read_record(q, &known, at, &err))
				fail_msg("%s", err.text);
		}
		for (u32 k = 0; k < 20; k++) {
			Assignment a, b;
			assignment_init(&a, p);
			assignment_init(&b, q);
			random_input(p, &rng, &a);
			memcpy(b.at, a.at, a.n * sizeof *a.at);
			for (u32 i = 0; i < g.n; i++)
				assert_true(expr_eval(p, g.e[0][i], &a) ==
							expr_eval(q, known.at[number[i] - 1], &b));
			assignment_free(&a);
			assignment_free(&b);
		}
		buf_free(&text);
		vec_free(&known);
		expr_record_free(&record);
		expr_pool_free(p);
		expr_pool_free(q);
	}
}

/* ---- the reader ---- */

/* Some certificate, as text. */
static void write_some(Rng *rng, Buf *text)
{
	ExprPool *p = new_pool();
	Gen g = random_expressions(p, rng, 64);
	Certificate c = {0};
	CertLeaf cut = {.edge = 2, .rule = LEAF_REACH, .compared = COMPARED_NOT, .cut = {1, 0}};
	cert_add(&c.options, "--bound=3");
	cert_add(&c.words, "@int \"x\"\n");
	cert_add(&c.world, "asked clock at a.c:3");
	vec_push(&c.nodes, ((CertNode){0}));
	for (u32 i = FIRST; i < g.n; i++)
		vec_push(&c.edges,
				 ((CertEdge){1, g.w[i] == 1 ? g.e[0][i]
											: expr_eq(p, g.e[0][i], expr_const(p, g.w[i], 1))}));
	vec_push(&cut.witness, ((CertValue){1, 7}));
	vec_push(&c.leaves, ((CertLeaf){.edge = 1}));
	vec_push(&c.leaves, cut);
	certificate_write(&c, p, text);
	certificate_free(&c);
	expr_pool_free(p);
}

/* True if it is a certificate; then writing it and reading it again gives the same. */
static bool read_it(const char *text)
{
	ExprPool *p = new_pool();
	Certificate c = {0};
	const char *rest;
	Err err;
	bool good =
		certificate_read_head(&c, text, &rest, &err) && certificate_read_tree(&c, p, rest, &err);
	if (good) {
		Buf again = {0};
		Certificate d = {0};
		certificate_write(&c, p, &again);
		assert_true(certificate_read_head(&d, buf_str(&again), &rest, &err));
		if (!certificate_read_tree(&d, p, rest, &err))
			fail_msg("%s", err.text);
		assert_int_equal(c.edges.len, d.edges.len);
		for (size_t i = 0; i < c.edges.len; i++)
			assert_true(c.edges.at[i].cond == d.edges.at[i].cond);
		assert_int_equal(c.leaves.len, d.leaves.len);
		certificate_free(&d);
		buf_free(&again);
	}
	certificate_free(&c);
	expr_pool_free(p);
	return good;
}

static void change(Rng *rng, Buf *text)
{
	static const char some[] = "0123456789 \n\"\\=-#xabcdef\377";
	for (u32 n = 1 + rng_below(rng, 4); n; n--) {
		u32 at = rng_below(rng, (u32)text->len);
		if (rng_below(rng, 8))
			text->at[at] = some[rng_below(rng, sizeof some - 1)];
		else
			text->at[at] = (char)(1 + rng_below(rng, 255));
	}
}

static void test_reader(void **state)
{
	(void)state;
	Rng rng = {7};
	u32 good = 0;
	for (u32 round = 0; round < 100; round++) {
		Buf text = {0};
		write_some(&rng, &text);
		assert_true(read_it(buf_str(&text)));
		for (u32 k = 0; k < 40; k++) {
			Buf other = {0};
			buf_add(&other, text.at, text.len);
			change(&rng, &other);
			good += read_it(buf_str(&other));
			buf_free(&other);
		}
		for (u32 k = 0; k < 10; k++) { /* cut anywhere */
			Buf part = {0};
			buf_add(&part, text.at, rng_below(&rng, (u32)text.len));
			assert_false(read_it(buf_str(&part)));
			buf_free(&part);
		}
		buf_free(&text);
	}
	assert_true(good > 0); /* a changed comment or constant does not matter */
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_prover),
		cmocka_unit_test(test_record),
		cmocka_unit_test(test_reader),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
