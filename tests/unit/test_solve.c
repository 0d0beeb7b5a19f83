/* test_solve.c: the solver against enumeration and against its own layers. */
#include "engine/expr/pool.h"
#include "gen_expr.h"
#include "solve_fixture.h"

/* Random truth values over two byte variables; up to four constraints and a goal. */
static u32 random_query(Gen *g, Expr *c, u32 most)
{
	u32 n = 0;
	gen_start(g, 2);
	gen_run(g, 24);
	for (u32 i = g->n; i-- > 2 && n < most;) {
		Expr e = g->e[0][i];
		if (g->w[i] != 1)
			e = expr_eq(g->p[0], e, expr_const128(g->p[0], g->w[i], rng_value(g->rng)));
		if (rng_below(g->rng, 2))
			e = expr_not(g->p[0], e);
		if (!expr_is_const(g->p[0], e))
			c[n++] = e;
	}
	return n;
}

static void against_enumeration_with(SolveEffort effort, u32 layers, bool random, u32 rounds,
									 u64 seed, bool exact)
{
	Rng rng = {seed};
	ExprPool *p = expr_pool_new();
	input_int(p, "x", 8);
	input_int(p, "y", 8);
	SolveOptions opt = {.layers = layers, .random = random, .seed = 7};
	Solver *s = solver_new(p, &opt);
	solver_effort(s, effort);
	Assignment current, model = {0};
	assignment_init(&current, p);
	u32 mark = expr_mark(p), decided = 0;
	for (u32 round = 0; round < rounds; round++) {
		Gen g = {.p = {p, NULL}, .rng = &rng, .widest = 32, .kinds = GEN_ARRAYS | GEN_TEXT};
		Expr c[5];
		u32 n = random_query(&g, c, 1 + rng_below(&rng, 5));
		if (n == 0)
			continue;
		current.at[0] = rng_below(&rng, 256);
		current.at[1] = rng_below(&rng, 256);
		SolveResult r = solve(s, c, n - 1, c[n - 1], &current, &model);
		bool truth = r == SOLVE_SAT ? holds(p, c, n, &model) : satisfiable(p, c, n);
		if (r == SOLVE_SAT)
			assert_true(truth);
		if (r == SOLVE_UNSAT && truth) {
			Buf text = {0};
			expr_smtlib_script(p, c, n, &text);
			fail_msg("round %u: called unsatisfiable: %s", round, buf_str(&text));
		}
		decided += r != SOLVE_UNKNOWN;
		if (exact)
			assert_int_not_equal(r, SOLVE_UNKNOWN);
		if (round % 64 == 63)
			expr_release(p, mark);
	}
	assert_true(decided > 0);
	assignment_free(&current);
	assignment_free(&model);
	solver_free(s);
	expr_pool_free(p);
}

static void against_enumeration(u32 layers, bool random, u32 rounds, u64 seed, bool exact)
{
	against_enumeration_with(EFFORT_FULL, layers, random, rounds, seed, exact);
}

/* What a little work suffices for is right as well. */
static void test_little_work(void **state)
{
	(void)state;
	against_enumeration_with(EFFORT_QUICK, 0, false, 600, 23, false);
	against_enumeration_with(EFFORT_SOME, 0, false, 300, 24, false);
}

static void test_all_layers(void **state)
{
	(void)state;
	against_enumeration(0, false, 1000, 11, true);
}

static void test_z3_alone(void **state)
{
	(void)state;
	against_enumeration(1 << LAYER_Z3, false, 150, 12, true);
}

static void test_direct_alone(void **state)
{
	(void)state;
	against_enumeration(1 << LAYER_DIRECT, false, 500, 13, false);
	against_enumeration(1 << LAYER_FIXED, false, 500, 18, false);
}

static void test_cheap_layers_alone(void **state)
{
	(void)state;
	against_enumeration(1 << LAYER_MOVE, false, 500, 14, false);
	against_enumeration(1 << LAYER_STRUCTURE | 1 << LAYER_REUSE | 1 << LAYER_MOVE, false, 500, 15,
						false);
}

static void test_random_models(void **state)
{
	(void)state;
	against_enumeration(0, true, 150, 16, true);
	/* models of one query spread over its solutions */
	ExprPool *p = expr_pool_new();
	input_int(p, "x", 8);
	SolveOptions opt = {.random = true, .seed = 1};
	Solver *s = solver_new(p, &opt);
	Assignment current, model = {0};
	assignment_init(&current, p);
	bool seen[256] = {0};
	u32 distinct = 0;
	Expr low = expr_ult(p, expr_var(p, 0), num(p, 8, 100));
	for (int k = 0; k < 400; k++) {
		assert_int_equal(solve(s, NULL, 0, low, &current, &model), SOLVE_SAT);
		distinct += !seen[model.at[0]];
		seen[model.at[0]] = true;
	}
	assert_true(distinct > 80);
	assignment_free(&current);
	assignment_free(&model);
	solver_free(s);
	expr_pool_free(p);
}

/* The same with bytes that are there only if the input is long enough. */
static void test_lengths(void **state)
{
	(void)state;
	Rng rng = {17};
	ExprPool *p = expr_pool_new();
	input_bytes(p, "in", 2);
	Expr length = expr_var(p, 2), most = expr_ule(p, length, num(p, 32, 2)), map[2];
	for (u32 k = 0; k < 2; k++)
		map[k] =
			expr_ite(p, expr_ult(p, num(p, 32, k), length), expr_var(p, k), num(p, 8, '0' + k));
	SolveOptions opt = {.layers = 1 << LAYER_FIXED};
	Solver *s = solver_new(p, &opt);
	Assignment current, model = {0};
	assignment_init(&current, p);
	u32 found = 0, refuted = 0;
	for (u32 round = 0; round < 150; round++) {
		Gen g = {.p = {p, NULL}, .rng = &rng, .widest = 32, .kinds = GEN_ARRAYS | GEN_TEXT};
		Expr c[5] = {most};
		u32 n = 1 + random_query(&g, c + 1, 1 + rng_below(&rng, 4));
		expr_substitute_all(p, c + 1, n - 1, map, 2);
		current.at[0] = rng_below(&rng, 256);
		current.at[1] = rng_below(&rng, 256);
		current.at[2] = rng_below(&rng, 3);
		SolveResult r = solve(s, c, n - 1, c[n - 1], &current, &model);
		bool truth = false;
		Tape *t = tape_new(p, c, n);
		for (u32 v = 0; v < 3 << 16 && r == SOLVE_UNSAT && !truth; v++) {
			tape_set(t, 0, v & 255);
			tape_set(t, 1, v >> 8 & 255);
			tape_set(t, 2, v >> 16);
			truth = tape_holds(t);
		}
		tape_free(t);
		assert_true(r == SOLVE_SAT ? holds(p, c, n, &model) : !truth);
		found += r == SOLVE_SAT;
		refuted += r == SOLVE_UNSAT;
	}
	assert_true(found > 20 && refuted > 20);
	assignment_free(&current);
	assignment_free(&model);
	solver_free(s);
	expr_pool_free(p);
}

/* A buffer of many bytes that the input decides, read at an offset that is one of them: narrowing
 * goes from what is read to the offset and back, and says what trying all inputs says. */
static void test_buffer(void **state)
{
	(void)state;
	Rng rng = {31};
	ExprPool *p = expr_pool_new();
	input_int(p, "a", 8);
	input_int(p, "b", 8);
	Solver *s = solver_new(p, &(SolveOptions){.layers = 1u << LAYER_DIRECT | 1u << LAYER_Z3});
	Assignment current, model = {0};
	assignment_init(&current, p);
	for (u32 round = 0; round < 150; round++) {
		Expr a = expr_var(p, 0), b = expr_var(p, 1), array = expr_table(p, "..........", 10);
		for (u32 k = 0; k < 30; k++)
			array =
				expr_store(p, array, num(p, 32, rng_below(&rng, 40)),
						   rng_below(&rng, 4) ? expr_add(p, b, num(p, 8, k)) : num(p, 8, 3 * k));
		Expr byte = expr_read(p, array, expr_zext(p, a, 32));
		Expr c[] = {expr_ult(p, a, num(p, 8, 1 + rng_below(&rng, 45))),
					expr_ult(p, b, num(p, 8, 1 + rng_below(&rng, 20))),
					expr_ult(p, num(p, 8, rng_below(&rng, 90)), byte)};
		SolveResult r = solve(s, c, 2, c[2], &current, &model);
		assert_int_equal(r, satisfiable(p, c, 3) ? SOLVE_SAT : SOLVE_UNSAT);
		assert_true(r != SOLVE_SAT || holds(p, c, 3, &model));
	}
	assignment_free(&current);
	assignment_free(&model);
	solver_free(s);
	expr_pool_free(p);
}

/* ---- bigger shapes, one by one ---- */

static void test_intervals(void **state)
{
	(void)state;
	Fixture f = fixture(3, 0);
	Expr x = expr_var(f.p, 0), y = expr_var(f.p, 1), z = expr_var(f.p, 2);
	Expr c[] = {expr_slt(f.p, num(f.p, 32, 600), x), expr_sle(f.p, x, num(f.p, 32, 700))};
	f.current.at[0] = 650;
	assert_int_equal(solve(f.s, c, 2, expr_slt(f.p, num(f.p, 32, 690), x), &f.current, &f.model),
					 SOLVE_SAT);
	assert_true(f.model.at[0] > 690 && f.model.at[0] <= 700);
	assert_int_equal(solve(f.s, c, 2, expr_slt(f.p, num(f.p, 32, 700), x), &f.current, &f.model),
					 SOLVE_UNSAT);
	Expr chain[] = {expr_slt(f.p, x, y), expr_slt(f.p, y, z), expr_slt(f.p, z, num(f.p, 32, 3)),
					expr_slt(f.p, num(f.p, 32, 0), x)};
	assert_int_equal(solve(f.s, chain, 3, chain[3], &f.current, &f.model), SOLVE_UNSAT);
	assert_int_equal(solver_stats(f.s)->answered[LAYER_Z3], 0);
	done(&f);
}

/* Eight digits read as a number: one value of each digit is left, or none, without bits. */
static void test_digits(void **state)
{
	(void)state;
	Fixture f = fixture(0, 8);
	Expr c[16], sum = num(f.p, 32, 0);
	for (u32 k = 0; k < 8; k++) {
		Expr b = expr_var(f.p, k);
		f.current.at[k] = '0' + k;
		c[2 * k] = expr_sle(f.p, num(f.p, 8, '0'), b);
		c[2 * k + 1] = expr_sle(f.p, b, num(f.p, 8, '9'));
		Expr digit = expr_sub(f.p, expr_sext(f.p, b, 32), num(f.p, 32, '0'));
		sum = expr_add(f.p, expr_mul(f.p, sum, num(f.p, 32, 10)), digit);
	}
	Expr is = expr_eq(f.p, sum, num(f.p, 32, 90210042));
	assert_int_equal(solve(f.s, c, 16, is, &f.current, &f.model), SOLVE_SAT);
	for (u32 k = 0; k < 8; k++)
		assert_int_equal(f.model.at[k], "90210042"[k]);
	Expr negative = expr_eq(f.p, expr_neg(f.p, sum), num(f.p, 32, 42));
	assert_int_equal(solve(f.s, c, 16, negative, &f.current, &f.model), SOLVE_UNSAT);
	Expr large = expr_slt(f.p, num(f.p, 32, 100000000), expr_add(f.p, sum, num(f.p, 32, 1)));
	assert_int_equal(solve(f.s, c, 16, large, &f.current, &f.model), SOLVE_UNSAT);
	assert_int_equal(solver_stats(f.s)->answered[LAYER_Z3], 0);
	done(&f);
}

/* Variables outside of the goal's slice keep their value, inside as many as possible do. */
static void test_keeps_current(void **state)
{
	(void)state;
	Fixture f = fixture(0, 16);
	Expr b[16], c[16];
	for (u32 k = 0; k < 16; k++) {
		b[k] = expr_var(f.p, k);
		f.current.at[k] = 'a' + k;
		c[k] = expr_ult(f.p, num(f.p, 8, 'a' - 1), b[k]);
	}
	Expr sum = expr_add(f.p, expr_mul(f.p, b[2], b[3]), b[4]);
	Expr goal = expr_eq(f.p, sum, num(f.p, 8, 77));
	assert_int_equal(solve(f.s, c, 16, goal, &f.current, &f.model), SOLVE_SAT);
	u32 changed = 0;
	for (u32 k = 0; k < 16; k++)
		changed += f.model.at[k] != f.current.at[k];
	assert_true(changed >= 1 && changed <= 2);
	/* a prefix that the current input does not satisfy is repaired too */
	f.current.at[9] = 1;
	assert_int_equal(solve(f.s, c, 16, goal, &f.current, &f.model), SOLVE_SAT);
	assert_true(f.model.at[9] >= 'a' && f.model.at[9] < 127);
	done(&f);
}

static void test_wide_nonlinear(void **state)
{
	(void)state;
	Fixture f = fixture(2, 0);
	Expr x = expr_var(f.p, 0), y = expr_var(f.p, 1);
	Expr c[] = {expr_eq(f.p, expr_mul(f.p, x, y), num(f.p, 32, 391)), expr_ult(f.p, x, y),
				expr_ult(f.p, num(f.p, 32, 1), x), expr_ult(f.p, y, num(f.p, 32, 300))};
	assert_int_equal(solve(f.s, c, 3, c[3], &f.current, &f.model), SOLVE_SAT);
	assert_int_equal(f.model.at[0], 17);
	assert_int_equal(f.model.at[1], 23);
	done(&f);
}

static void test_text(void **state)
{
	(void)state;
	Fixture f = fixture(1, 0);
	Expr x = expr_var(f.p, 0);
	u32 d = expr_format_decimal(f.p);
	Expr c[] = {expr_eq(f.p, expr_textchar(f.p, x, 0, d), num(f.p, 8, '-')),
				expr_eq(f.p, expr_textchar(f.p, x, 2, d), num(f.p, 8, '7')),
				expr_eq(f.p, expr_textlen(f.p, x, d), num(f.p, 32, 6))};
	assert_int_equal(solve(f.s, c, 2, c[2], &f.current, &f.model), SOLVE_SAT);
	char text[16];
	snprintf(text, sizeof text, "%d", (int)f.model.at[0]);
	assert_int_equal(strlen(text), 6);
	assert_int_equal(text[0], '-');
	assert_int_equal(text[2], '7');
	assert_int_equal(solve(f.s, c, 3, expr_slt(f.p, num(f.p, 32, 5), x), &f.current, &f.model),
					 SOLVE_UNSAT);
	done(&f);
}

/* Characters and lengths of numbers of 16 bits, any format, against all numbers. */
static void test_text_sets(void **state)
{
	(void)state;
	Rng rng = {21};
	Gen g = {.rng = &rng};
	ExprPool *p = expr_pool_new();
	input_int(p, "x", 16);
	SolveOptions opt = {.layers = 1 << LAYER_DIRECT};
	Solver *s = solver_new(p, &opt);
	Assignment current, model = {0};
	assignment_init(&current, p);
	Expr x = expr_var(p, 0);
	u32 sat = 0, unsat = 0;
	for (u32 round = 0; round < 600; round++) {
		Expr c[3];
		u32 n = 1 + rng_below(&rng, 3);
		for (u32 i = 0; i < n; i++) {
			TextFormat f = gen_format(&g);
			u32 format = expr_format(p, &f);
			Expr ch = expr_textchar(p, x, rng_below(&rng, 7), format);
			Expr len = expr_textlen(p, x, format);
			if (rng_below(&rng, 3))
				c[i] = expr_eq(p, ch, num(p, 8, " -+07319fx"[rng_below(&rng, 10)]));
			else
				c[i] = expr_ult(p, len, num(p, 32, 1 + rng_below(&rng, 8)));
			if (!rng_below(&rng, 3))
				c[i] = expr_not(p, c[i]);
		}
		current.at[0] = rng_value(&rng) & 0xffff;
		SolveResult r = solve(s, c, n - 1, c[n - 1], &current, &model);
		Tape *t = tape_new(p, c, n);
		bool truth = false;
		for (u32 v = 0; v < 65536 && !truth; v++) {
			tape_set(t, 0, v);
			truth = tape_holds(t);
		}
		tape_free(t);
		assert_int_equal(r, truth ? SOLVE_SAT : SOLVE_UNSAT);
		sat += truth;
		unsat += !truth;
	}
	assert_true(sat > 100 && unsat > 50);
	assignment_free(&current);
	assignment_free(&model);
	solver_free(s);
	expr_pool_free(p);
}

/* A resource limit is an answer of its own, and it repeats: the lower one is reached before Z3
 * begins. */
static void test_limit(void **state)
{
	(void)state;
	for (int k = 0; k < 4; k++) {
		ExprPool *p = expr_pool_new();
		input_int(p, "a", 64);
		input_int(p, "b", 64);
		SolveOptions opt = {.z3_limit = k < 2 ? 1000 : 900000};
		Solver *s = solver_new(p, &opt);
		Assignment current, model = {0};
		assignment_init(&current, p);
		Expr a = expr_var(p, 0), b = expr_var(p, 1);
		Expr factors = expr_eq(p, expr_mul(p, expr_zext(p, a, 128), expr_zext(p, b, 128)),
							   expr_const128(p, 128, (u128)4294967291u * 4294967279u));
		Expr c[] = {expr_ult(p, num(p, 64, 1), a), expr_ult(p, num(p, 64, 1), b)};
		assert_int_equal(solve(s, c, 2, factors, &current, &model), SOLVE_UNKNOWN);
		assert_int_equal(solver_stats(s)->results[SOLVE_UNKNOWN], 1);
		/* and the next query is answered as if nothing had been */
		assert_int_equal(
			solve(s, c, 2, expr_eq(p, expr_mul(p, a, b), num(p, 64, 35)), &current, &model),
			solve(s, c, 2, expr_eq(p, expr_mul(p, a, b), num(p, 64, 35)), &current, &model));
		assignment_free(&current);
		assignment_free(&model);
		solver_free(s);
		expr_pool_free(p);
	}
}

/* What takes more than a little work is unknown, within that work, and answered with more. */
static void test_effort(void **state)
{
	(void)state;
	Fixture f = fixture(2, 0);
	Expr a = expr_var(f.p, 0), b = expr_var(f.p, 1), most = num(f.p, 32, 1 << 20);
	Expr product = expr_mul(f.p, expr_zext(f.p, a, 64), expr_zext(f.p, b, 64));
	Expr factors = expr_eq(f.p, product, num(f.p, 64, 786433ll * 524309));
	Expr c[] = {expr_ult(f.p, num(f.p, 32, 1), a), expr_ult(f.p, num(f.p, 32, 1), b),
				expr_ult(f.p, a, most), expr_ult(f.p, b, most)};
	u64 work[SOLVE_N_EFFORTS];
	for (int k = 0; k < 3; k++) {
		u64 before = solver_stats(f.s)->work;
		solver_effort(f.s, EFFORT_QUICK);
		assert_int_equal(solve(f.s, c, 4, factors, &f.current, &f.model), SOLVE_UNKNOWN);
		work[EFFORT_QUICK] = solver_stats(f.s)->work - before;
	}
	u64 before = solver_stats(f.s)->work;
	solver_effort(f.s, EFFORT_FULL);
	assert_int_equal(solve(f.s, c, 4, factors, &f.current, &f.model), SOLVE_SAT);
	assert_int_equal(f.model.at[0] * f.model.at[1], 786433ll * 524309);
	work[EFFORT_FULL] = solver_stats(f.s)->work - before;
	assert_true(work[EFFORT_QUICK] * 4 < work[EFFORT_FULL]);
	done(&f);
}

/* A name whose hash is in a given bucket, and one that stays there with another letter. */
static void test_hashed(void **state)
{
	(void)state;
	SolveOptions opt = {.layers = 1 << LAYER_DIRECT};
	Fixture f = fixture(0, 8);
	solver_free(f.s);
	f.s = solver_new(f.p, &opt);
	Expr h = num(f.p, 32, 5381), c[9];
	for (u32 k = 0; k < 8; k++) {
		Expr byte = expr_var(f.p, k), wide = expr_zext(f.p, byte, 32);
		Expr left = expr_shl(f.p, h, num(f.p, 32, 5)), right = expr_lshr(f.p, h, num(f.p, 32, 2));
		h = expr_xor(f.p, h, expr_add(f.p, expr_add(f.p, left, right), wide));
		c[k] = expr_not(f.p, expr_eq(f.p, byte, num(f.p, 8, 0)));
		f.current.at[k] = 'a';
	}
	Expr bucket = expr_and(f.p, h, num(f.p, 32, 127));
	for (u32 k = 0; k < 20; k++) {
		c[8] = expr_eq(f.p, bucket, num(f.p, 32, k * 6));
		assert_int_equal(solve(f.s, c, 8, c[8], &f.current, &f.model), SOLVE_SAT);
		Expr other = expr_eq(f.p, expr_var(f.p, k % 8), num(f.p, 8, 'q'));
		assert_int_equal(solve(f.s, c, 9, other, &f.model, &f.model), SOLVE_SAT);
		assert_true(holds(f.p, c, 9, &f.model) && f.model.at[k % 8] == 'q');
	}
	done(&f);
}

/* Released numbers are used anew with another meaning: no answer may come from the old one. */
static void test_release(void **state)
{
	(void)state;
	Fixture f = fixture(2, 0);
	Expr x = expr_var(f.p, 0), y = expr_var(f.p, 1);
	u32 mark = expr_mark(f.p);
	for (u32 k = 0; k < 300; k++) {
		Expr prod =
			expr_mul(f.p, expr_add(f.p, x, num(f.p, 32, k)), expr_add(f.p, y, num(f.p, 32, k * 7)));
		Expr goal =
			expr_eq(f.p, expr_and(f.p, prod, num(f.p, 32, 255)), num(f.p, 32, k % 2 ? 15 : 33));
		Expr c = expr_ult(f.p, x, num(f.p, 32, 8 + k));
		SolveResult r = solve(f.s, &c, 1, goal, &f.current, &f.model);
		assert_int_equal(r, SOLVE_SAT);
		u32 a = f.model.at[0], b = f.model.at[1];
		assert_int_equal(((a + k) * (b + k * 7)) & 255, k % 2 ? 15 : 33);
		assert_true(a < 8 + k);
		expr_release(f.p, mark);
	}
	done(&f);
}

/* The same queries in the same order give the same models. */
static void test_repeats(void **state)
{
	(void)state;
	u64 sums[2] = {0, 0};
	for (int k = 0; k < 2; k++) {
		Rng rng = {77};
		ExprPool *p = expr_pool_new();
		input_int(p, "x", 8);
		input_int(p, "y", 8);
		Solver *s = solver_new(p, NULL);
		Assignment current, model = {0};
		assignment_init(&current, p);
		for (u32 round = 0; round < 500; round++) {
			Gen g = {.p = {p, NULL}, .rng = &rng, .widest = 32};
			Expr c[4];
			u32 n = random_query(&g, c, 4);
			if (n && solve(s, c, n - 1, c[n - 1], &current, &model) == SOLVE_SAT)
				sums[k] = sums[k] * 31 + model.at[0] * 256 + model.at[1];
		}
		assignment_free(&current);
		assignment_free(&model);
		solver_free(s);
		expr_pool_free(p);
	}
	assert_true(sums[0] != 0);
	assert_true(sums[0] == sums[1]);
}

static volatile sig_atomic_t stop_now;

/* Sizes that decide whether a query is begun at all. */
static void test_circuit(void **state)
{
	(void)state;
	ExprPool *p = expr_pool_new();
	input_int(p, "a", 64);
	input_int(p, "b", 64);
	Expr a = expr_var(p, 0), b = expr_var(p, 1);
	Expr sum = expr_add(p, a, b), product = expr_mul(p, a, b);
	u64 small = circuit_size(p, &sum, 1, UINT64_MAX),
		large = circuit_size(p, &product, 1, UINT64_MAX);
	assert_true(small > 0 && large > 32 * small);
	Expr both[] = {product, sum, product};
	assert_int_equal(circuit_size(p, both, 3, UINT64_MAX), small + large);
	Expr ten = expr_mul(p, a, num(p, 64, 10));
	assert_true(circuit_size(p, &ten, 1, UINT64_MAX) < large / 16);
	expr_pool_free(p);
}

static void on_alarm(int sig)
{
	(void)sig;
	stop_now = 1;
}

/* A query that takes Z3 ages ends when the user wants to stop, and the next is answered. */
static void test_stop(void **state)
{
	(void)state;
	ExprPool *p = expr_pool_new();
	input_int(p, "arg1", 64);
	input_int(p, "arg2", 64);
	SolveOptions opt = {.z3_limit = UINT32_MAX};
	Solver *s = solver_new(p, &opt);
	Assignment current, model = {0};
	assignment_init(&current, p);
	Expr x = expr_var(p, 0), y = expr_var(p, 1);
	Expr goal = expr_eq(p, expr_mul(p, expr_zext(p, x, 128), expr_zext(p, y, 128)),
						expr_const128(p, 128, (u128)4294967291u * 4294967279u));
	Expr c[] = {expr_ult(p, num(p, 64, 1), x), expr_ult(p, num(p, 64, 1), y)};
	Budget budget = {.stop = &stop_now};
	solver_until(s, &budget);
	signal(SIGALRM, on_alarm);
	alarm(1);
	assert_int_equal(solve(s, c, 2, goal, &current, &model), SOLVE_UNKNOWN);
	assert_true(stop_now && solver_over(s));
	stop_now = 0;
	Expr easy = expr_eq(p, expr_mul(p, x, y), num(p, 64, 35));
	assert_int_equal(solve(s, c, 2, easy, &current, &model), SOLVE_SAT);
	assert_int_equal(model.at[0] * model.at[1], 35);
	budget = (Budget){.end = now_seconds() -
							 1}; /* the clock that is looked at is some milliseconds late */
	Expr other = expr_eq(p, expr_mul(p, x, y), num(p, 64, 77));
	assert_int_equal(solve(s, c, 2, other, &current, &model), SOLVE_UNKNOWN);
	assignment_free(&current);
	assignment_free(&model);
	solver_free(s);
	expr_pool_free(p);
}

/* A prefix implies what holds on all its inputs, also if the current input does not satisfy it. */
static void test_implies(void **state)
{
	(void)state;
	ExprPool *p = expr_pool_new();
	input_int(p, "x", 8);
	Solver *s = solver_new(p, &(SolveOptions){0});
	Assignment current;
	assignment_init(&current, p);
	current.at[0] = 200;
	Expr x = expr_var(p, 0);
	Expr prefix[] = {expr_ult(p, x, num(p, 8, 10)), expr_ne(p, x, num(p, 8, 9))};
	assert_true(solve_implies(s, prefix, 1, expr_ult(p, x, num(p, 8, 20)), &current));
	assert_false(solve_implies(s, prefix, 1, expr_ult(p, x, num(p, 8, 9)), &current));
	assert_true(solve_implies(s, prefix, 2, expr_ult(p, x, num(p, 8, 9)), &current));
	assert_false(solve_implies(s, prefix, 0, expr_ult(p, x, num(p, 8, 20)), &current));
	assignment_free(&current);
	solver_free(s);
	expr_pool_free(p);
}

static Expr compare(ExprPool *p, u32 how, Expr a, Expr b)
{
	switch (how) {
	case 0: return expr_eq(p, a, b);
	case 1: return expr_ne(p, a, b);
	case 2: return expr_ult(p, a, b);
	case 3: return expr_ule(p, a, b);
	case 4: return expr_slt(p, a, b);
	default: return expr_sle(p, a, b);
	}
}

/* Whether some values from -3 to 3 satisfy all: enough for any order of four numbers of which some
 * are negative and some are not. */
static bool any_order(ExprPool *p, const Expr *c, size_t n)
{
	Assignment a = {0};
	ExprEval *eval = expr_eval_new(p);
	bool found = false;
	assignment_init(&a, p);
	for (u32 k = 0; k < 7 * 7 * 7 * 7 && !found; k++) {
		u32 rest = k;
		for (u32 v = 0; v < 4; v++, rest /= 7)
			a.at[v] = (u32)((i32)(rest % 7) - 3);
		expr_eval_begin(eval, &a);
		found = true;
		for (size_t i = 0; i < n && found; i++)
			found = (u64)expr_eval_value(eval, c[i]);
	}
	assignment_free(&a);
	expr_eval_free(eval);
	return found;
}

/* Comparisons of numbers with each other: one order at a time is decided without bits. */
static void test_order(void **state)
{
	(void)state;
	Rng rng = {4711};
	u32 refuted = 0;
	for (u32 turn = 0; turn < 400; turn++) {
		Fixture f = fixture(4, 0);
		Expr c[8];
		bool one_order = turn % 2;
		for (u32 i = 0; i < 8; i++) {
			u32 a = rng_below(&rng, 4), b = rng_below(&rng, 3);
			u32 how = rng_below(&rng, 6);
			if (one_order && how > 3)
				how -= 2;
			c[i] = compare(f.p, how, expr_var(f.p, a), expr_var(f.p, b + (b >= a)));
		}
		size_t n = 3 + turn % 6;
		bool can = any_order(f.p, c, n);
		SolveResult r = solve(f.s, c, n - 1, c[n - 1], &f.current, &f.model);
		assert_int_equal(r, can ? SOLVE_SAT : SOLVE_UNSAT);
		if (one_order)
			assert_int_equal(solver_stats(f.s)->answered[LAYER_Z3], 0);
		refuted += !can;
		done(&f);
	}
	assert_true(refuted > 40 && refuted < 360);
}

/* Limits in seconds are limits in units, at most what fits. */
static void test_units(void **state)
{
	(void)state;
	assert_int_equal(solve_units(0), 0);
	assert_int_equal(solve_units(-1), 0);
	assert_int_equal(solve_units(0.5), Z3_UNITS_SECOND / 2);
	assert_int_equal(solve_units(1), Z3_UNITS_SECOND);
	assert_int_equal(solve_units(1e9), UINT32_MAX);
}

int main(int argc, char **argv)
{
	if (argc > 1)
		cmocka_set_test_filter(argv[1]);
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_intervals),      cmocka_unit_test(test_digits),
		cmocka_unit_test(test_implies),        cmocka_unit_test(test_keeps_current),
		cmocka_unit_test(test_wide_nonlinear), cmocka_unit_test(test_text),
		cmocka_unit_test(test_limit),          cmocka_unit_test(test_circuit),
		cmocka_unit_test(test_text_sets),      cmocka_unit_test(test_release),
		cmocka_unit_test(test_repeats),        cmocka_unit_test(test_all_layers),
		cmocka_unit_test(test_direct_alone),   cmocka_unit_test(test_cheap_layers_alone),
		cmocka_unit_test(test_z3_alone),       cmocka_unit_test(test_random_models),
		cmocka_unit_test(test_stop),           cmocka_unit_test(test_lengths),
		cmocka_unit_test(test_buffer),         cmocka_unit_test(test_units),
		cmocka_unit_test(test_order),          cmocka_unit_test(test_effort),
		cmocka_unit_test(test_hashed),         cmocka_unit_test(test_little_work),

	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
