/* test_width.c: facts, sets and narrowing at all widths from 1 to 128.
 *
 * A formula is drawn without looking at the width, and then built at one: variables of 1 to 64
 * bits, terms of up to 128. Small ones are held against all values. At the others, what is called
 * implied or impossible must have no counterexample among corner values, nor by Z3 alone.
 */
#include "engine/expr/pool.h"
#include "gen_expr.h"
#include "engine/solve/direct.h"

#include <setjmp.h>
#include <cmocka.h>

enum {
	WIDEST = 64, /* of a variable */
	SMALL = 5,   /* bits of a variable of which all values are tried, in pairs */
	CORNERS = 28,
	Z3_LIMIT = 400000, /* of one check */
};

typedef struct World {
	ExprPool *p;
	Solver *s;           /* under test */
	Solver *z3;          /* Z3 alone */
	Assignment at;       /* scratch */
	Assignment model;    /* likewise */
	Rng rng;             /* of the formula: what is drawn does not depend on the width */
	unsigned w;          /* of its two variables */
	u32 x;               /* the first one */
	u32 n_vars;          /* 1: it has no other */
	Expr term;           /* that was compared last; 0: none yet */
	u128 beside;         /* with this */
	u64 values[CORNERS]; /* corner values of the width */
} World;

static void world_begin(World *g, const SolveOptions *opt)
{
	SolveOptions alone = {.layers = 1 << LAYER_Z3, .z3_limit = Z3_LIMIT};
	*g = (World){.p = expr_pool_new()};
	for (unsigned w = 1; w <= WIDEST; w++) {
		input_int(g->p, "x", w);
		input_int(g->p, "y", w);
	}
	g->s = solver_new(g->p, opt);
	g->z3 = solver_new(g->p, &alone);
	assignment_init(&g->at, g->p);
}

static void world_end(World *g)
{
	assignment_free(&g->at);
	assignment_free(&g->model);
	solver_free(g->s);
	solver_free(g->z3);
	expr_pool_free(g->p);
}

/* Each round another formula; every third at the widths where counting ends. */
static void world_round(World *g, u32 round, u64 seed)
{
	static const unsigned special[] = {64, 63, 32, 64};
	g->w = round % 3 ? 1 + round / 3 * 2 % WIDEST + (round % 3 == 2) : special[round / 3 % 4];
	g->x = 2 * (g->w - 1);
	g->n_vars = 2;
	g->term = 0;
	g->rng = (Rng){seed + round};
	u64 m = mask64(g->w), half = (m >> 1) + 1;
	u32 n = 0;
	for (u64 k = 0; k < 6; k++) {
		g->values[n++] = k & m;
		g->values[n++] = (half + k - 3) & m;
		g->values[n++] = (m - k) & m;
	}
	for (Rng more = {seed * 31 + round}; n < CORNERS;)
		g->values[n++] = rng_value(&more) & m;
}

/* ---- formulas ---- */

static u128 number(World *g, unsigned w)
{
	u128 m = mask128(w), half = (u128)1 << (w - 1);
	u32 k = rng_below(&g->rng, 13);
	switch (rng_below(&g->rng, 6)) {
	case 0: return -(u128)k & m;
	case 1: return (half + k - 6) & m;
	case 2: return m / (k + 1);
	case 3: return (half | half >> 3 | k) & m;
	default: return k & m;
	}
}

static Expr decision(World *g, int depth);

/* A term of the width of the variables, or of the double. */
static Expr term(World *g, bool wide, int depth)
{
	ExprPool *p = g->p;
	unsigned w = wide ? 2 * g->w : g->w;
	u32 what = rng_below(&g->rng, depth > 0 ? 16 : 1);
	if (wide && what < 5) {
		bool sign = rng_below(&g->rng, 2);
		Expr e = term(g, false, depth - 1);
		if (what == 1)
			return expr_concat(p, e, term(g, false, depth - 1));
		return sign ? expr_sext(p, e, w) : expr_zext(p, e, w);
	}
	if (what < 3)
		return expr_var(p, g->x + rng_below(&g->rng, g->n_vars));
	Expr a = term(g, wide, depth - 1), k = expr_const128(p, w, number(g, w));
	switch (what) {
	case 3:
	case 4: return expr_extract(p, term(g, true, depth - 1), rng_below(&g->rng, 2) * g->w, g->w);
	case 5: return expr_add(p, a, term(g, wide, depth - 1));
	case 6: return expr_sub(p, a, term(g, wide, depth - 1));
	case 7: return expr_xor(p, a, term(g, wide, depth - 1));
	case 8: return expr_mul(p, a, k);
	case 9: return expr_and(p, a, k);
	case 10: return expr_or(p, a, k);
	case 11: return expr_neg(p, a);
	case 12: return expr_not(p, a);
	case 13: return expr_ite(p, decision(g, depth - 1), a, term(g, wide, depth - 1));
	case 14: return expr_shl(p, a, expr_const(p, w, rng_below(&g->rng, 4)));
	default: return expr_udiv(p, a, expr_const128(p, w, number(g, w)));
	}
}

/* A constant near the last one, or one that is like it in one half only. */
static u128 near(World *g, unsigned w)
{
	u128 k = g->beside;
	switch (rng_below(&g->rng, 4)) {
	case 0: return (k + 1) & mask128(w);
	case 1: return (k - 1) & mask128(w);
	case 2: return k ^ (u128)1 << (w - 1);
	default: return number(g, w);
	}
}

/* A term beside a constant, or another. The same term comes back with other constants. */
static Expr decision(World *g, int depth)
{
	static const ExprOp ops[] = {EXPR_EQ, EXPR_EQ, EXPR_ULT, EXPR_ULE, EXPR_SLT, EXPR_SLE};
	ExprOp op = ops[rng_below(&g->rng, countof(ops))];
	bool wide = rng_below(&g->rng, 3) == 0, beside = rng_below(&g->rng, 4) == 0;
	u32 turn = rng_below(&g->rng, 4);
	bool again = rng_below(&g->rng, 2) && g->term;
	Expr a = again ? g->term : term(g, wide, depth), b;
	unsigned w = nd(g->p, a)->width;
	if (beside && !again) {
		b = term(g, wide, depth - 1);
	} else {
		g->beside = again ? near(g, w) : number(g, w);
		b = expr_const128(g->p, w, g->beside);
		g->term = a;
	}
	Expr e = expr_make(g->p, op, 1, turn & 1 ? a : b, turn & 1 ? b : a, 0);
	return turn & 2 ? expr_not(g->p, e) : e;
}

/* The numbers of which some text is so. */
static Expr text_decision(World *g)
{
	static const u8 bases[] = {8, 10, 10, 16};
	TextFormat f = {.base = bases[rng_below(&g->rng, 4)], .precision = -1};
	f.is_signed = f.base == 10 && rng_below(&g->rng, 2);
	u32 format = expr_format(g->p, &f), at = rng_below(&g->rng, 4);
	u64 k = rng_below(&g->rng, 10);
	Expr x = expr_var(g->p, g->x);
	if (rng_below(&g->rng, 3) == 0)
		return expr_ult(g->p, expr_textlen(g->p, x, format), expr_const(g->p, 32, 2 * k + 3));
	Expr c = expr_textchar(g->p, x, at, format);
	return at & 1 ? expr_ult(g->p, c, expr_const(g->p, 8, '0' + k))
				  : expr_eq(g->p, c, expr_const(g->p, 8, '0' + k));
}

/* ---- what is true ---- */

static bool holds(World *g, const Expr *c, u32 n, u64 x, u64 y)
{
	g->at.at[g->x] = x;
	g->at.at[g->x + 1] = y;
	for (u32 i = 0; i < n; i++)
		if (!(u64)expr_eval(g->p, c[i], &g->at))
			return false;
	return true;
}

/* An input on which all of c hold, by trying: all pairs of small variables, else corners. */
static bool found(World *g, const Expr *c, u32 n)
{
	bool all = g->w <= SMALL;
	u32 most = all ? 1u << g->w : CORNERS;
	for (u32 i = 0; i < most; i++)
		for (u32 k = 0; k < most; k++)
			if (holds(g, c, n, all ? i : g->values[i], all ? k : g->values[k]))
				return true;
	return false;
}

static bool satisfiable(World *g, const Expr *c, u32 n)
{
	if (found(g, c, n))
		return true;
	return g->w > SMALL && solve(g->z3, c, n - 1, c[n - 1], &g->at, &g->model) == SOLVE_SAT;
}

static void must_not_hold(World *g, const Expr *c, u32 n, u32 round, const char *said)
{
	if (!satisfiable(g, c, n))
		return;
	Buf text = {0};
	expr_smtlib_script(g->p, c, n, &text);
	fail_msg("round %u, width %u: called %s: %s", round, g->w, said, buf_str(&text));
}

/* ---- tests ---- */

/* What a path implies is so. */
static void test_facts(void **state)
{
	(void)state;
	World g;
	u32 implied[2] = {0}, open = 0;
	world_begin(&g, NULL);
	u32 mark = expr_mark(g.p);
	for (u32 round = 0; round < 1500; round++) {
		Expr c[4];
		world_round(&g, round, 100);
		solve_path_begin(g.s);
		for (u32 i = 0; i < 4; i++) {
			c[i] = decision(&g, 2);
			/* a path is one that some input takes */
			if (!solve_path_take(g.s, c[i])) {
				open++;
				continue;
			}
			implied[g.w > SMALL]++;
			c[i] = expr_not(g.p, c[i]);
			must_not_hold(&g, c, i + 1, round, "implied");
			c[i] = expr_not(g.p, c[i]);
		}
		if (round % 64 == 63)
			expr_release(g.p, mark);
	}
	assert_true(implied[0] > 50 && implied[1] > 300 && open > 300);
	world_end(&g);
}

static void must_agree(World *g, const Domain *set, Expr e, u64 v, u32 round)
{
	if (domain_has(set, v) == holds(g, &e, 1, v, 0))
		return;
	Buf text = {0};
	expr_text(g->p, e, 0, &text);
	fail_msg("round %u, width %u: %s with %#llx", round, g->w, buf_str(&text),
			 (unsigned long long)v);
}

/* Sets of one variable are exact: at their edges, and everywhere if it is small. */
static void test_domains(void **state)
{
	(void)state;
	World g;
	u32 made = 0;
	world_begin(&g, NULL);
	u32 mark = expr_mark(g.p);
	for (u32 round = 0; round < 5000; round++) {
		world_round(&g, round, 200);
		g.n_vars = 1;
		Expr e = rng_below(&g.rng, 3) ? decision(&g, 3) : text_decision(&g);
		u32 var;
		solver_forget(g.s); /* of expressions that were released */
		if (!direct_only_var(g.p, e, &var))
			continue;
		const Domain *set = domain_of(g.s, e, g.x);
		if (!set)
			continue;
		made++;
		u64 m = mask64(g.w);
		for (u64 v = 0; g.w <= 8 && v <= m; v++)
			must_agree(&g, set, e, v, round);
		for (u32 i = 0; i < CORNERS; i++)
			must_agree(&g, set, e, g.values[i], round);
		for (size_t i = 0; i < set->len; i++) {
			const u64 edge[] = {set->at[i].low - 1, set->at[i].low, set->at[i].high,
								set->at[i].high + 1};
			for (u32 k = 0; k < 4; k++)
				must_agree(&g, set, e, edge[k] & m, round);
		}
		if (round % 64 == 63)
			expr_release(g.p, mark);
	}
	assert_true(made > 1000);
	world_end(&g);
}

static void against_z3(u32 layers, u32 rounds, u64 seed)
{
	World g;
	SolveOptions opt = {.layers = layers, .z3_limit = Z3_LIMIT};
	u32 refuted = 0, solved = 0;
	world_begin(&g, &opt);
	u32 mark = expr_mark(g.p);
	for (u32 round = 0; round < rounds; round++) {
		Expr c[4];
		u32 n = 0;
		world_round(&g, round, seed);
		for (u32 i = 0; i < 4; i++) {
			Expr e = decision(&g, 2);
			if (!expr_is_const(g.p, e))
				c[n++] = e;
		}
		if (!n)
			continue;
		SolveResult r = solve(g.s, c, n - 1, c[n - 1], &g.at, &g.model);
		if (r == SOLVE_SAT)
			assert_true(holds(&g, c, n, g.model.at[g.x], g.model.at[g.x + 1]));
		if (r == SOLVE_UNSAT)
			must_not_hold(&g, c, n, round, "impossible");
		solved += r == SOLVE_SAT;
		refuted += r == SOLVE_UNSAT;
		if (round % 64 == 63)
			expr_release(g.p, mark);
	}
	assert_true(refuted > rounds / 20 && solved > rounds / 20);
	world_end(&g);
}

/* Narrowing and search without a general solver, and all layers together. */
static void test_layers(void **state)
{
	(void)state;
	against_z3(1 << LAYER_DIRECT, 600, 300);
	against_z3(1 << LAYER_FIXED, 200, 400);
	against_z3(0, 200, 500);
}

/* ---- sets themselves ---- */

/* Random ranges of four bits; each value stands for 2^60 of 64 bits. */
static void random_set(Rng *r, u32 *bits, Domain *small, Domain *large)
{
	*bits = (u32)(rng_below(r, 3) ? rng_next(r) & rng_next(r) : rng_next(r)) & 0xffff;
	if (!rng_below(r, 4))
		*bits = 0xffff & ~(rng_below(r, 2) ? 1u << rng_below(r, 16) : 0u);
	small->len = large->len = 0;
	for (u64 v = 0; v < 16; v++) {
		if (!(*bits >> v & 1))
			continue;
		domain_add(small, v);
		/* neighbours are left apart now and then */
		DomainRange wide = {v << 60, v << 60 | mask64(60)};
		if (large->len && vec_last(large).high + 1 == wide.low && rng_below(r, 4))
			vec_last(large).high = wide.high;
		else
			vec_push(large, wide);
	}
}

static void test_sets(void **state)
{
	(void)state;
	Rng r = {600};
	Domain small[2] = {0}, large[2] = {0};
	for (u32 round = 0; round < 5000; round++) {
		u32 bits[2];
		for (int k = 0; k < 2; k++)
			random_set(&r, &bits[k], &small[k], &large[k]);
		assert_int_equal(domain_meet(&small[0], &small[1]), (bits[0] & ~bits[1]) != 0);
		assert_int_equal(domain_meet(&large[0], &large[1]), (bits[0] & ~bits[1]) != 0);
		u128 n = (u128)__builtin_popcount(bits[0] & bits[1]);
		assert_true(domain_size(&small[0]) == n);
		assert_true(domain_size(&large[0]) == n << 60);
		for (u64 v = 0; v < 16; v++) {
			bool in = bits[0] & bits[1] & 1u << v;
			assert_int_equal(domain_has(&small[0], v), in);
			assert_int_equal(domain_has(&large[0], v << 60), in);
			assert_int_equal(domain_has(&large[0], v << 60 | mask64(60)), in);
		}
	}
	for (int k = 0; k < 2; k++) {
		vec_free(&small[k]);
		vec_free(&large[k]);
	}
}

/* One value of 2^64 is missed. */
static void test_all_but_one(void **state)
{
	(void)state;
	Domain d = {0}, one = {0}, rest = {0};
	domain_full(&d, 64);
	assert_true(domain_size(&d) == (u128)1 << 64);
	DomainRange parts[] = {{0, 4}, {6, UINT64_MAX}};
	vec_push(&rest, parts[0]);
	vec_push(&rest, parts[1]);
	assert_true(domain_meet(&d, &rest));
	assert_false(domain_meet(&d, &rest));
	assert_true(domain_size(&d) == ((u128)1 << 64) - 1);
	domain_add(&one, 5);
	assert_true(domain_meet(&d, &one));
	assert_int_equal(d.len, 0);
	vec_free(&d);
	vec_free(&one);
	vec_free(&rest);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_sets),   cmocka_unit_test(test_all_but_one),
		cmocka_unit_test(test_facts),  cmocka_unit_test(test_domains),
		cmocka_unit_test(test_layers),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
