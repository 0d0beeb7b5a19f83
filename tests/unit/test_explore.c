/* test_explore.c: the exploration loop on hand-written machines; inputs, assumptions, shell lines.
 */
#include "engine/explore/explore.h"
#include "engine/input/shell.h"

#include <setjmp.h>
#include <cmocka.h>

/* A machine made by hand: a function that looks at x and y and says what it decided. */
typedef struct Fake {
	ExprPool *p;
	VEC(Constraint) list;
	Expr x, y;
	bool fickle; /* decides other things each time */
	u32 closed;  /* site whose sides are closed: see close_side; 0: none */
	u32 runs;
} Fake;

static void decide(Fake *f, u32 site, Expr cond, bool truth)
{
	Constraint c = {.cond = truth ? cond : expr_not(f->p, cond), .ins = site, .loc = site};
	vec_push(&f->list, c);
}

/* The sides that need not be tried: of a branch the other one, of a value the two highest. */
static void close_side(Fake *f, u32 site)
{
	Constraint *c = &vec_last(&f->list);
	if (f->closed != site)
		return;
	c->closed =
		c->value ? expr_ule(f->p, expr_const(f->p, 32, 2), c->value) : expr_not(f->p, c->cond);
}

/* x < 10 ? (y == x) : switch (y & 3) as it is */
static void run_fake(void *ctx, u32 shape, const Assignment *a, PathRun *out)
{
	Fake *f = ctx;
	ExprPool *p = f->p;
	i32 x = (i32)a->at[0], y = (i32)a->at[1];
	(void)shape;
	f->list.len = 0;
	f->runs++;
	decide(f, f->fickle ? f->runs : 1, expr_slt(p, f->x, expr_const(p, 32, 10)), x < 10);
	close_side(f, 1);
	if (x < 10) {
		decide(f, 2, expr_eq(p, f->x, f->y), x == y);
		decide(f, 3, expr_slt(p, f->x, expr_const(p, 32, 20)), true); /* implied */
	} else {
		Expr low = expr_and(p, f->y, expr_const(p, 32, 3));
		Constraint c = {.kind = CON_VALUE,
						.value = low,
						.cond = expr_eq(p, low, expr_const(p, 32, (u32)y & 3)),
						.ins = 4,
						.loc = 4};
		vec_push(&f->list, c);
		close_side(f, 4);
	}
	out->constraints = f->list.at;
	out->n = f->list.len;
	out->result = (RunResult){.outcome = RAN_EXIT, .report = ""};
}

typedef struct World {
	Inputs in;
	Fake fake;
	Explorer *x;
	ExploreEnd end;
} World;

static void world_run(World *w, ExploreOptions opt, const char *assume)
{
	StrList words = {0}, env = {0};
	Err err = {0};
	vec_push(&words, "@int");
	vec_push(&words, "@int");
	assert_true(inputs_words(&w->in, &(InputWords){.words = &words, .env = &env}, &err));
	w->fake.p = expr_pool_new();
	inputs_bind(&w->in, w->fake.p);
	if (assume)
		assert_true(inputs_assume(&w->in, assume, &err));
	w->fake.x = expr_var(w->fake.p, 0);
	w->fake.y = expr_var(w->fake.p, 1);
	Runner runner = {.ctx = &w->fake, .run = run_fake};
	w->x = explorer_new(&w->in, &runner, &opt, NULL, NULL);
	assert_true(explorer_run(w->x, &w->end, &err));
	vec_free(&words);
}

static void world_end(World *w)
{
	explorer_free(w->x);
	inputs_free(&w->in);
	expr_pool_free(w->fake.p);
	vec_free(&w->fake.list);
}

static void test_all_paths(void **state)
{
	(void)state;
	for (int order = ORDER_NEWEST; order <= ORDER_COVERAGE; order++) {
		World w = {0};
		world_run(&w, (ExploreOptions){.order = (Order)order}, NULL);
		assert_int_equal(explorer_stats(w.x)->paths, 6);
		assert_int_equal(explorer_stats(w.x)->runs, 6);
		assert_true(explorer_exhaustive(w.x));
		world_end(&w);
	}
}

static void test_workers_find_the_same(void **state)
{
	(void)state;
	World w = {0};
	world_run(&w, (ExploreOptions){.jobs = 2}, NULL);
	assert_int_equal(explorer_stats(w.x)->paths, 6);
	assert_true(explorer_exhaustive(w.x));
	world_end(&w);
}

/* Closed sides are neither asked for nor run, and the search is exhaustive without them. */
static void test_closed_sides(void **state)
{
	(void)state;
	static const struct {
		u32 site, jobs, paths;
	} rows[] = {{1, 1, 2}, {1, 2, 2}, {4, 1, 4}, {4, 2, 4}, {9, 1, 6}};
	for (u32 i = 0; i < countof(rows); i++) {
		World w = {.fake = {.closed = rows[i].site}};
		world_run(&w, (ExploreOptions){.jobs = rows[i].jobs}, NULL);
		assert_int_equal(explorer_stats(w.x)->paths, rows[i].paths);
		/* Workers run an input again to enter a job. */
		assert_in_range(explorer_stats(w.x)->runs, rows[i].paths, rows[i].paths + rows[i].jobs);
		assert_int_equal(explorer_stats(w.x)->closed, rows[i].site != 9);
		assert_true(explorer_exhaustive(w.x));
		world_end(&w);
	}
}

static const u32 closed_walks[] = {0, 1, 0};

/* A run may take a side that is closed: it is a path like others. */
static void test_run_on_closed_side(void **state)
{
	(void)state;
	ExprPool *p = expr_pool_new();
	Expr is = expr_ult(p, expr_input(p, input_int(p, "x", 32), 0), expr_const(p, 32, 5));
	Expr sides[] = {is, expr_not(p, is)};
	Assignment a = {0};
	Tree t;
	u32 where;
	assignment_init(&a, p);
	tree_init(&t, 1);
	for (u32 i = 0; i < countof(closed_walks); i++) {
		u32 side = closed_walks[i];
		Constraint c = {.cond = sides[side], .kind = CON_BRANCH, .closed = side ? 0 : sides[1]};
		WalkInput in = {.run = i + 1, .a = &a, .eval = expr_eval_new(p)};
		assert_int_equal(tree_walk(&t, p, 0, &c, 1, &in, &where), i < 2 ? WALK_NEW : WALK_KNOWN);
		assert_int_equal(t.nodes.at[1].state, NODE_CLOSED);
		assert_int_equal(t.nodes.at[1].closed, sides[1]);
		assert_int_equal(t.nodes.at[1].n_edges, i ? 2 : 1);
		expr_eval_free(in.eval);
	}
	tree_free(&t);
	assignment_free(&a);
	expr_pool_free(p);
}

static void test_assumptions_cut_paths(void **state)
{
	(void)state;
	World w = {0};
	world_run(&w, (ExploreOptions){0}, "arg1 >= 10 && (arg2 & 1) == 0");
	assert_int_equal(explorer_stats(w.x)->paths, 2);
	assert_true(explorer_exhaustive(w.x));
	world_end(&w);
}

static void test_budget_is_not_exhaustive(void **state)
{
	(void)state;
	World w = {0};
	world_run(&w, (ExploreOptions){.runs = 3}, NULL);
	assert_int_equal(w.end, END_RUNS);
	assert_int_equal(explorer_stats(w.x)->runs, 3);
	assert_false(explorer_exhaustive(w.x));
	world_end(&w);
}

static void test_depth_is_not_exhaustive(void **state)
{
	(void)state;
	World w = {0};
	world_run(&w, (ExploreOptions){.max_depth = 1}, NULL);
	assert_int_equal(explorer_stats(w.x)->paths, 2);
	assert_false(explorer_exhaustive(w.x));
	world_end(&w);
}

static void test_divergence_is_counted(void **state)
{
	(void)state;
	World w = {.fake = {.fickle = true}};
	world_run(&w, (ExploreOptions){.runs = 50}, NULL);
	assert_int_not_equal(explorer_stats(w.x)->divergences, 0);
	assert_false(explorer_exhaustive(w.x));
	assert_int_equal(w.end, END_DONE); /* and it does not try for ever */
	size_t n;
	const Remark *list = explorer_remarks(w.x, &n);
	assert_string_equal(list[0].kind, "divergence");
	world_end(&w);
}

/* ---- inputs ---- */

static Inputs text_inputs(ExprPool *p)
{
	Inputs in = {0};
	StrList words = {0}, env = {0};
	Err err = {0};
	vec_push(&words, "-q");
	vec_push(&words, "@str:4=ab");
	vec_push(&words, "@int=-7");
	assert_true(inputs_words(
		&in, &(InputWords){.words = &words, .input = "@text:3=xy", .env = &env}, &err));
	inputs_bind(&in, p);
	vec_free(&words);
	return in;
}

static void test_bytes_and_packing(void **state)
{
	(void)state;
	ExprPool *p = expr_pool_new();
	Inputs in = text_inputs(p);
	Assignment a, b;
	assignment_init(&a, p);
	assignment_init(&b, p);
	inputs_start(&in, &in.starts.at[0], &a);
	static const char *const expected[] = {"-q", "ab", "-7", "xy"};
	for (u32 i = 0; i < 4; i++) {
		Buf text = {0};
		inputs_bytes(&in, &in.shapes.at[0].parts.at[i], &a, &text);
		assert_string_equal(buf_str(&text), expected[i]);
		buf_free(&text);
	}
	u8 *packed = xmalloc(in.packed_size);
	inputs_pack(&in, &a, packed);
	inputs_unpack(&in, packed, &b);
	assert_memory_equal(a.at, b.at, a.n * sizeof *a.at);
	free(packed);
	inputs_load(&in, 0, &a);
	assert_string_equal((const char *)in.shapes.at[0].parts.at[2].bytes, "-7");
	assignment_free(&a);
	assignment_free(&b);
	inputs_free(&in);
	expr_pool_free(p);
}

static void test_canonical(void **state)
{
	(void)state;
	ExprPool *p = expr_pool_new();
	Inputs in = text_inputs(p);
	Assignment a;
	assignment_init(&a, p);
	inputs_start(&in, &in.starts.at[0], &a);
	assert_false(inputs_canonical(&in, 0, &a));
	u32 first = input_group(p, in.shapes.at[0].parts.at[1].group)->first;
	a.at[first + 3] = 'z'; /* after the zero of "ab" */
	ExprList conds = {0};
	inputs_canonical_conditions(&in, 0, &conds);
	bool all = true;
	for (size_t i = 0; i < conds.len; i++)
		all &= expr_eval(p, conds.at[i], &a) != 0;
	assert_false(all);
	assert_true(inputs_canonical(&in, 0, &a));
	assert_int_equal(a.at[first + 3], 0);
	vec_free(&conds);
	assignment_free(&a);
	inputs_free(&in);
	expr_pool_free(p);
}

static void test_assume_values(void **state)
{
	(void)state;
	static const struct {
		const char *text;
		int value; /* -1: does not parse */
	} rows[] = {
		{"arg3 == -7", 1},
		{"arg3 + 10 * 2 == 13 && !(arg3 > 0)", 1},
		{"arg2[0] == 'a' && arg2[1] == 0x62 && arg2[2] == '\\0'", 1},
		{"arg2.length == 2 ? arg3 < 0 : 0", 1},
		{"stdin.length << 2 == 8", 1},
		{"stdin[arg2.length - 1] == 'y'", 1},
		{"arg3 / 2 == -3 && arg3 % 2 == -1", 1},
		{"1 || arg3 == 0 && 0", 1},
		{"(3 & 6) == 2 && (3 | 4) == 7 && (3 ^ 1) == 2 && ~0 == -1", 1},
		{"7 - 2 - 1 == 4 && 16 >> 2 >> 1 == 2", 1},
		{"arg1[0] == '-' && arg1.length == 2", 1},
		{"arg3 == 7", 0},
		{"arg3 ==", -1},
		{"(arg3", -1},
		{"arg2 == 1", -1},
		{"arg9 == 1", -1},
		{"arg3[0] == 1", -1},
		{"'ab' == 1", -1},
		{"1 2", -1},
		{"99999999999999999999 == 1", -1},
	};
	ExprPool *p = expr_pool_new();
	Inputs in = text_inputs(p);
	Assignment a;
	assignment_init(&a, p);
	inputs_start(&in, &in.starts.at[0], &a);
	for (size_t i = 0; i < countof(rows); i++) {
		Err err = {0};
		Expr e = assume_parse(p, &in.shapes.at[0], rows[i].text, &err);
		if (rows[i].value < 0)
			assert_true(!e && strstr(err.text, "column"));
		else if (!e || (int)expr_eval(p, e, &a) != rows[i].value)
			fail_msg("%s: %s", rows[i].text, err.text);
	}
	assignment_free(&a);
	inputs_free(&in);
	expr_pool_free(p);
}

/* ---- shell lines ---- */

static void test_shell_words(void **state)
{
	(void)state;
	ShellLine line;
	Err err = {0};
	assert_true(shell_parse("a 'b c'\\ d \"e\\\"f\" '' <in # rest", &line, &err));
	static const char *const words[] = {"a", "b c d", "e\"f", ""};
	assert_int_equal(line.words.len, countof(words));
	for (size_t i = 0; i < countof(words); i++)
		assert_string_equal(buf_str(&line.words.at[i]), words[i]);
	assert_string_equal(line.input, "in");
	shell_free(&line);
	assert_true(shell_parse("cd files && env -i A=1 \"$PROG\" x <../stdin", &line, &err));
	assert_int_equal(line.words.len, 1);
	assert_int_equal(line.env.len, 1);
	assert_true(line.program);
	shell_free(&line);
	static const char *const broken[] = {"'a",    "\"a",   "a | b", "a <",
										 "<x <y", "$HOME", "a > b", "`x`"};
	for (size_t i = 0; i < countof(broken); i++)
		assert_false(shell_parse(broken[i], &line, &err));
}

/* Every byte that an argument can have comes back. */
static void test_shell_quoting(void **state)
{
	(void)state;
	char word[256];
	for (int i = 1; i < 256; i++)
		word[i - 1] = (char)i;
	word[255] = 0;
	Buf text = {0};
	ShellLine line;
	Err err = {0};
	shell_quote(&text, word, 255);
	assert_true(shell_parse(text.at, &line, &err));
	assert_int_equal(line.words.len, 1);
	assert_string_equal(buf_str(&line.words.at[0]), word);
	shell_free(&line);
	/* and a real shell agrees */
	Buf script = {0}, out = {0};
	buf_addf(&script, "printf %%s %s", text.at);
	char *argv[] = {(char *)(uintptr_t) "sh", (char *)(uintptr_t) "-c", script.at, NULL};
	int status;
	assert_true(run_command(argv, &out, NULL, &status, &err));
	assert_string_equal(buf_str(&out), word);
	buf_free(&script);
	buf_free(&out);
	buf_free(&text);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_all_paths),
		cmocka_unit_test(test_workers_find_the_same),
		cmocka_unit_test(test_closed_sides),
		cmocka_unit_test(test_run_on_closed_side),
		cmocka_unit_test(test_assumptions_cut_paths),
		cmocka_unit_test(test_budget_is_not_exhaustive),
		cmocka_unit_test(test_depth_is_not_exhaustive),
		cmocka_unit_test(test_divergence_is_counted),
		cmocka_unit_test(test_bytes_and_packing),
		cmocka_unit_test(test_canonical),
		cmocka_unit_test(test_assume_values),
		cmocka_unit_test(test_shell_words),
		cmocka_unit_test(test_shell_quoting),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
