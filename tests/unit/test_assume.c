/* test_assume.c: conditions as drift prints them mean the same when --assume reads them. */
#include "engine/input/inputs.h"
#include "gen_expr.h"
#include "engine/solve/solve.h"

#include <setjmp.h>
#include <cmocka.h>

enum { ROUNDS = 600 };

/* arg1 and arg2 numbers of 32 bits, arg3 and arg4 text of three bytes, stdin of up to five. */
typedef struct World {
	ExprPool *p;
	Inputs in;
	Solver *solver;
	Rng rng;
	ExprList base; /* what holds for every input that can be */
	u32 proved;    /* equalities that the solver proved */
	u32 implied;   /* parts that it proved to be implied by others */
} World;

static void world_init(World *w, u64 seed)
{
	StrList words = {0}, env = {0};
	Err err = {0};
	*w = (World){.p = expr_pool_new(), .rng = {seed}};
	vec_push(&words, (char *)(uintptr_t) "@int=1");
	vec_push(&words, (char *)(uintptr_t) "@int=2");
	vec_push(&words, (char *)(uintptr_t) "@str:3=ab");
	vec_push(&words, (char *)(uintptr_t) "@str:3=c");
	InputWords from = {.words = &words, .input = "@text:5=xyz", .env = &env};
	assert_true(inputs_words(&w->in, &from, &err));
	inputs_bind(&w->in, w->p);
	SolveOptions opt = {.z3_limit = 100000};
	w->solver = solver_new(w->p, &opt);
	for (size_t i = 0; i < w->in.shapes.at[0].base.len; i++)
		vec_push(&w->base, w->in.shapes.at[0].base.at[i]);
	inputs_canonical_conditions(&w->in, 0, &w->base);
	vec_free(&words);
}

static void world_free(World *w)
{
	vec_free(&w->base);
	solver_free(w->solver);
	inputs_free(&w->in);
	expr_pool_free(w->p);
}

static const Part *part(const World *w, u32 i)
{
	return &w->in.shapes.at[0].parts.at[i];
}

static Expr byte(World *w, u32 i, u32 k)
{
	return expr_input(w->p, part(w, i)->group, k);
}

static Expr constant(World *w, unsigned width)
{
	static const i64 usual[] = {0, 1, 2, 3, 7, 10, 48, 57, 65, 97, 100, 255, 365, 1000, -1, -5};
	i64 v =
		rng_below(&w->rng, 8) ? usual[rng_below(&w->rng, countof(usual))] : (i64)rng_value(&w->rng);
	return expr_const(w->p, width, (u64)v);
}

/* ---- random terms, as programs in C compute them ---- */

static Expr term(World *w, unsigned width, int depth);

static Expr leaf(World *w, unsigned width)
{
	u32 kind = rng_below(&w->rng, 8);
	Expr e;
	if (kind < 3)
		e = expr_input(w->p, part(w, kind & 1)->group, 0);
	else if (kind == 3)
		return constant(w, width);
	else if (kind == 4)
		e = part(w, 4)->length;
	else
		e = byte(w, 2 + rng_below(&w->rng, 3), rng_below(&w->rng, 3));
	if (expr_width(w->p, e) >= width)
		return e;
	return rng_below(&w->rng, 3) ? expr_zext(w->p, e, width) : expr_sext(w->p, e, width);
}

/* The number that digits are, as programs compute it; 32 bits. */
static Expr digits(World *w)
{
	ExprPool *p = w->p;
	u32 part = 2 + rng_below(&w->rng, 3), n = 1 + rng_below(&w->rng, 3);
	Expr e = expr_const(p, 32, 0);
	for (u32 k = 0; k < n; k++) {
		Expr c = expr_zext(p, byte(w, part, k), 32), ten = expr_const(p, 32, 10);
		e = rng_below(&w->rng, 8) ? expr_mul(p, e, ten) : expr_shl(p, e, expr_const(p, 32, 4));
		e = expr_add(p, e, expr_sub(p, c, expr_const(p, 32, '0')));
	}
	return rng_below(&w->rng, 3) ? e : expr_neg(p, e);
}

static Expr condition(World *w, int depth);

/* A byte of a text, by an index that is 0 or 1, as it is read from memory that holds the text from
 * some byte on. */
static Expr by_index(World *w, unsigned width, int depth)
{
	static const u8 zeros[8];
	u32 part = 2 + rng_below(&w->rng, 2), first = rng_below(&w->rng, 2);
	u32 n = rng_below(&w->rng, 2) ? 2 : 3 - first;
	Expr memory = expr_table(w->p, zeros, n + 1);
	for (u32 k = 0; k < n; k++)
		memory = expr_store(w->p, memory, expr_const(w->p, 32, k), byte(w, part, first + k));
	Expr index = expr_zext(w->p, condition(w, depth - 1), 32);
	return expr_zext(w->p, expr_read(w->p, memory, index), width);
}

/* Bytes as a number, or a character of a number's text. */
static Expr rare(World *w, unsigned width, int depth)
{
	Expr e = byte(w, 4, 0);
	u32 kind = rng_below(&w->rng, 4);
	for (u32 k = 1; k < 4 && kind < 2; k++)
		e = kind ? expr_concat(w->p, byte(w, 4, k), e) : expr_concat(w->p, e, byte(w, 4, k));
	if (kind == 2 && rng_below(&w->rng, 2))
		return by_index(w, width, depth);
	if (kind == 3 && rng_below(&w->rng, 2))
		return expr_sext(w->p, digits(w), width);
	if (kind == 2)
		e = expr_textchar(w->p, term(w, 32, depth - 1), rng_below(&w->rng, 3),
						  expr_format_decimal(w->p));
	if (kind == 3)
		e = expr_textlen(w->p, term(w, 32, depth - 1), expr_format_decimal(w->p));
	if (expr_width(w->p, e) >= width)
		return e;
	return rng_below(&w->rng, 2) ? expr_zext(w->p, e, width) : expr_sext(w->p, e, width);
}

static Expr term(World *w, unsigned width, int depth)
{
	static const ExprOp ops[] = {EXPR_ADD,  EXPR_SUB,  EXPR_MUL, EXPR_UDIV, EXPR_SDIV,
								 EXPR_UREM, EXPR_SREM, EXPR_AND, EXPR_OR,   EXPR_XOR,
								 EXPR_ADD,  EXPR_SUB,  EXPR_SHL, EXPR_LSHR, EXPR_ASHR};
	ExprPool *p = w->p;
	u32 kind = rng_below(&w->rng, 12);
	if (depth <= 0 || kind < 3)
		return leaf(w, width);
	if (kind == 3)
		return expr_ite(p, condition(w, depth - 1), term(w, width, depth - 1),
						term(w, width, depth - 1));
	if (kind == 4 && width == 64)
		return rng_below(&w->rng, 2) ? expr_sext(p, term(w, 32, depth - 1), 64)
									 : expr_zext(p, term(w, 32, depth - 1), 64);
	if (kind == 4)
		return expr_extract(p, term(w, 64, depth - 1), 0, 32);
	if (kind == 5)
		return rare(w, width, depth);
	ExprOp op = ops[rng_below(&w->rng, countof(ops))];
	Expr a = term(w, width, depth - 1), b = term(w, width, depth - 1);
	if (op >= EXPR_SHL && op <= EXPR_ASHR)
		b = expr_const(p, width, rng_below(&w->rng, width));
	else if ((op >= EXPR_UDIV && op <= EXPR_SREM) || (op == EXPR_MUL && rng_below(&w->rng, 4)))
		b = expr_const(p, width, 1 + rng_below(&w->rng, 100));
	else if (rng_below(&w->rng, 2))
		b = constant(w, width);
	return expr_make(p, op, width, a, b, 0);
}

static Expr condition(World *w, int depth)
{
	static const ExprOp ops[] = {EXPR_EQ, EXPR_ULT, EXPR_ULE, EXPR_SLT, EXPR_SLE};
	ExprPool *p = w->p;
	u32 kind = rng_below(&w->rng, 8);
	Expr e;
	if (depth > 0 && kind == 0) {
		e = expr_or(p, condition(w, depth - 1), condition(w, depth - 1));
	} else if (kind == 3) {
		Expr b = byte(w, 2 + rng_below(&w->rng, 3), rng_below(&w->rng, 3));
		e = EXPR_FALSE; /* one of a few ranges */
		for (u32 k = 1 + rng_below(&w->rng, 4); k-- > 0;) {
			u64 lo = rng_below(&w->rng, 256),
				n = rng_below(&w->rng, rng_below(&w->rng, 2) ? 3 : 30);
			Expr from = expr_sub(p, b, expr_const(p, 8, lo));
			e = expr_or(p, e, expr_ule(p, from, expr_const(p, 8, n)));
		}
	} else if (kind < 3) {
		Expr b = byte(w, 2 + rng_below(&w->rng, 3), rng_below(&w->rng, 3));
		e = expr_make(p, ops[rng_below(&w->rng, 3)], 1, b, constant(w, 8), 0);
	} else {
		unsigned width = rng_below(&w->rng, 4) ? 32 : 64;
		Expr a = term(w, width, depth - 1), b = term(w, width, depth - 1);
		if (rng_below(&w->rng, 3))
			b = constant(w, width);
		e = expr_make(p, ops[rng_below(&w->rng, countof(ops))], 1, a, b, 0);
	}
	return rng_below(&w->rng, 2) ? e : expr_not(p, e);
}

/* ---- there and back ---- */

/* An input that can be. */
static void draw(World *w, Assignment *a)
{
	for (u32 v = 0; v < a->n; v++)
		a->at[v] = rng_value(&w->rng) & (~0ull >> (64 - input_width(w->p, v)));
	for (u32 v = 0; v < a->n; v++)
		if (input_width(w->p, v) == 8 && rng_below(&w->rng, 2))
			a->at[v] = (const u8[]){0, '0', '5', '9', 'a', 'A', 'z', 200}[rng_below(&w->rng, 8)];
	for (u32 v = 0; v < a->n; v++)
		if (input_of(w->p, v)->kind == INPUT_LENGTH)
			a->at[v] = rng_below(&w->rng, 6);
	inputs_canonical(&w->in, 0, a);
}

static void report_pair(World *w, Expr all, Expr back, const char *text)
{
	Buf script = {0};
	expr_smtlib(w->p, all, &script);
	buf_addc(&script, '\n');
	expr_smtlib(w->p, back, &script);
	fail_msg("means something else: %s\n%s", text, buf_str(&script));
}

static void same(World *w, const Expr *conds, size_t n, const char *text)
{
	Err err = {0};
	/* Memory that holds more than bytes of an input has no other name, and cannot be read back. */
	if (strstr(text, "memory"))
		return;
	Expr all = EXPR_TRUE, back = assume_parse(w->p, &w->in.shapes.at[0], text, &err);
	if (!back)
		fail_msg("%s", err.text);
	for (size_t i = 0; i < n; i++)
		all = expr_and(w->p, all, conds[i]);
	Assignment a = {0}, model = {0};
	assignment_init(&a, w->p);
	for (u32 k = 0; k < 200; k++) {
		draw(w, &a);
		if (expr_eval(w->p, all, &a) != expr_eval(w->p, back, &a))
			report_pair(w, all, back, text);
	}
	Expr differ = expr_xor(w->p, all, back);
	if (expr_size(w->p, differ) < 40) {
		SolveResult r = solve(w->solver, w->base.at, w->base.len, differ, &a, &model);
		if (r == SOLVE_SAT)
			report_pair(w, all, back, text);
		w->proved += r == SOLVE_UNSAT;
	}
	assignment_free(&a);
	assignment_free(&model);
}

/* A path has an input. Of one that has none, what comes behind the end of a text is not said. */
static bool possible(World *w, const Expr *conds, size_t n)
{
	Expr all = EXPR_TRUE;
	Assignment a = {0}, model = {0};
	for (size_t i = 0; i < n; i++)
		all = expr_and(w->p, all, conds[i]);
	assignment_init(&a, w->p);
	SolveResult r = solve(w->solver, w->base.at, w->base.len, all, &a, &model);
	assignment_free(&a);
	assignment_free(&model);
	return r == SOLVE_SAT;
}

static bool proves(void *who, const Expr *given, size_t n, Expr e)
{
	Assignment none = {0};
	World *w = who;
	assignment_init(&none, w->p);
	bool implied = solve_implies(w->solver, given, n, e, &none);
	assignment_free(&none);
	w->implied += implied;
	return implied;
}

static void there_and_back(World *w, const Expr *conds, size_t n)
{
	Buf text = {0};
	TextAsk ask = {w->base.at, w->base.len, proves, w};
	if (!possible(w, conds, n))
		return;
	expr_text_asking(w->p, &ask, conds, n, 0, &text);
	same(w, conds, n, buf_str(&text));
	text.len = 0;
	expr_text_simple(w->p, conds, n, 0, &text);
	same(w, conds, n, buf_str(&text));
	text.len = 0;
	expr_text_all(w->p, conds, n, 0, &text);
	same(w, conds, n, buf_str(&text));
	buf_free(&text);
}

static void test_random(void **state)
{
	(void)state;
	World w;
	world_init(&w, 31);
	u32 mark = expr_mark(w.p);
	for (u32 round = 0; round < ROUNDS; round++) {
		Expr conds[6];
		size_t n = 0;
		for (u32 k = 1 + rng_below(&w.rng, 6); k-- > 0;) {
			Expr e = condition(&w, 1 + (int)rng_below(&w.rng, 3));
			if (expr_vars(w.p, e))
				conds[n++] = e;
		}
		there_and_back(&w, conds, n);
		expr_release(w.p, mark);
	}
	assert_true(w.proved > 100);
	assert_true(w.implied > 20);
	world_free(&w);
}

/* What must be read, and as what. */
static void test_notation(void **state)
{
	(void)state;
	World w;
	world_init(&w, 5);
	ExprPool *p = w.p;
#define IS(i, k, c) expr_eq(p, byte(&w, i, k), expr_const(p, 8, c))
	Expr ab = expr_and(p, IS(2, 0, 'a'), expr_and(p, IS(2, 1, 'b'), IS(2, 2, 0)));
	Expr x = expr_input(p, part(&w, 0)->group, 0);
	Expr three =
		expr_or(p, expr_eq(p, x, expr_const(p, 32, 1)), expr_eq(p, x, expr_const(p, 32, 5)));
	three = expr_or(p, three, expr_eq(p, x, expr_const(p, 32, (u64)-2)));
	struct {
		const char *text;
		Expr e;
	} cases[] = {
		{"arg3 == \"ab\"", ab},
		{"arg3 != \"ab\"", expr_not(p, ab)},
		{"arg3[0..1] == \"ab\" && strlen(arg3) == 2", ab},
		{"!(arg3[0] != 'a' || arg3[1] != 'b' || arg3.length > 2)", ab},
		{"arg1 in {-2, 1, 5}", three},
		{"arg1 not in {-2, 1, 5}", expr_not(p, three)},
		{"arg1 in {-2..-2, 1, 5}", three},
		{"arg1 in 3..20", expr_ult(p, expr_sub(p, x, expr_const(p, 32, 3)), expr_const(p, 32, 18))},
		{"arg4[1] in \"\\000x\\\"\"",
		 expr_or(p, IS(3, 1, 0), expr_or(p, IS(3, 1, 'x'), IS(3, 1, '"')))},
		{"text(arg1)[0] == '-'", expr_slt(p, x, expr_const(p, 32, 0))},
		{"length(text(arg1)) == 1", expr_ult(p, x, expr_const(p, 32, 10))},
		{"text(\"%05d\", arg1)[0] == '-'", expr_slt(p, x, expr_const(p, 32, 0))},
		{"(unsigned)arg1 < 10", expr_ult(p, x, expr_const(p, 32, 10))},
		{"(unsigned char)arg1 == 7", expr_eq(p, expr_extract(p, x, 0, 8), expr_const(p, 8, 7))},
		{"arg1 + 2147483647 < 0",
		 expr_slt(p, expr_add(p, x, expr_const(p, 32, 0x7fffffff)), expr_const(p, 32, 0))},
		{"(long)arg1 + 2147483647 < 0", expr_slt(p, x, expr_const(p, 32, (u64)-0x7fffffff))},
		{"little(stdin[0..1]) == 0x6261", expr_and(p, IS(4, 0, 'a'), IS(4, 1, 'b'))},
		{"big(stdin[0..1]) == 0x6162", expr_and(p, IS(4, 0, 'a'), IS(4, 1, 'b'))},
		{"tolower(arg3[0]) == 'a'", expr_or(p, IS(2, 0, 'a'), IS(2, 0, 'A'))},
		{"toupper(arg3[0]) == 'A'", expr_or(p, IS(2, 0, 'a'), IS(2, 0, 'A'))},
		{"arg3 starts with \"ab\" && arg3.length == 2", ab},
		{"arg3[0..1] in 'a'..'b' && arg3[0] != 'b' && arg3[1] not in \"a\" && arg3[2] == 0", ab},
		{"arg3[0..1] not in {0..'`', 'c'..255} && arg3[0] < arg3[1] && arg3.length < 3", ab},
		{"{-2, 1, 5}[arg1] == 5 || arg1 == 1 && {7, 8}[arg1] == 8",
		 expr_or(p, expr_eq(p, x, expr_const(p, 32, 2)), expr_eq(p, x, expr_const(p, 32, 1)))},
		{"decimal(arg4[0..1]) == 42 && arg4[0..1] in '0'..'9'",
		 expr_and(p, IS(3, 0, '4'), IS(3, 1, '2'))},
		{"true && !false", EXPR_TRUE},
		{"arg1 % 2 == 0 ? arg1 == 2 : arg1 == 1 || arg1 == -3",
		 expr_or(p, expr_eq(p, x, expr_const(p, 32, 2)),
				 expr_or(p, expr_eq(p, x, expr_const(p, 32, 1)),
						 expr_eq(p, x, expr_const(p, 32, (u64)-3))))},
	};
#undef IS
	for (size_t i = 0; i < countof(cases); i++)
		same(&w, &cases[i].e, 1, cases[i].text);
	world_free(&w);
}

/* What must not be read. */
static void test_wrong(void **state)
{
	(void)state;
	World w;
	world_init(&w, 5);
	static const char *const wrong[] = {
		"prices[arg1] == 3",  "arg3 == 4",         "arg1 in {1, 2",         "arg3[0..2] == \"ab\"",
		"arg3 == \"ab",       "little(arg1) == 3", "text(\"%s\", arg1)[0]", "arg1 > 3 && ...",
		"arg3 starts \"ab\"", "arg3[0..1] < 3",    "{arg1, 2}[arg2] == 2",  "decimal(arg3) == 2",
	};
	for (size_t i = 0; i < countof(wrong); i++) {
		Err err = {0};
		assert_false(assume_parse(w.p, &w.in.shapes.at[0], wrong[i], &err));
		assert_non_null(strstr(err.text, "column"));
	}
	world_free(&w);
}

/* Of what follows a backslash: its value, and how many characters it takes; below 0: none. */
static void check_escape(const char *text, int value, size_t length)
{
	const char *at = text;
	assert_int_equal(escape_read(&at), value);
	assert_int_equal(at - text, length);
}

static void test_escapes(void **state)
{
	(void)state;
	check_escape("n", '\n', 1);
	check_escape("\\x", '\\', 1);
	check_escape("\"", '"', 1);
	check_escape("0", 0, 1);
	check_escape("0078", 7, 3);
	check_escape("377", 255, 3);
	check_escape("400", -1, 0);
	check_escape("x4", 4, 2);
	check_escape("xFf", 255, 3);
	check_escape("x100", -1, 0);
	check_escape("xg", -1, 0);
	check_escape("q", -1, 0);
	check_escape("", -1, 0);
	Buf text = {0};
	for (int i = 0; i < 256; i++) { /* what buf_add_escaped writes is read back */
		u8 byte = (u8)i;
		buf_reset(&text);
		buf_add_escaped(&text, &byte, 1);
		if (text.at[0] == '\\')
			check_escape(text.at + 1, i, text.len - 1);
	}
	buf_free(&text);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_notation),
		cmocka_unit_test(test_wrong),
		cmocka_unit_test(test_random),
		cmocka_unit_test(test_escapes),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
