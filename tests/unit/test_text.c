/* test_text.c: the text of numbers against snprintf, and its expansion against itself. */
#include "engine/expr/pool.h"
#include "engine/expr/ranges.h"
#include "gen_expr.h"

#include <setjmp.h>
#include <cmocka.h>

/* The printf conversion that a format stands for. */
static void conversion(const TextFormat *f, char *out, size_t size)
{
	char width[16] = "", precision[16] = "";
	if (f->width)
		snprintf(width, sizeof width, "%u", f->width);
	if (f->precision >= 0)
		snprintf(precision, sizeof precision, ".%d", f->precision);
	char kind = f->base == 8    ? 'o'
				: f->base == 16 ? (f->upper ? 'X' : 'x')
				: f->is_signed  ? 'd'
								: 'u';
	snprintf(out, size, "%%%s%s%s%s%s%s%sll%c", f->plus ? "+" : "", f->space ? " " : "",
			 f->alt ? "#" : "", f->zero ? "0" : "", f->left ? "-" : "", width, precision, kind);
}

#pragma GCC diagnostic ignored "-Wformat-nonliteral"

static void test_against_printf(void **state)
{
	(void)state;
	Rng rng = {3};
	Gen g = {.rng = &rng};
	static const unsigned widths[] = {8, 16, 32, 64};
	for (u32 round = 0; round < 100000; round++) {
		TextFormat f = gen_format(&g);
		unsigned w = widths[rng_below(&rng, 4)];
		u64 v = rng_value(&rng) & mask64(w);
		char fmt[64], expected[128];
		conversion(&f, fmt, sizeof fmt);
		int n = f.is_signed ? snprintf(expected, sizeof expected, fmt, (long long)sign_extend(v, w))
							: snprintf(expected, sizeof expected, fmt, (unsigned long long)v);
		if (text_len(&f, w, v) != (u32)n)
			fail_msg("%s of %llx: length %u, not %d", fmt, (unsigned long long)v,
					 text_len(&f, w, v), n);
		for (int k = 0; k <= n; k++)
			if (text_char(&f, w, v, k) != (u8)expected[k])
				fail_msg("%s of %llx: '%c' at %d in '%s'", fmt, (unsigned long long)v,
						 text_char(&f, w, v, k), k, expected);
	}
}

static const unsigned widths[] = {8, 16, 32, 64};

/* A pool with a variable of each width, and an assignment to them. */
static ExprPool *pool_of_widths(Assignment *a)
{
	ExprPool *p = expr_pool_new();
	for (u32 k = 0; k < countof(widths); k++)
		input_int(p, "x", widths[k]);
	assignment_init(a, p);
	return p;
}

/* The expansion by comparisons and divisions has the same value. */
static void test_expansion(void **state)
{
	(void)state;
	Rng rng = {4};
	Gen g = {.rng = &rng};
	Assignment a;
	ExprPool *p = pool_of_widths(&a);
	u32 mark = expr_mark(p);
	for (u32 round = 0; round < 20000; round++) {
		TextFormat f = gen_format(&g);
		u32 format = expr_format(p, &f), var = rng_below(&rng, 4);
		Expr x = expr_var(p, var);
		if (rng_below(&rng, 3) == 0)
			x = expr_urem(p, x, expr_const(p, expr_width(p, x), 1 + rng_below(&rng, 100)));
		Expr e = rng_below(&rng, 3) ? expr_textchar(p, x, rng_below(&rng, 14), format)
									: expr_textlen(p, x, format);
		if (expr_is_const(p, e))
			continue;
		Expr plain = expr_text_expand(p, e);
		for (int k = 0; k < 5; k++) {
			a.at[var] = rng_value(&rng) & mask64(widths[var]);
			assert_int_equal((u64)expr_eval(p, e, &a), (u64)expr_eval(p, plain, &a));
		}
		if (round % 64 == 0)
			expr_release(p, mark);
	}
	assignment_free(&a);
	expr_pool_free(p);
}

/* Numbers by their text: those, and only those, whose text is in the set. */
static void test_values(void **state)
{
	(void)state;
	Rng rng = {5};
	Gen g = {.rng = &rng};
	Assignment a;
	ExprPool *p = pool_of_widths(&a);
	u32 mark = expr_mark(p), decided = 0;
	for (u32 round = 0; round < 20000; round++) {
		TextFormat f = gen_format(&g);
		u32 var = rng_below(&rng, 4), k = rng_below(&rng, 8);
		u32 format = round % 2 ? expr_format_decimal(p) : expr_format(p, &f);
		bool length = rng_below(&rng, 3) == 0;
		Expr x = expr_var(p, var);
		Expr e = length ? expr_textlen(p, x, format) : expr_textchar(p, x, k, format);
		static const u8 bytes[] = {0, ' ', '-', '0', '5', '9', 255};
		u64 lo = length ? rng_below(&rng, 12) : bytes[rng_below(&rng, countof(bytes))];
		u64 hi = length ? lo + rng_below(&rng, 8) : bytes[rng_below(&rng, countof(bytes))];
		RangeSet set = ranges_one(lo, hi > lo ? hi : lo), values;
		if (expr_is_const(p, e) || !text_values(p, e, &set, &values))
			continue;
		decided++;
		for (int i = 0; i < 20; i++) {
			a.at[var] = rng_value(&rng) & mask64(widths[var]);
			u64 text = (u64)expr_eval(p, e, &a);
			bool in = false;
			for (u32 r = 0; r < values.n; r++)
				in = in || (a.at[var] >= values.at[r].lo && a.at[var] <= values.at[r].hi);
			assert_true(in == (text >= set.at[0].lo && text <= set.at[0].hi));
		}
		for (u32 r = 1; r < values.n; r++)
			assert_true(values.at[r].lo > values.at[r - 1].hi);
		if (round % 64 == 0)
			expr_release(p, mark);
	}
	assert_true(decided > 5000);
	assignment_free(&a);
	expr_pool_free(p);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_against_printf),
		cmocka_unit_test(test_expansion),
		cmocka_unit_test(test_values),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
