/* test_print.c: expressions as people read them. */
#include "engine/expr/expr.h"

#include <setjmp.h>
#include <cmocka.h>

static ExprPool *p;
static Expr x, y, b, c, len;

static int setup(void **state)
{
	(void)state;
	p = expr_pool_new();
	x = expr_input(p, input_int(p, "arg1", 32), 0);
	y = expr_input(p, input_int(p, "arg2", 32), 0);
	u32 in = input_bytes(p, "stdin", 8);
	b = expr_input(p, in, 0);
	c = expr_input(p, in, 3);
	len = expr_input(p, input_group(p, in)->partner, 0);
	return 0;
}

static int teardown(void **state)
{
	(void)state;
	expr_pool_free(p);
	return 0;
}

static Expr n32(i64 v)
{
	return expr_const(p, 32, (u64)v);
}

static Expr n8(i64 v)
{
	return expr_const(p, 8, (u64)v);
}

static void reads(Expr e, const char *expected)
{
	Buf out = {0};
	expr_text(p, e, 0, &out);
	assert_string_equal(buf_str(&out), expected);
	buf_free(&out);
}

static void test_comparisons(void **state)
{
	(void)state;
	Expr high = expr_slt(p, n32(600), x), low = expr_sle(p, y, n32(700));
	reads(high, "arg1 > 600");
	reads(low, "arg2 <= 700");
	reads(expr_and(p, high, low), "arg1 > 600 && arg2 <= 700");
	reads(expr_not(p, expr_and(p, high, low)), "arg1 <= 600 || arg2 > 700");
	reads(expr_slt(p, x, y), "arg1 < arg2");
	reads(expr_not(p, expr_slt(p, x, y)), "arg2 <= arg1");
	reads(expr_ult(p, x, y), "(unsigned)arg1 < (unsigned)arg2");
	reads(expr_slt(p, x, n32(-5)), "arg1 < -5");
	reads(expr_eq(p, b, n8('a')), "stdin[0] == 'a'");
	reads(expr_ne(p, expr_sext(p, c, 32), n32('\n')), "stdin[3] != '\\n'");
	reads(expr_slt(p, len, n32(4)), "stdin.length < 4");
	reads(expr_or(p, expr_and(p, high, low), expr_eq(p, x, y)),
		  "arg1 > 600 && arg2 <= 700 || arg1 == arg2");
	reads(expr_and(p, expr_or(p, high, low), expr_eq(p, x, y)),
		  "arg1 == arg2 && (arg1 > 600 || arg2 <= 700)");
}

static void test_numbers(void **state)
{
	(void)state;
	Expr at[4];
	for (u32 k = 0; k < 4; k++)
		at[k] = expr_input(p, 2, k);
	Expr little = expr_concat(p, at[3], expr_concat(p, at[2], expr_concat(p, at[1], at[0])));
	Expr big = expr_concat(p, at[1], expr_concat(p, at[2], at[3]));
	reads(expr_slt(p, little, n32(7)), "little(stdin[0..3]) < 7");
	reads(expr_ult(p, big, expr_const(p, 24, 9)), "big(stdin[1..3]) < 9");
	reads(expr_eq(p, expr_concat(p, at[3], at[1]), expr_concat(p, at[0], at[0])),
		  "(stdin[0] << 8 | stdin[0]) == (stdin[3] << 8 | stdin[1])");
}

static void test_ranges(void **state)
{
	(void)state;
	Expr digit = expr_ult(p, expr_sub(p, b, n8('0')), n8(10));
	reads(digit, "stdin[0] >= '0' && stdin[0] <= '9'");
	reads(expr_not(p, digit), "stdin[0] < '0' || stdin[0] > '9'");
	Expr small = expr_ult(p, expr_add(p, x, n32(-10)), n32(5));
	reads(small, "arg1 >= 10 && arg1 <= 14");
}

static void test_values(void **state)
{
	(void)state;
	reads(expr_add(p, expr_mul(p, x, n32(3)), n32(-7)), "arg1 * 3 - 7");
	reads(expr_mul(p, expr_add(p, x, n32(1)), y), "arg2 * (arg1 + 1)");
	reads(expr_eq(p, expr_and(p, x, n32(4)), n32(0)), "(arg1 & 4) == 0");
	reads(expr_ite(p, expr_slt(p, x, n32(0)), expr_neg(p, x), x), "arg1 < 0 ? -arg1 : arg1");
	reads(expr_zext(p, b, 32), "stdin[0]");
	reads(expr_sdiv(p, x, n32(10)), "arg1 / 10");
	reads(expr_udiv(p, x, n32(10)), "(unsigned)arg1 / 10");
	reads(expr_read(p, expr_table(p, "xyz", 4), b), "\"xyz\"[stdin[0]]");
	u32 d = expr_format_decimal(p);
	reads(expr_eq(p, expr_textchar(p, x, 0, d), n8('-')), "text(arg1)[0] == '-'");
	reads(expr_ult(p, n32(3), expr_textlen(p, x, d)), "length(text(arg1)) > 3");
	reads(expr_xor(p, expr_undef(p, 8, 3), b), "stdin[0] ^ undefined");
}

static void test_limit(void **state)
{
	(void)state;
	Expr e = x;
	for (int k = 0; k < 100000; k++)
		e = expr_xor(p, expr_mul(p, e, n32(31)), y);
	Buf out = {0};
	expr_text(p, e, 80, &out);
	assert_true(out.len > 4 && strstr(buf_str(&out), "...") != NULL);
	buf_reset(&out);
	expr_text(p, e, 0, &out);
	assert_true(out.len > 1000);
	buf_reset(&out);
	Expr many[50];
	for (int k = 0; k < 50; k++)
		many[k] = expr_slt(p, x, n32(1000 + 7 * k));
	expr_text_all(p, many, 50, 60, &out);
	assert_true(out.len < 120);
	assert_string_equal(buf_str(&out) + out.len - 3, "...");
	buf_free(&out);
}

/* What is used twice at every level has 2^64 ways from top to bottom; the text is cut, and its
 * types are found all the same. */
static void test_shared(void **state)
{
	(void)state;
	Expr e = expr_zext(p, x, 64), by = expr_sext(p, y, 64);
	for (int i = 0; i < 64; i++)
		e = expr_xor(p, expr_udiv(p, e, expr_or(p, by, expr_const(p, 64, 1))),
					 expr_mul(p, e, expr_add(p, by, expr_const(p, 64, (u64)i))));
	Buf text = {0};
	expr_text(p, expr_ult(p, e, expr_const(p, 64, 1000)), 200, &text);
	assert_true(text.len > 100 && text.len < 4000 && strstr(buf_str(&text), "..."));
	buf_free(&text);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_comparisons), cmocka_unit_test(test_numbers),
		cmocka_unit_test(test_ranges),      cmocka_unit_test(test_values),
		cmocka_unit_test(test_limit),       cmocka_unit_test(test_shared),
	};
	return cmocka_run_group_tests(tests, setup, teardown);
}
