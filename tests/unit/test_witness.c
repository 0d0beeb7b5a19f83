/* test_witness.c: witnesses are made such that people would write them, and stay witnesses. */
#include "versions/search/witness.h"

#include "gen_expr.h"

#include <setjmp.h>
#include <cmocka.h>

/* arg1 text of up to six bytes, arg2 a number, stdin of up to six bytes. */
typedef struct World {
	ExprPool *p;
	Inputs in;
	Behaviours seen;
	Finder find;
	ExprList conds;
} World;

static void world_init(World *w)
{
	StrList words = {0}, env = {0};
	Err err = {0};
	*w = (World){.p = expr_pool_new()};
	vec_push(&words, (char *)(uintptr_t) "@str:6=abc");
	vec_push(&words, (char *)(uintptr_t) "@int=7");
	InputWords from = {.words = &words, .input = "@text:6=xy", .env = &env};
	assert_true(inputs_words(&w->in, &from, &err));
	inputs_bind(&w->in, w->p);
	finder_init(&w->find, &w->in, &w->seen, NULL, NULL);
	vec_free(&words);
}

static void world_free(World *w)
{
	vec_free(&w->conds);
	finder_free(&w->find);
	inputs_free(&w->in);
	expr_pool_free(w->p);
}

static Expr byte(World *w, u32 part, u32 k)
{
	return expr_input(w->p, w->in.shapes.at[0].parts.at[part].group, k);
}

static void is(World *w, Expr e)
{
	vec_push(&w->conds, e);
}

static Expr equals(World *w, Expr e, u64 v)
{
	return expr_eq(w->p, e, expr_const(w->p, expr_width(w->p, e), v));
}

/* What becomes of an input: its words, then standard input. */
static void becomes(World *w, const char *arg, u64 number, const char *input, u32 length,
					const char *expected)
{
	Assignment a = {0};
	Buf text = {0};
	const Shape *s = &w->in.shapes.at[0];
	assignment_init(&a, w->p);
	for (u32 k = 0; k < 6; k++) {
		a.at[input_group(w->p, s->parts.at[0].group)->first + k] = k < strlen(arg) ? (u8)arg[k] : 0;
		a.at[input_group(w->p, s->parts.at[2].group)->first + k] = k < length ? (u8)input[k] : 0;
	}
	a.at[input_group(w->p, s->parts.at[1].group)->first] = number;
	a.at[input_group(w->p, input_group(w->p, s->parts.at[2].group)->partner)->first] = length;
	assert_true(conditions_hold(&w->find, &w->conds, EXPR_TRUE, &a));
	shape_witness(&w->find, 0, &w->conds, EXPR_TRUE, false, &a);
	assert_true(conditions_hold(&w->find, &w->conds, EXPR_TRUE, &a));
	assert_false(inputs_canonical(&w->in, 0, &a));
	for (size_t i = 0; i < s->parts.len; i++) {
		buf_adds(&text, i ? " " : "");
		inputs_bytes(&w->in, &s->parts.at[i], &a, &text);
	}
	assert_string_equal(buf_str(&text), expected);
	buf_free(&text);
	assignment_free(&a);
}

static void test_given(void **state)
{
	(void)state;
	World w;
	world_init(&w);
	/* what no condition speaks of is as it was given */
	becomes(&w, "\377\377\001\001\001", 123456, "\001\002\003\004\005", 5, "abc 7 xy");
	is(&w, equals(&w, byte(&w, 0, 1), '-'));
	is(&w, equals(&w, byte(&w, 2, 3), ','));
	becomes(&w, "\377-\001\001\001", 123456, "\001\002\003,\005", 5, "a-c 7 xy1,");
	world_free(&w);
}

static void test_simple(void **state)
{
	(void)state;
	World w;
	world_init(&w);
	Expr four = byte(&w, 0, 3), x = expr_input(w.p, w.in.shapes.at[0].parts.at[1].group, 0);
	/* digits before letters before punctuation */
	is(&w, expr_ne(w.p, four, expr_const(w.p, 8, 0)));
	becomes(&w, "abc\377", 7, "xy", 2, "abc1 7 xy");
	is(&w, expr_ult(w.p, expr_const(w.p, 8, '9'), four));
	becomes(&w, "abc\377", 7, "xy", 2, "abca 7 xy");
	is(&w, expr_ult(w.p, four, expr_const(w.p, 8, 'A')));
	becomes(&w, "abc@", 7, "xy", 2, "abc@ 7 xy");
	/* round numbers */
	is(&w, expr_slt(w.p, expr_const(w.p, 32, 12345), x));
	becomes(&w, "abc@", 987654321, "xy", 2, "abc@ 900000000 xy");
	world_free(&w);
}

/* What proves parts of texts ends with everything else. */
static void test_budget(void **state)
{
	(void)state;
	World w;
	Budget budget = {0};
	Assignment a = {0};
	Buf text = {0};
	world_init(&w);
	finder_free(&w.find);
	finder_init(&w.find, &w.in, &w.seen, NULL, &budget);
	Expr e = expr_ne(w.p, byte(&w, 0, 3), expr_const(w.p, 8, 0));
	finder_say(&w.find, 0, &a, &e, 1, 100, &text);
	assert_non_null(w.find.proves);
	assert_ptr_equal(solver_budget(w.find.proves), &budget);
	buf_free(&text);
	assignment_free(&a);
	world_free(&w);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_given),
		cmocka_unit_test(test_simple),
		cmocka_unit_test(test_budget),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
