/* test_expr.c: construction, simplification, sharing, evaluation. */
#include "engine/expr/pool.h"
#include "gen_expr.h"

#include <setjmp.h>
#include <cmocka.h>

/* Pools with the same inputs: a byte, a short, an int, a long, a second byte. */
static ExprPool *make_pool(bool simplify)
{
	ExprPool *p = expr_pool_new();
	input_int(p, "b", 8);
	input_int(p, "h", 16);
	input_int(p, "i", 32);
	input_int(p, "l", 64);
	input_int(p, "c", 8);
	expr_pool_simplify(p, simplify);
	return p;
}

enum { B, H, I, L, C };

static Expr num(ExprPool *p, unsigned w, i64 v)
{
	return expr_const(p, w, (u64)v);
}

/* ---- the oracle: simplified and plain expressions agree ---- */

static void random_oracle(unsigned widest, unsigned kinds, u32 rounds, u64 seed)
{
	Rng rng = {seed};
	ExprPool *simple = make_pool(true), *raw = make_pool(false);
	Gen g = {.p = {simple, raw}, .rng = &rng, .widest = widest, .kinds = kinds};
	Assignment a;
	assignment_init(&a, simple);
	u32 mark[2] = {expr_mark(simple), expr_mark(raw)};
	for (u32 round = 0; round < rounds; round++) {
		gen_start(&g, 5);
		gen_run(&g, 20);
		for (u32 k = 0; k < 4; k++) {
			for (u32 v = 0; v < a.n; v++)
				a.at[v] = rng_value(&rng) & mask64(input_width(simple, v));
			for (u32 i = 0; i < g.n; i++) {
				u128 x = expr_eval(simple, g.e[0][i], &a), y = expr_eval(raw, g.e[1][i], &a);
				if (x != y || expr_width(simple, g.e[0][i]) != g.w[i]) {
					Buf text = {0};
					expr_smtlib(raw, g.e[1][i], &text);
					buf_adds(&text, "\nbecame\n");
					expr_smtlib(simple, g.e[0][i], &text);
					fail_msg("round %u: %s", round, buf_str(&text));
				}
				const ExprInfo *info = &nd(simple, g.e[0][i])->info;
				if (g.w[i] <= 64 && ((u64)x < info->low || (u64)x > info->high ||
									 ((u64)x & info->kz) || (~(u64)x & info->ko))) {
					Buf text = {0};
					expr_smtlib(simple, g.e[0][i], &text);
					fail_msg("round %u: value %llx outside of what is known: %s", round,
							 (unsigned long long)x, buf_str(&text));
				}
			}
		}
		if (round % 16 == 15) {
			expr_release(simple, mark[0]);
			expr_release(raw, mark[1]);
		}
	}
	assignment_free(&a);
	expr_pool_free(simple);
	expr_pool_free(raw);
}

static void test_oracle_wide(void **state)
{
	(void)state;
	random_oracle(128, GEN_ARRAYS | GEN_TEXT | GEN_UNDEF, 20000, 1);
}

static void test_oracle_64(void **state)
{
	(void)state;
	random_oracle(64, GEN_ARRAYS | GEN_TEXT, 20000, 2);
}

static void test_oracle_narrow(void **state)
{
	(void)state;
	random_oracle(32, GEN_PLAIN, 20000, 3);
	random_oracle(8, GEN_PLAIN, 20000, 4);
}

/* Bytes stored and read back give the same number, in any order of putting together. */
static void test_round_trip(void **state)
{
	(void)state;
	Rng rng = {99};
	ExprPool *p = make_pool(true);
	Gen g = {.p = {p, NULL}, .rng = &rng, .widest = 64, .kinds = GEN_BYTES};
	u32 mark = expr_mark(p);
	u32 checked = 0, missed = 0;
	for (u32 round = 0; round < 20000; round++) {
		gen_start(&g, 5);
		gen_run(&g, 8);
		for (u32 i = 0; i < g.n; i++) {
			unsigned w = g.w[i];
			if (w % 8 || w < 16)
				continue;
			Expr e = g.e[0][i], up = 0, down = 0;
			for (unsigned k = 0; k < w / 8; k++) {
				Expr low = expr_extract(p, e, k * 8, 8),
					 high = expr_extract(p, e, w - 8 - k * 8, 8);
				up = up ? expr_concat(p, low, up) : low;
				down = down ? expr_concat(p, down, high) : high;
			}
			missed += up != e || down != e;
			checked++;
		}
		if (round % 16 == 15)
			expr_release(p, mark);
	}
	assert_true(checked > 50000);
	assert_true(missed <= checked / 20000); /* the corners that shape.c names */
	expr_pool_free(p);
}

/* Bytes put together with shifts and ors are the concatenation. */
static void test_byte_idiom(void **state)
{
	(void)state;
	ExprPool *p = expr_pool_new();
	u32 in = input_bytes(p, "stdin", 4);
	Expr e = num(p, 32, 0), cat = 0;
	for (u32 k = 0; k < 4; k++) {
		Expr b = expr_input(p, in, k);
		e = expr_or(p, e, expr_shl(p, expr_zext(p, b, 32), num(p, 32, 8 * k)));
		cat = cat ? expr_concat(p, b, cat) : b;
	}
	assert_int_equal(e, cat);
	Expr sum = num(p, 32, 0);
	for (u32 k = 0; k < 4; k++)
		sum = expr_add(p, sum,
					   expr_mul(p, expr_zext(p, expr_input(p, in, k), 32), num(p, 32, 1 << 8 * k)));
	assert_int_equal(sum, cat);
	assert_int_equal(expr_and(p, expr_lshr(p, e, num(p, 32, 8)), num(p, 32, 255)),
					 expr_zext(p, expr_input(p, in, 1), 32));
	expr_pool_free(p);
}

static void test_identities(void **state)
{
	(void)state;
	ExprPool *p = make_pool(true);
	Expr x = expr_var(p, I), y = expr_var(p, L), b = expr_var(p, B), c = expr_var(p, C);
	Expr y32 = expr_extract(p, y, 0, 32);
	assert_int_equal(expr_add(p, expr_add(p, x, num(p, 32, 1)), num(p, 32, 2)),
					 expr_add(p, num(p, 32, 3), x));
	assert_int_equal(expr_sub(p, x, x), num(p, 32, 0));
	assert_int_equal(expr_xor(p, x, x), num(p, 32, 0));
	assert_int_equal(expr_sub(p, expr_add(p, x, y32), x), y32);
	assert_int_equal(expr_add(p, expr_sub(p, x, num(p, 32, 5)), num(p, 32, 5)), x);
	assert_int_equal(expr_add(p, x, y32), expr_add(p, y32, x));
	assert_int_equal(expr_and(p, x, num(p, 32, 255)), expr_zext(p, expr_extract(p, x, 0, 8), 32));
	assert_int_equal(expr_ult(p, expr_zext(p, b, 32), num(p, 32, 300)), EXPR_TRUE);
	assert_int_equal(expr_slt(p, expr_zext(p, b, 32), num(p, 32, 0)), EXPR_FALSE);
	assert_int_equal(expr_slt(p, expr_zext(p, b, 32), num(p, 32, 65)),
					 expr_ult(p, b, num(p, 8, 65)));
	assert_int_equal(expr_slt(p, expr_sext(p, b, 32), num(p, 32, 65)),
					 expr_slt(p, b, num(p, 8, 65)));
	assert_int_equal(expr_eq(p, expr_add(p, x, num(p, 32, 3)), num(p, 32, 7)),
					 expr_eq(p, x, num(p, 32, 4)));
	assert_int_equal(expr_eq(p, expr_sext(p, b, 32), num(p, 32, 'a')),
					 expr_eq(p, b, num(p, 8, 'a')));
	assert_int_equal(expr_eq(p, expr_zext(p, b, 32), num(p, 32, 256)), EXPR_FALSE);
	Expr less = expr_slt(p, x, num(p, 32, 10));
	assert_int_equal(expr_not(p, expr_not(p, less)), less);
	assert_int_equal(expr_op(p, expr_not(p, less)), EXPR_SLT);
	assert_int_equal(expr_ne(p, expr_zext(p, less, 32), num(p, 32, 0)), less);
	assert_int_equal(expr_eq(p, expr_ite(p, less, num(p, 32, 5), num(p, 32, 9)), num(p, 32, 5)),
					 less);
	assert_int_equal(expr_eq(p, expr_ite(p, less, num(p, 32, 5), num(p, 32, 9)), num(p, 32, 6)),
					 EXPR_FALSE);
	assert_int_equal(expr_ule(p, b, num(p, 8, 7)), expr_ult(p, b, num(p, 8, 8)));
	assert_int_equal(expr_and(p, less, expr_not(p, less)), EXPR_FALSE);
	assert_int_equal(expr_or(p, less, expr_not(p, less)), EXPR_TRUE);
	Expr both = expr_eq(p, expr_concat(p, b, c), num(p, 16, 0x4142));
	assert_int_equal(both,
					 expr_and(p, expr_eq(p, b, num(p, 8, 0x41)), expr_eq(p, c, num(p, 8, 0x42))));
	/* char arithmetic: c - '0' as an int, compared signed */
	Expr digit = expr_sub(p, expr_sext(p, b, 32), num(p, 32, '0'));
	assert_int_equal(expr_slt(p, digit, num(p, 32, 10)), expr_slt(p, b, num(p, 8, '9' + 1)));
	/* a flag test is one bit */
	assert_int_equal(expr_eq(p, expr_and(p, x, num(p, 32, 4)), num(p, 32, 0)),
					 expr_not(p, expr_extract(p, x, 2, 1)));
	expr_pool_free(p);
}

static void test_arrays(void **state)
{
	(void)state;
	ExprPool *p = make_pool(true);
	Expr t = expr_table(p, "hello", 6), i = expr_zext(p, expr_var(p, B), 32), j = expr_var(p, I);
	assert_int_equal(expr_read(p, t, num(p, 64, 1)), num(p, 8, 'e'));
	assert_int_equal(expr_read(p, t, num(p, 64, 77)), num(p, 8, 0));
	assert_int_equal(expr_table(p, "hello", 6), t);
	Expr s = expr_store(p, t, j, num(p, 8, 'x'));
	assert_int_equal(expr_read(p, s, j), num(p, 8, 'x'));
	assert_int_equal(expr_op(p, expr_read(p, s, num(p, 32, 1))), EXPR_READ);
	Expr s2 = expr_store(p, t, num(p, 32, 300), num(p, 8, 'y'));
	assert_int_equal(expr_read(p, s2, i), expr_read(p, t, i));
	/* tables go with their nodes and come back */
	u32 mark = expr_mark(p);
	for (int round = 0; round < 3; round++) {
		Expr t1 = expr_table(p, "one", 4), t2 = expr_table(p, round ? "two" : "TWO", 4);
		assert_int_equal(expr_table(p, "one", 4), t1);
		assert_int_equal(expr_read(p, t2, num(p, 32, 0)), num(p, 8, round ? 't' : 'T'));
		assert_int_equal(expr_read(p, t1, num(p, 32, 0)), num(p, 8, 'o'));
		expr_release(p, mark);
		assert_int_equal(expr_read(p, t, num(p, 32, 4)), num(p, 8, 'o'));
	}
	Expr s3 = expr_store(p, s, expr_add(p, j, num(p, 32, 1)), num(p, 8, 'z'));
	assert_int_equal(expr_read(p, s3, j), num(p, 8, 'x'));
	expr_pool_free(p);
}

static void test_mark_release(void **state)
{
	(void)state;
	ExprPool *p = make_pool(true);
	Expr x = expr_var(p, I), before[200], after[200];
	for (int k = 0; k < 200; k++)
		before[k] = expr_mul(p, x, num(p, 32, 3 + 2 * k));
	u32 mark = expr_mark(p);
	for (int round = 0; round < 3; round++) {
		for (int k = 0; k < 200; k++) {
			Expr e = expr_udiv(p, before[k], num(p, 32, 1001 + 2 * k));
			assert_true(e >= mark);
			assert_true(round == 0 || e == after[k]);
			after[k] = e;
		}
		/* enough to make the table grow */
		for (int k = 0; k < 20000; k++)
			expr_add(p, after[k % 200], expr_var(p, L) ? num(p, 32, k + 1) : 0);
		expr_release(p, mark);
		assert_int_equal(expr_pool_len(p), mark);
		for (int k = 0; k < 200; k++)
			assert_int_equal(expr_mul(p, x, num(p, 32, 3 + 2 * k)), before[k]);
		assert_int_equal(expr_pool_len(p), mark);
	}
	expr_pool_free(p);
}

static void test_deep(void **state)
{
	(void)state;
	ExprPool *p = make_pool(true);
	Expr e = expr_var(p, I), x = e;
	u32 v = 12345;
	Assignment a;
	assignment_init(&a, p);
	a.at[I] = v;
	for (u32 k = 0; k < 1000000; k++) {
		e = expr_xor(p, expr_mul(p, e, num(p, 32, 31)), expr_add(p, x, num(p, 32, k)));
		v = v * 31 ^ (12345 + k);
	}
	assert_true(expr_depth(p, e) >= 1000000);
	assert_int_equal((u32)expr_eval(p, e, &a), v);
	assert_true(expr_size(p, e) > 2000000);
	Expr map[5] = {[I] = expr_add(p, x, num(p, 32, 1))};
	Expr moved = expr_substitute(p, e, map, 5);
	a.at[I] = 12344;
	assert_int_equal((u32)expr_eval(p, moved, &a), v);
	assignment_free(&a);
	expr_pool_free(p);
}

/* The bits of many sets are those of their union, in each round anew. */
static void test_varbits(void **state)
{
	(void)state;
	ExprPool *p = expr_pool_new();
	input_bytes(p, "stdin", 3000);
	Rng rng = {11};
	VarBits bits = {0};
	for (u32 round = 0; round < 50; round++) {
		VarSet all = 0;
		VarList want = {0}, got = {0};
		varbits_begin(&bits);
		for (u32 k = rng_below(&rng, 12); k-- > 0;) {
			VarSet some = 0;
			for (u32 i = rng_below(&rng, 8); i-- > 0;)
				some = varset_union(p, some, varset_one(p, (u32)rng_below(&rng, 3000)));
			all = varset_union(p, all, some);
			varbits_add(p, &bits, rng_below(&rng, 3) ? some : all);
			varbits_add(p, &bits, some);
		}
		varset_list(p, all, &want);
		varbits_list(&bits, &got);
		assert_int_equal(got.len, want.len);
		for (size_t i = 0; i < want.len; i++)
			assert_int_equal(got.at[i], want.at[i]);
		vec_free(&want);
		vec_free(&got);
	}
	varbits_free(&bits);
	expr_pool_free(p);
}

static void test_vars(void **state)
{
	(void)state;
	ExprPool *p = expr_pool_new();
	u32 in = input_bytes(p, "stdin", 20000);
	Expr sum = num(p, 8, 0);
	u64 members = 0;
	Rng rng = {5};
	bool used[20000] = {0};
	for (u32 k = 0; k < 5000; k++) {
		u32 v = rng_below(&rng, 20000);
		members += !used[v];
		used[v] = true;
		sum = expr_xor(p, expr_add(p, sum, expr_input(p, in, v)), num(p, 8, 1 + k % 200));
	}
	VarSet s = expr_vars(p, sum);
	assert_int_equal(varset_count(p, s), members);
	VarList list = {0};
	varset_list(p, s, &list);
	assert_int_equal(list.len, members);
	for (size_t k = 0; k < list.len; k++) {
		assert_true(used[list.at[k]]);
		assert_true(k == 0 || list.at[k] > list.at[k - 1]);
	}
	for (u32 v = 0; v < 20000; v++) {
		assert_int_equal(varset_has(p, s, v), used[v]);
		assert_int_equal(varset_meets(p, s, varset_one(p, v)), used[v]);
		assert_int_equal(varset_within(p, varset_one(p, v), s), used[v]);
	}
	for (u32 k = 0; k < 2000; k++) { /* b is within a if nothing is added by it */
		VarSet b = varset_one(p, list.at[rng_below(&rng, list.len)]);
		for (u32 n = rng_below(&rng, 6); n; n--)
			b = varset_union(p, b,
							 varset_one(p, rng_below(&rng, 4) ? list.at[rng_below(&rng, list.len)]
															  : rng_below(&rng, 20000)));
		assert_int_equal(varset_within(p, b, s), varset_union(p, s, b) == s);
		assert_int_equal(varset_within(p, s, b), s == b);
	}
	assert_true(varset_within(p, 0, s) && varset_within(p, s, s) && !varset_within(p, s, 0));
	vec_free(&list);
	expr_pool_free(p);
}

/* Tapes compute what the evaluator computes. */
static void test_tape(void **state)
{
	(void)state;
	Rng rng = {17};
	ExprPool *p = make_pool(true);
	u32 mark = expr_mark(p);
	Assignment a;
	assignment_init(&a, p);
	for (u32 round = 0; round < 6000; round++) {
		Gen g = {.p = {p, NULL},
				 .rng = &rng,
				 .widest = round % 2 ? 64 : 128,
				 .kinds = GEN_ARRAYS | GEN_TEXT | GEN_UNDEF};
		gen_start(&g, 5);
		gen_run(&g, 20);
		Expr roots[3];
		for (int k = 0; k < 3; k++)
			roots[k] = g.e[0][g.n - 1 - k];
		Tape *t = tape_new(p, roots, 3);
		for (int k = 0; k < 4; k++) {
			for (u32 v = 0; v < a.n; v++) {
				a.at[v] = rng_value(&rng) & mask64(input_width(p, v));
				tape_set(t, v, a.at[v]);
			}
			bool all = true;
			for (int r = 0; r < 3; r++)
				all &= (u64)expr_eval(p, roots[r], &a) != 0;
			assert_int_equal(tape_holds(t), all);
		}
		tape_run(t);
		for (u32 v = 0; v < a.n; v++) { /* one at a time */
			a.at[v] = rng_value(&rng) & mask64(input_width(p, v));
			tape_change(t, v, a.at[v]);
			for (u32 r = 0; r < 3; r++) {
				assert_int_equal(tape_root(t, r), (u64)expr_eval(p, roots[r], &a));
				assert_int_equal(*tape_broken(t) >> r & 1, !tape_root(t, r));
			}
			u64 was[3] = {tape_root(t, 0), tape_root(t, 1), tape_root(t, 2)};
			tape_change(t, v, rng_value(&rng));
			tape_undo(t);
			for (u32 r = 0; r < 3; r++) {
				assert_int_equal(tape_root(t, r), was[r]);
				assert_int_equal(*tape_broken(t) >> r & 1, !was[r]);
			}
		}
		tape_free(t);
		expr_release(p, mark);
	}
	assignment_free(&a);
	expr_pool_free(p);
}

/* An evaluator that goes on from the assignment before has the values of one that does not. */
static void test_eval_next(void **state)
{
	(void)state;
	Rng rng = {23};
	ExprPool *p = make_pool(true);
	ExprEval *ev = expr_eval_new(p);
	Assignment a;
	assignment_init(&a, p);
	u32 mark = expr_mark(p);
	for (u32 round = 0; round < 1500; round++) {
		Gen g = {.p = {p, NULL},
				 .rng = &rng,
				 .widest = round % 2 ? 64 : 128,
				 .kinds = GEN_ARRAYS | GEN_TEXT | GEN_UNDEF};
		gen_start(&g, 5);
		gen_run(&g, 20);
		for (int k = 0; k < 12; k++) {
			if (k % 4) { /* else nothing changes */
				u32 v = rng_below(&rng, a.n);
				a.at[v] = rng_value(&rng) & mask64(input_width(p, v));
			}
			expr_eval_next(ev, &a);
			for (u32 n = rng_below(&rng, 4); n; n--) { /* some are not asked for each time */
				Expr e = g.e[0][rng_below(&rng, (u32)g.n)];
				if (expr_width(p, e))
					assert_true(expr_eval_value(ev, e) == expr_eval(p, e, &a));
			}
		}
		if (round % 3 == 0)
			expr_release(p, mark);
	}
	assignment_free(&a);
	expr_eval_free(ev);
	expr_pool_free(p);
}

/* A read may have to look through all writes of its array: that is what running it costs. */
static void test_tape_work(void **state)
{
	(void)state;
	ExprPool *p = make_pool(true);
	Expr array = expr_table(p, "hello", 6), j = expr_var(p, I);
	for (u32 k = 0; k < 100; k++)
		array = expr_store(p, array, expr_mul(p, j, num(p, 32, 3 + k)), num(p, 8, k));
	Expr root = expr_eq(p, expr_read(p, array, expr_var(p, I)), num(p, 8, 7));
	assert_int_equal(expr_op(p, expr_read(p, array, expr_var(p, I))), EXPR_READ);
	Tape *t = tape_new(p, &root, 1);
	ExprList all = {0};
	expr_postorder(p, &root, 1, &all);
	assert_int_equal(tape_len(t), all.len + 100);
	vec_free(&all);
	tape_free(t);
	expr_pool_free(p);
}

/* Stores at constant indices, some at indices of the input between them, and what is read there. */
static void test_flat(void **state)
{
	(void)state;
	Rng rng = {23};
	ExprPool *p = make_pool(true);
	u32 mark = expr_mark(p);
	Assignment a;
	assignment_init(&a, p);
	for (u32 round = 0; round < 400; round++) {
		u32 n = (u32)rng_below(&rng, 40), index[40];
		bool open[40];
		Expr array = expr_table(p, "constant bytes", 14), value[40];
		for (u32 k = 0; k < n; k++) {
			open[k] = !rng_below(&rng, 12);
			index[k] = (u32)rng_below(&rng, 24);
			value[k] = rng_below(&rng, 2) ? expr_var(p, B) : num(p, 8, k);
			Expr at = open[k] ? expr_add(p, expr_zext(p, expr_var(p, C), 32), num(p, 32, index[k]))
							  : num(p, 32, index[k]);
			array = expr_store(p, array, at, value[k]);
		}
		Expr read = expr_read(p, array, expr_var(p, I));
		Tape *t = tape_new(p, &read, 1);
		for (u32 k = 0; k < 20; k++) {
			a.at[B] = rng_below(&rng, 256);
			a.at[C] = rng_below(&rng, 16);
			a.at[I] = rng_below(&rng, 40);
			u64 want = a.at[I] < 14 ? (u8) "constant bytes"[a.at[I]] : 0;
			for (u32 i = 0; i < n; i++)
				if (index[i] + (open[i] ? a.at[C] : 0) == a.at[I])
					want = (u64)expr_eval(p, value[i], &a);
			tape_set(t, B, a.at[B]);
			tape_set(t, C, a.at[C]);
			tape_set(t, I, a.at[I]);
			tape_run(t);
			assert_int_equal(tape_root(t, 0), want);
			assert_int_equal(expr_eval(p, read, &a), want);
		}
		tape_free(t);
		if (round % 3 == 0)
			expr_release(p, mark);
	}
	assignment_free(&a);
	expr_pool_free(p);
}

/* Indices of a table by their bytes, against a walk through all of them. */
static void test_nearest(void **state)
{
	(void)state;
	Rng rng = {77};
	ExprPool *p = make_pool(true);
	for (u32 round = 0; round < 20000; round++) {
		u8 bytes[40];
		u32 n = rng_below(&rng, sizeof bytes);
		for (u32 i = 0; i < n; i++)
			bytes[i] = (u8)(round % 3 ? rng_below(&rng, 5) + 251 : rng_below(&rng, 256));
		u32 mark = expr_mark(p), table = (u32)nd(p, expr_table(p, bytes, n))->a;
		for (u32 k = 0; k < 8; k++) {
			u8 byte = n && k ? bytes[rng_below(&rng, n)] : (u8)rng_below(&rng, 256);
			u64 low = rng_below(&rng, 20), high = low + rng_below(&rng, 40);
			u64 at = rng_below(&rng, 60), best = UINT64_MAX, where = 0, found = 0;
			for (u64 i = low; i <= high && i < n; i++)
				if (bytes[i] == byte && (i > at ? i - at : at - i) < best) {
					best = i > at ? i - at : at - i;
					where = i;
				}
			bool any = table_nearest(p, table, byte, at, low, high, &found);
			assert_int_equal(any, best != UINT64_MAX);
			assert_int_equal(found, where);
		}
		if (round % 7 == 0)
			expr_release(p, mark);
	}
	expr_pool_free(p);
}

/* ---- the table of operations (ops.h) ---- */

static unsigned width_by_rule(const ExprPool *p, const ExprNode *n)
{
	switch ((ExprWidth)expr_width_rule[n->op]) {
	case WIDTH_A: return nd(p, n->a)->width;
	case WIDTH_B: return nd(p, n->b)->width;
	case WIDTH_SUM: return nd(p, n->a)->width + nd(p, n->b)->width;
	case WIDTH_BIT: return 1;
	case WIDTH_BYTE: return 8;
	case WIDTH_WORD: return 32;
	case WIDTH_GIVEN: return n->width;
	case WIDTH_NONE: return 0;
	}
	return 0;
}

/* Nodes are as wide as the table says; every operation occurs, except floating point (test_float.c). */
static void test_width_column(void **state)
{
	(void)state;
	bool seen[EXPR_N_OPS] = {[EXPR_NONE] = true};
	for (int simplify = 0; simplify < 2; simplify++) {
		ExprPool *p = make_pool(simplify);
		Rng rng = {simplify + 5};
		Gen g = {.p = {p}, .rng = &rng, .widest = 128, .kinds = GEN_ARRAYS | GEN_TEXT | GEN_UNDEF};
		for (u32 round = 0; round < 300; round++) {
			gen_start(&g, 5);
			gen_run(&g, 20);
		}
		for (Expr e = 1; e < expr_pool_len(p); e++) {
			const ExprNode *n = nd(p, e);
			seen[n->op] = true;
			if (n->width != width_by_rule(p, n))
				fail_msg("%s has width %u", expr_op_name[n->op], n->width);
		}
		expr_pool_free(p);
	}
	for (u32 op = 0; op < EXPR_N_OPS; op++)
		if (!seen[op] && !(expr_flags[op] & EXPR_HAS_FLOAT))
			fail_msg("%s does not occur", expr_op_name[op]);
}

/* An operation on two words of w bits: 64 and 128 bits agree, so does the evaluator, and so do
 * exchanged operands where the table says so. */
static void check_binary(ExprPool *p, ExprOp op, unsigned w, u64 a, u64 b)
{
	u128 value = expr_fold2(op, w, a, b);
	Expr e = expr_make(p, op, w, expr_const(p, w, a), expr_const(p, w, b), 0);
	bool order = expr_kind[op] == KIND_LESS || expr_kind[op] == KIND_AT_MOST;
	bool same = fold2_64(op, w, a, b) == value && expr_eval(p, e, NULL) == value &&
				(!expr_commutes[op] || expr_fold2(op, w, b, a) == value);
	/* A comparison is strict exactly if no value is below itself. */
	bool strict = !order || expr_fold2(op, w, a, a) == !op_is_strict(op);
	if (!same || !strict)
		fail_msg("%s of %u bits: %llx, %llx", expr_op_name[op], w, (unsigned long long)a,
				 (unsigned long long)b);
}

static void test_values(void **state)
{
	(void)state;
	Rng rng = {11};
	ExprPool *p = make_pool(false);
	for (u32 round = 0; round < 5000; round++) {
		unsigned w = 1 + rng_below(&rng, 64), from = 1 + rng_below(&rng, w);
		u64 a = rng_value(&rng) & mask64(w), b = rng_value(&rng) & mask64(w);
		u64 small = a & mask64(from);
		for (ExprOp op = 0; op < EXPR_N_OPS; op++) {
			bool rule = expr_width_rule[op] == WIDTH_A || expr_width_rule[op] == WIDTH_BIT;
			if (rule && expr_arity[op] == 2)
				check_binary(p, op, w, a, b);
			else if (rule)
				assert_true(fold1_64(op, w, w, a, 0) == expr_fold1(op, w, w, a, 0));
		}
		assert_true(fold1_64(EXPR_ZEXT, w, from, small, 0) == small);
		assert_true(fold1_64(EXPR_SEXT, w, from, small, 0) ==
					expr_fold1(EXPR_SEXT, w, from, small, 0));
		assert_true(fold1_64(EXPR_EXTRACT, w - from + 1, w, a, from - 1) == a >> (from - 1));
	}
	expr_pool_free(p);
}

/* ---- equality of sums of products ---- */

enum { FORMS = 7 };

/* A polynomial of x and y with two numbers; the value of it at (x, y) in *at, if that is wanted. */
static Expr polynomial(ExprPool *p, unsigned w, u32 form, u64 k, u64 j, u64 x, u64 y, u64 *at)
{
	Expr ex = expr_var(p, 0), ey = expr_var(p, 1), ek = num(p, w, (i64)k), ej = num(p, w, (i64)j);
	u64 values[FORMS] = {y * (x + k) + j, (x + k) * (y + j), x * k + y * j,         (x - y) * k - j,
						 x * x * k + j,   (y * x) << 1,      -(x * (y + k)) + j * x};
	*at = values[form] & mask64(w);
	switch (form) {
	case 0: return expr_add(p, expr_mul(p, ey, expr_add(p, ex, ek)), ej);
	case 1: return expr_mul(p, expr_add(p, ex, ek), expr_add(p, ey, ej));
	case 2: return expr_add(p, expr_mul(p, ex, ek), expr_mul(p, ey, ej));
	case 3: return expr_sub(p, expr_mul(p, expr_sub(p, ex, ey), ek), ej);
	case 4: return expr_add(p, expr_mul(p, expr_mul(p, ex, ex), ek), ej);
	case 5: return expr_shl(p, expr_mul(p, ey, ex), num(p, w, 1));
	default:
		return expr_add(p, expr_neg(p, expr_mul(p, ex, expr_add(p, ey, ek))), expr_mul(p, ej, ex));
	}
}

/* Both sides of an equality on every input, by C's own arithmetic. */
static void check_polynomials(ExprPool *p, unsigned w, const u32 form[2], const u64 c[4])
{
	u64 at[2], most = mask64(w);
	Expr side[2];
	for (u32 i = 0; i < 2; i++)
		side[i] = polynomial(p, w, form[i], c[2 * i], c[2 * i + 1], 0, 0, &at[i]);
	Expr equal = expr_eq(p, side[0], side[1]);
	for (u64 x = 0; x <= most; x++)
		for (u64 y = 0; y <= most; y++) {
			Assignment a = {(u64[]){x, y}, 2};
			for (u32 i = 0; i < 2; i++)
				polynomial(p, w, form[i], c[2 * i], c[2 * i + 1], x, y, &at[i]);
			assert_int_equal(expr_eval(p, equal, &a), at[0] == at[1]);
		}
}

static void test_polynomials(void **state)
{
	(void)state;
	for (unsigned w = 2; w <= 4; w++) {
		ExprPool *p = expr_pool_new();
		input_int(p, "x", w);
		input_int(p, "y", w);
		u64 step = w == 2 ? 1 : w == 3 ? 3 : 7, most = mask64(w);
		for (u32 f = 0; f < FORMS * FORMS; f++)
			for (u64 k = 0; k <= most; k += step)
				for (u64 j = 0; j <= most; j += step)
					for (u64 l = 0; l <= most; l += step)
						check_polynomials(p, w, (u32[]){f % FORMS, f / FORMS},
										  (u64[]){k, j, l, (k + l) & most});
		expr_pool_free(p);
	}
}

/* The rule finds what cancels, and cancels no factor. */
static void test_polynomials_found(void **state)
{
	(void)state;
	ExprPool *p = make_pool(true);
	input_int(p, "k", 32);
	Expr x = expr_var(p, I), y = expr_var(p, C + 1), zero = num(p, 32, 0);
	Expr three = expr_mul(p, y, expr_add(p, x, num(p, 32, 3)));
	Expr two = expr_mul(p, y, expr_add(p, x, num(p, 32, 2)));
	assert_int_equal(expr_eq(p, three, two), expr_eq(p, y, zero));
	assert_int_equal(expr_eq(p, expr_add(p, two, y), three), EXPR_TRUE);
	assert_int_equal(expr_eq(p, expr_add(p, two, num(p, 32, 1)), expr_sub(p, three, y)),
					 EXPR_FALSE);
	/* 3 y == 6 is y == 2; 2 y == 6 is not y == 3 only. */
	Expr four = expr_mul(p, y, expr_add(p, x, num(p, 32, 5)));
	assert_int_equal(expr_eq(p, four, expr_add(p, two, num(p, 32, 6))),
					 expr_eq(p, y, num(p, 32, 2)));
	four = expr_mul(p, y, expr_add(p, x, num(p, 32, 4)));
	Assignment a = {(u64[]){0, 0, 7, 0, 0, 0x80000003}, 6};
	assert_true(expr_eval(p, expr_eq(p, four, expr_add(p, two, num(p, 32, 6))), &a));
	/* x y == x x does not imply y == x: x = 0x10000, y = 0 */
	Assignment b = {(u64[]){0, 0, 0x10000, 0, 0, 0}, 6};
	assert_true(expr_eval(p, expr_eq(p, expr_mul(p, x, y), expr_mul(p, x, x)), &b));
	expr_pool_free(p);
}

int main(int argc, char **argv)
{
	if (argc > 1)
		cmocka_set_test_filter(argv[1]);
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_polynomials),   cmocka_unit_test(test_polynomials_found),
		cmocka_unit_test(test_identities),    cmocka_unit_test(test_byte_idiom),
		cmocka_unit_test(test_arrays),        cmocka_unit_test(test_mark_release),
		cmocka_unit_test(test_deep),          cmocka_unit_test(test_vars),
		cmocka_unit_test(test_eval_next),     cmocka_unit_test(test_tape),
		cmocka_unit_test(test_oracle_wide),   cmocka_unit_test(test_oracle_64),
		cmocka_unit_test(test_oracle_narrow), cmocka_unit_test(test_round_trip),
		cmocka_unit_test(test_tape_work),     cmocka_unit_test(test_flat),
		cmocka_unit_test(test_nearest),       cmocka_unit_test(test_varbits),
		cmocka_unit_test(test_width_column),  cmocka_unit_test(test_values),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
