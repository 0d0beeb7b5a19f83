/* test_simple.c: conjunctions as people write them. */
#include "engine/expr/expr.h"

#include <setjmp.h>
#include <unistd.h>
#include <cmocka.h>

static ExprPool *p;
static Expr x, y, b;

static int setup(void **state)
{
	(void)state;
	p = expr_pool_new();
	x = expr_input(p, input_int(p, "x", 32), 0);
	y = expr_input(p, input_int(p, "y", 32), 0);
	b = expr_input(p, input_bytes(p, "in", 4), 0);
	input_ends_with_zero(p, input_bytes(p, "word", 2));
	return 0;
}

static int teardown(void **state)
{
	(void)state;
	expr_pool_free(p);
	return 0;
}

static Expr n(i64 v)
{
	return expr_const(p, 32, (u64)v);
}

static Expr more(Expr a, i64 k)
{
	return expr_slt(p, n(k), a);
}

static Expr less(Expr a, i64 k)
{
	return expr_slt(p, a, n(k));
}

static Expr not_equal(Expr a, i64 k)
{
	return expr_ne(p, a, n(k));
}

static void reads(const char *expected, size_t count, ...)
{
	Expr list[16];
	va_list ap;
	Buf out = {0};
	va_start(ap, count);
	for (size_t i = 0; i < count; i++)
		list[i] = va_arg(ap, Expr);
	va_end(ap);
	expr_text_simple(p, list, count, 0, &out);
	assert_string_equal(buf_str(&out), expected);
	buf_free(&out);
}

static void test_bounds(void **state)
{
	(void)state;
	reads("true", 0);
	reads("x > 5", 2, more(x, 3), more(x, 5));
	reads("x > 5", 3, more(x, 5), not_equal(x, 2), more(x, 3));
	reads("x in 4..20", 2, more(x, 3), less(x, 21));
	reads("x in -4..20", 2, more(x, -5), less(x, 21));
	reads("x == 4", 2, more(x, 3), less(x, 5));
	reads("x == 7", 2, more(x, 3), expr_eq(p, x, n(7)));
	reads("x > 3 && x != 9", 2, more(x, 3), not_equal(x, 9));
	reads("x > 3 && x != 9 && y < 0", 3, more(x, 3), less(y, 0), not_equal(x, 9));
	reads("x >= 10", 2, expr_not(p, less(x, 10)), not_equal(x, 4));
	reads("false", 2, more(x, 3), less(x, 2));
}

static void test_wraps(void **state)
{
	(void)state;
	/* signed and unsigned comparisons of one term */
	reads("x in 0..9", 1, expr_ult(p, x, n(10)));
	reads("x in 3..9", 2, expr_ult(p, x, n(10)), more(x, 2));
	/* x - 3 <= 0 holds for the least two numbers, too */
	reads("x == 3", 2, less(expr_sub(p, x, n(3)), 1), more(x, 2));
	reads("x in 5..7", 1, expr_ult(p, expr_sub(p, x, n(5)), n(3)));
	reads("x not in 5..30", 1, expr_not(p, expr_ult(p, expr_sub(p, x, n(5)), n(26))));
}

/* The first and the last of 64 bits, where counting on would begin again. */
static void test_ends(void **state)
{
	(void)state;
	Expr z = expr_input(p, input_int(p, "z", 64), 0);
	Expr most = expr_const(p, 64, INT64_MAX);
	alarm(10); /* rather than list them for ever */
	reads("z in {-9223372036854775808, 9223372036854775807}", 1,
		  expr_ule(p, expr_sub(p, z, most), expr_const(p, 64, 1)));
	alarm(0);
	reads("z == -1", 1, expr_ule(p, expr_const(p, 64, UINT64_MAX), z));
	reads("z != 5", 1, expr_ne(p, z, expr_const(p, 64, 5)));
}

static void test_bytes(void **state)
{
	(void)state;
	Expr wide = expr_zext(p, b, 32);
	reads("in[0] == '-'", 2, expr_eq(p, wide, n('-')), expr_ne(p, b, expr_const(p, 8, 0)));
	reads("in[0] in '0'..'9'", 2, more(wide, '0' - 1), less(wide, '9' + 1));
}

/* Values that are known stand for their inputs in what is said of others. */
static void test_fixed(void **state)
{
	(void)state;
	Expr at[4], length = expr_input(p, 3, 0), word;
	for (u32 k = 0; k < 4; k++)
		at[k] = expr_input(p, 2, k);
#define IS(k, c) expr_eq(p, at[k], expr_const(p, 8, (c)))
	reads("x == 4 && y < 4", 2, expr_eq(p, x, n(4)), expr_slt(p, y, x));
	reads("in starts with \"ab\" && in[2] != 0", 3, IS(0, 'a'), IS(1, 'b'), expr_not(p, IS(2, 0)));
	reads("in.length == 3 && in[1] != '\\n'", 2, expr_eq(p, length, n(3)),
		  expr_or(p, expr_ule(p, length, n(1)), expr_not(p, IS(1, '\n'))));
	reads("in == \"a\\n\"", 3, IS(0, 'a'), IS(1, '\n'), expr_eq(p, length, n(2)));
	/* whatever says it: 4 * in[0] is 388 for 'a' only */
	word = expr_mul(p, expr_zext(p, at[0], 32), n(4));
	reads("in[0] == 'a'", 1, expr_eq(p, word, n(388)));
	reads("in[1] not in {'*', 200}", 2, expr_not(p, IS(1, '*')), expr_not(p, IS(1, 200)));
	Expr some = expr_or(p, IS(1, 'x'), expr_or(p, IS(1, 'w'), IS(1, 0)));
	reads("in[1] in {0, 'w', 'x'}", 1, some);
	reads("in[1] not in {0, 'w', 'x'}", 1, expr_not(p, some));
	reads("in[1] not in {0, 'a'..'c'}", 4, expr_not(p, IS(1, 'a')), expr_not(p, IS(1, 'b')),
		  expr_not(p, IS(1, 'c')), expr_not(p, IS(1, 0)));
#undef IS
}

static void test_text(void **state)
{
	(void)state;
	Expr first = expr_input(p, 4, 0), second = expr_input(p, 4, 1);
	Expr ends = expr_eq(p, second, expr_const(p, 8, 0));
	reads("word == \"-\"", 2, expr_eq(p, first, expr_const(p, 8, '-')), ends);
	reads("word != \"\"", 1, expr_ne(p, first, expr_const(p, 8, 0)));
	reads("word.length == 2", 1, expr_not(p, ends));
	reads("word.length == 2 && word[0] == '-'", 2, expr_eq(p, first, expr_const(p, 8, '-')),
		  expr_not(p, ends));
}

static Expr is_between(Expr byte, u8 first, u8 last)
{
	return expr_ule(p, expr_sub(p, byte, expr_const(p, 8, first)), expr_const(p, 8, last - first));
}

/* Bytes side by side, and the number that digits are. */
static void test_runs(void **state)
{
	(void)state;
	Expr at[4], digit[4], ten = n(10), number;
	for (u32 k = 0; k < 4; k++) {
		at[k] = expr_input(p, 2, k);
		digit[k] = is_between(at[k], '0', '9');
	}
	reads("in[0..2] in '0'..'9'", 3, digit[1], digit[0], digit[2]);
	reads("in[0] in '0'..'9' && in[2..3] in '0'..'9'", 3, digit[2], digit[3], digit[0]);
	reads("in[1..2] not in \"0\"", 2, expr_ne(p, at[1], expr_const(p, 8, '0')),
		  expr_ne(p, at[2], expr_const(p, 8, '0')));
	reads("in[1] not in {'.', '0'..'9'}", 2, expr_not(p, digit[1]),
		  expr_ne(p, at[1], expr_const(p, 8, '.')));
	number = expr_sub(p, expr_zext(p, at[0], 32), n('0'));
	number = expr_add(p, expr_mul(p, number, ten), expr_sub(p, expr_zext(p, at[1], 32), n('0')));
	reads("in[0..1] in '0'..'9' && decimal(in[0..1]) > 41", 3, more(number, 41), digit[0],
		  digit[1]);
	/* the same of 64 bits, widened without a sign */
	Expr wide = expr_const(p, 64, 0);
	for (u32 k = 0; k < 2; k++)
		wide = expr_add(p, expr_mul(p, wide, expr_const(p, 64, 10)),
						expr_zext(p, expr_sub(p, expr_zext(p, at[k], 32), n('0')), 64));
	reads("in[0..1] in '0'..'9' && decimal(in[0..1]) > 41", 3,
		  expr_slt(p, expr_const(p, 64, 41), wide), digit[0], digit[1]);
	reads("y < decimal(in[0..1]) + 5", 1, expr_slt(p, y, expr_add(p, number, n(5))));
}

static bool says_yes(void *who, const Expr *given, size_t count, Expr e)
{
	(void)given;
	(void)count;
	return e == *(Expr *)who;
}

/* What somebody can prove is left out. */
static void test_asking(void **state)
{
	(void)state;
	Expr list[] = {more(x, 3), expr_slt(p, y, x)}, known = expr_slt(p, y, x);
	TextAsk ask = {NULL, 0, says_yes, &known};
	Buf out = {0};
	expr_text_asking(p, &ask, list, 2, 0, &out);
	assert_string_equal(buf_str(&out), "x > 3");
	buf_free(&out);
}

static void test_pairs(void **state)
{
	(void)state;
	reads("x < y", 2, expr_sle(p, x, y), expr_ne(p, x, y));
	reads("x == y", 2, expr_sle(p, x, y), expr_sle(p, y, x));
	reads("x > y", 2, expr_not(p, expr_sle(p, x, y)), expr_ne(p, y, x));
	reads("x < 4 && x == y", 3, expr_eq(p, x, y), less(x, 4), expr_sle(p, y, x));
}

static void test_others(void **state)
{
	(void)state;
	Expr either = expr_or(p, less(x, 3), expr_slt(p, y, x));
	reads("(y < x || x < 3)", 2, either, either);
	reads("x > 2 && x <= y", 1, expr_not(p, either));
}

/* An index times the size of an element, as programs compute addresses. */
static void test_elements(void **state)
{
	(void)state;
	static const u8 bytes[] = {1, 0, 0, 0, 2, 0, 0, 0, 3, 1, 0, 0, 9, 0, 0, 0};
	Expr table = expr_table(p, bytes, sizeof bytes), number = 0;
	Expr at = expr_sext(p, expr_concat(p, x, expr_const(p, 2, 0)), 64);
	for (u64 k = 0; k < 4; k++) {
		Expr index = expr_extract(p, expr_add(p, at, expr_const(p, 64, k)), 0, 32);
		Expr byte = expr_read(p, table, index);
		number = k ? expr_concat(p, byte, number) : byte;
	}
	reads("x in 0..3", 1, expr_ult(p, at, expr_const(p, 64, 13)));
	reads("y == {1, 2, 259, 9}[x]", 1, expr_eq(p, y, number));
	reads("x in 0..3 && y == {1, 2, 259, 9}[x]", 2, expr_ult(p, at, expr_const(p, 64, 16)),
		  expr_eq(p, y, number));
}

/* A table is called what its variable is, unless there are two. */
static void test_names(void **state)
{
	(void)state;
	static const u8 bytes[] = {200, 3, 77, 9};
	Expr table = expr_table(p, bytes, sizeof bytes);
	Expr at = expr_zext(p, expr_read(p, table, x), 32),
		 changed = expr_store(p, table, y, expr_extract(p, x, 0, 8));
	expr_table_name(p, table, "costs", 0, 1);
	reads("y == (unsigned char)costs[x]", 1, expr_eq(p, at, y));
	reads("costs[7] == 5", 1, expr_eq(p, expr_read(p, changed, n(7)), expr_const(p, 8, 5)));
	expr_table_name(p, table, "costs", 0, 1);
	reads("y == (unsigned char)costs[x]", 1, expr_eq(p, at, y));
	expr_table_name(p, table, "ages", 0, 1);
	reads("y == {200, 3, 77, 9}[x]", 1, expr_eq(p, at, y));
}

/* A part of an element is a byte of the table: its index is no element's. What was written to other
 * bytes of the elements does not keep the bytes of one apart. */
static void test_raw(void **state)
{
	(void)state;
	static const u8 bytes[] = {1, 0, 0, 0, 2, 0, 0, 0, 3, 1, 0, 0, 9, 0, 0, 0};
	Expr table = expr_table(p, bytes, sizeof bytes), number = 0, byte[4];
	Expr at = expr_zext(p, expr_concat(p, expr_extract(p, x, 0, 2), expr_const(p, 2, 0)), 32);
	expr_table_name(p, table, "costs", 0, 4);
	Expr changed = expr_store(p, table, n(6), expr_extract(p, y, 0, 8));
	for (u32 k = 0; k < 4; k++) {
		byte[k] = expr_read(p, changed, expr_add(p, at, n(k)));
		number = k ? expr_concat(p, byte[k], number) : byte[k];
	}
	reads("y == costs[x & 3]", 1, expr_eq(p, y, number));
	reads("y == bytes(costs)[(x & 3) << 2]", 1, expr_eq(p, y, expr_zext(p, byte[0], 32)));
	reads("y == bytes(costs)[((x & 3) << 2) + 2]", 1, expr_eq(p, y, expr_zext(p, byte[2], 32)));
}

/* The four bytes of an element from an index on. */
static Expr element_at(Expr array, Expr at)
{
	Expr number = 0;
	for (u32 k = 0; k < 4; k++) {
		Expr byte = expr_read(p, array, expr_add(p, at, n(k)));
		number = k ? expr_concat(p, byte, number) : byte;
	}
	return number;
}

/* The bytes of an element that are compared with a constant, one by one. */
static void test_compared_elements(void **state)
{
	(void)state;
	static const u8 bytes[] = {8, 0, 0, 0, 6, 0, 0, 0, 3, 1, 0, 0, 5, 0, 0, 0};
	Expr table = expr_table(p, bytes, sizeof bytes);
	Expr at = expr_zext(p, expr_concat(p, expr_extract(p, x, 0, 2), expr_const(p, 2, 0)), 32);
	expr_table_name(p, table, "next", 0, 4);
	Expr changed =
		expr_store(p, table, expr_zext(p, expr_extract(p, y, 0, 4), 32), expr_const(p, 8, 7));
	Expr is = expr_eq(p, element_at(changed, at), n(259));
	reads("next[x & 3] == 259", 1, is);
	reads("next[x & 3] != 259", 1, expr_not(p, is));
	Expr byte = expr_read(p, changed, expr_add(p, at, n(1)));
	reads("bytes(next)[((x & 3) << 2) + 1] == 1", 1, expr_eq(p, byte, expr_const(p, 8, 1)));
}

/* Of a table with several dimensions, or whose elements are not known, one index is not C's. */
static void test_dimensions(void **state)
{
	(void)state;
	static const u8 bytes[] = {4, 0, 0, 0, 2, 0, 0, 0, 3, 1, 0, 0, 6, 0, 0, 0};
	Expr table = expr_table(p, bytes, sizeof bytes);
	Expr at = expr_zext(p, expr_concat(p, expr_extract(p, x, 0, 2), expr_const(p, 2, 0)), 32);
	expr_table_name(p, table, "grid", 0, 0);
	reads("y == elements(grid)[x & 3]", 1, expr_eq(p, y, element_at(table, at)));
	reads("y == bytes(grid)[(x & 3) << 2]", 1,
		  expr_eq(p, y, expr_zext(p, expr_read(p, table, at), 32)));
	reads(
		"y == bytes(grid)[x & 0xf]", 1,
		expr_eq(p, y,
				expr_zext(p, expr_read(p, table, expr_zext(p, expr_extract(p, x, 0, 4), 32)), 32)));
}

/* A part of a variable counts from where that begins; an element at a number is that element. */
static void test_parts(void **state)
{
	(void)state;
	static const u8 bytes[] = {1, 0, 0, 0, 2, 0, 0, 0, 3, 1, 0, 0, 7, 0, 0, 0};
	Expr table = expr_table(p, bytes, sizeof bytes);
	Expr at = expr_zext(p, expr_concat(p, expr_extract(p, x, 0, 2), expr_const(p, 2, 0)), 32);
	expr_table_name(p, table, "fees", 8, 4);
	reads("y == fees[(x & 3) + 2]", 1, expr_eq(p, y, element_at(table, at)));
	reads("y == fees[(x & 3) + 1]", 1,
		  expr_eq(p, y, element_at(table, expr_add(p, at, expr_const(p, 32, (u32)-4)))));
	Expr changed = table;
	for (u32 k = 0; k < 4; k++)
		changed = expr_store(p, changed, expr_add(p, at, n(k)), expr_extract(p, y, 8 * k, 8));
	reads("fees[3] not in 0..5", 1, expr_ult(p, n(5), element_at(changed, n(4))));
	reads("fees[3] == 5", 1, expr_eq(p, n(5), element_at(changed, n(4))));
	reads("fees[3] != 5", 1, expr_not(p, expr_eq(p, n(5), element_at(changed, n(4)))));
	reads("bytes(fees)[12] == 5", 1, expr_eq(p, expr_read(p, changed, n(4)), expr_const(p, 8, 5)));
	reads("y == bytes(fees)[((x & 3) << 2) + 8]", 1,
		  expr_eq(p, y, expr_zext(p, expr_read(p, table, at), 32)));
}

/* Numbers have the signs of their types. */
static void test_signs(void **state)
{
	(void)state;
	u32 of_u = input_int(p, "u", 32), of_c = input_int(p, "c", 8);
	input_sign(p, of_u, false);
	input_sign(p, of_c, true);
	Expr u = expr_input(p, of_u, 0), c = expr_input(p, of_c, 0), wide = expr_sext(p, c, 32);
	reads("u > 3000000000", 1, expr_ult(p, n(3000000000), u));
	reads("u == 4294967295", 1, expr_eq(p, u, n(-1)));
	reads("y > (int)u", 1, expr_slt(p, u, y));
	reads("c < -100", 1, less(wide, -100));
	reads("c == '-'", 1, expr_eq(p, wide, n('-')));
	reads("c != -3", 1, not_equal(wide, -3));
	reads("c in {-2, 5}", 1, expr_or(p, expr_eq(p, wide, n(-2)), expr_eq(p, wide, n(5))));
	reads("y > (unsigned char)c", 1, expr_slt(p, expr_zext(p, c, 32), y));
	reads("y > c", 1, expr_slt(p, wide, y));
}

/* What has 40 bits is as long as a long: both sides are read with their sign. */
static void test_long(void **state)
{
	(void)state;
	Expr times = expr_concat(p, y, expr_const(p, 8, 0));
	reads("(long)y << 8 == x", 1, expr_eq(p, expr_sext(p, x, 64), expr_sext(p, times, 64)));
}

/* The length of a number's text as bounds of the number. */
static void test_lengths(void **state)
{
	(void)state;
	Expr zero = expr_const(p, 8, 0);
	u32 decimal = expr_format_decimal(p);
	Expr second = expr_textchar(p, x, 1, decimal), third = expr_textchar(p, x, 2, decimal);
	reads("x in 0..9", 1, expr_eq(p, second, zero));
	reads("x < 0", 1, expr_eq(p, expr_textchar(p, x, 0, decimal), expr_const(p, 8, '-')));
	reads("x in 100..9999", 3, expr_ne(p, third, zero), more(x, 0),
		  expr_ule(p, expr_textlen(p, x, decimal), n(4)));
	reads("text(x)[1] == '5'", 1, expr_eq(p, second, expr_const(p, 8, '5')));
}

/* What a condition decides is known where it holds. */
static void test_under(void **state)
{
	(void)state;
	Expr is = expr_eq(p, x, n(1)), both = expr_ite(p, is, y, n(7)), not = expr_not(p, is);
	Expr other = more(y, 3);
	assert_int_equal(expr_under(p, both, &is, 1), y);
	assert_int_equal(expr_under(p, both, &not, 1), n(7));
	assert_int_equal(expr_under(p, both, &other, 1), both);
	assert_int_equal(expr_under(p, expr_add(p, both, x), &not, 1), expr_add(p, n(7), x));
}

/* Each part as it is where the others hold. */
static void test_beside(void **state)
{
	(void)state;
	Expr hundred = expr_eq(p, expr_srem(p, x, n(100)), n(0));
	Expr c = expr_zext(p, b, 32), d = expr_zext(p, expr_input(p, 2, 1), 32);
	Expr digit = expr_sext(p, b, 32);
	reads("y < 29 && x % 100 == 0", 2, hundred, expr_sle(p, y, expr_ite(p, hundred, n(28), n(29))));
	reads("y < 30 && x % 100 != 0", 2, expr_not(p, hundred),
		  expr_sle(p, y, expr_ite(p, hundred, n(28), n(29))));
	/* the sign of what cannot be negative */
	reads("in[0] in '0'..'9' && y == in[0] * 10", 3, more(digit, '0' - 1), less(digit, '9' + 1),
		  expr_eq(p, y, expr_mul(p, digit, n(10))));
	reads("y == (signed char)in[0] * 10", 1, expr_eq(p, y, expr_mul(p, digit, n(10))));
	/* differences, and what compares as they do */
	reads("in[0] < in[1]", 1, less(expr_sub(p, c, d), 0));
	reads("in[0] > in[1]", 2, more(expr_sub(p, c, d), 0), expr_ne(p, c, d));
	reads("x - y > 0", 1, more(expr_sub(p, x, y), 0));
	/* multiples */
	Expr most = expr_sdiv(p, expr_mul(p, x, n(2000)), n(100)),
		 least = expr_sdiv(p, expr_mul(p, x, n(500)), n(100));
	reads("x in 1..100", 2, expr_ule(p, x, n(100)), expr_ne(p, most, least));
	reads("x * 2000 / 100 != x * 500 / 100", 1, expr_ne(p, most, least));
	/* an upper case letter, or not */
	Expr shift = expr_ite(p, expr_ult(p, expr_sub(p, c, n('A')), n(26)), n(32), n(0));
	reads("y < tolower(in[0])", 1, expr_slt(p, y, expr_add(p, c, shift)));
}

/* A condition that looks at a few bits only, through a table. */
static void test_few_values(void **state)
{
	(void)state;
	static const u8 bytes[] = {12, 95, 31, 95};
	Expr bits = expr_zext(p, expr_extract(p, x, 0, 2), 32);
	Expr byte = expr_zext(p, expr_read(p, expr_table(p, bytes, sizeof bytes), bits), 32);
	reads("(x & 3) == 2", 1, expr_eq(p, byte, n(31)));
	reads("(x & 3) in {1, 3}", 1, more(byte, 40));
	reads("true", 1, less(byte, 96));
}

/* ---- what is read means what was meant: random conditions on x, by all values near and far ---- */

static void blanks(const char **at)
{
	*at += strspn(*at, " ");
}

static bool takes(const char **at, const char *word)
{
	blanks(at);
	if (strncmp(*at, word, strlen(word)))
		return false;
	*at += strlen(word);
	return true;
}

static i64 a_number(const char **at)
{
	char *end;
	i64 v = strtoll(*at, &end, 10);
	assert_ptr_not_equal(end, *at);
	*at = end;
	return v;
}

static bool any_of(const char **at, i64 v);

/* x or a number, and how it compares; true, false, a part in parentheses. */
static bool one_of(const char **at, i64 v)
{
	if (takes(at, "true") || takes(at, "false"))
		return (*at)[-2] == 'u';
	if (takes(at, "(")) {
		bool holds = any_of(at, v);
		assert_true(takes(at, ")"));
		return holds;
	}
	bool mine = takes(at, "x");
	i64 left = mine ? v : a_number(at);
	bool not = takes(at, "not");
	if (takes(at, "in {")) {
		bool has = false;
		do {
			i64 low = a_number(at), high = takes(at, "..") ? a_number(at) : low;
			has |= low <= left && left <= high;
		} while (takes(at, ","));
		assert_true(takes(at, "}"));
		return has != not ;
	}
	if (takes(at, "in")) {
		i64 low = a_number(at);
		assert_true(takes(at, ".."));
		i64 high = a_number(at);
		return (low <= left && left <= high) != not ;
	}
	static const char *const signs[] = {"<=", ">=", "==", "!=", "<", ">"};
	size_t k = 0;
	while (k < countof(signs) && !takes(at, signs[k]))
		k++;
	assert_true(k < countof(signs));
	i64 right = takes(at, "x") ? v : a_number(at);
	bool holds[] = {left <= right, left >= right, left == right, left != right,
					left<right, left> right};
	return holds[k];
}

static bool all_of(const char **at, i64 v)
{
	bool holds = one_of(at, v);
	while (takes(at, "&&"))
		holds &= one_of(at, v);
	return holds;
}

static bool any_of(const char **at, i64 v)
{
	bool holds = all_of(at, v);
	while (takes(at, "||"))
		holds |= all_of(at, v);
	return holds;
}

static u32 next_random(u32 *seed)
{
	*seed = *seed * 1664525 + 1013904223;
	return *seed >> 8;
}

static Expr random_condition(u32 *seed)
{
	Expr term = expr_add(p, x, n((i64)(next_random(seed) % 41) - 20));
	i64 number = (i64)(next_random(seed) % 61) - 30;
	bool wide = next_random(seed) % 4 == 0;
	Expr k = expr_const(p, wide ? 64 : 32, (u64)number);
	term = wide ? expr_sext(p, term, 64) : term;
	u32 kind = next_random(seed) % 6;
	Expr e = kind == 0   ? expr_eq(p, term, k)
			 : kind == 1 ? expr_slt(p, term, k)
			 : kind == 2 ? expr_slt(p, k, term)
			 : kind == 3 ? expr_ult(p, term, k)
			 : kind == 4 ? expr_ule(p, k, term)
						 : expr_ne(p, term, k);
	return next_random(seed) % 3 ? e : expr_not(p, e);
}

/* Numbers of what was released are given to others: nothing is known of those. */
static void test_released(void **state)
{
	(void)state;
	static const char tables[2][5] = {"\0\1\0\0", "\0\0\0\1"};
	static const char *const texts[2] = {"(x & 3) == 1", "(x & 3) == 3"};
	u32 mark = expr_mark(p), number = 0;
	for (int round = 0; round < 2; round++) {
		Expr at = expr_zext(p, expr_extract(p, expr_and(p, x, n(3)), 0, 8), 64);
		Expr e = expr_eq(p, expr_read(p, expr_table(p, tables[round], 4), at), expr_const(p, 8, 1));
		reads(texts[round], 1, e);
		reads(texts[round], 1, e);
		assert_true(!round || e == number);
		number = e;
		expr_release(p, mark);
	}
}

static void test_meaning(void **state)
{
	(void)state;
	static const i64 far[] = {INT32_MIN, INT32_MIN + 1, INT32_MIN + 20, INT32_MAX, INT32_MAX - 1};
	u32 seed = 19;
	Assignment a = {0};
	assignment_init(&a, p);
	for (int round = 0; round < 3000; round++) {
		Expr list[6];
		u32 count = 1 + next_random(&seed) % countof(list);
		Buf out = {0};
		for (u32 i = 0; i < count; i++)
			list[i] = random_condition(&seed);
		expr_text_simple(p, list, count, 0, &out);
		for (i64 v = -60; v < 60 + (i64)countof(far); v++) {
			i64 value = v < 60 ? v : far[v - 60];
			bool holds = true;
			a.at[0] = (u32)value;
			for (u32 i = 0; i < count; i++)
				holds &= expr_eval(p, list[i], &a) != 0;
			const char *at = buf_str(&out);
			bool read = any_of(&at, value);
			if (read != holds || *at)
				fail_msg("%s: %d for %lld, rest '%s'", buf_str(&out), read, (long long)value, at);
		}
		buf_free(&out);
	}
	assignment_free(&a);
}

/* A term whose parts are shared: as text it doubles with each of them, and only a part is written. */
static void test_shared(void **state)
{
	(void)state;
	enum { LIMIT = 500, DOUBLED = 16 };
	Expr t = x;
	for (u32 i = 0; i < DOUBLED; i++)
		t = expr_xor(p, expr_mul(p, t, n(3 + i)), expr_lshr(p, t, n(1 + i % 5)));
	Expr conds[] = {not_equal(t, 5), not_equal(t, 7000), not_equal(t, 90000)};
	Buf out = {0};
	expr_text_simple(p, conds, countof(conds), LIMIT, &out);
	assert_non_null(strstr(buf_str(&out), "..."));
	assert_true(out.len < LIMIT * 10); /* what was begun is closed */
	buf_free(&out);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_bounds),
		cmocka_unit_test(test_wraps),
		cmocka_unit_test(test_ends),
		cmocka_unit_test(test_bytes),
		cmocka_unit_test(test_fixed),
		cmocka_unit_test(test_text),
		cmocka_unit_test(test_runs),
		cmocka_unit_test(test_asking),
		cmocka_unit_test(test_pairs),
		cmocka_unit_test(test_others),
		cmocka_unit_test(test_compared_elements),
		cmocka_unit_test(test_elements),
		cmocka_unit_test(test_names),
		cmocka_unit_test(test_lengths),
		cmocka_unit_test(test_under),
		cmocka_unit_test(test_beside),
		cmocka_unit_test(test_few_values),
		cmocka_unit_test(test_meaning),
		cmocka_unit_test(test_raw),
		cmocka_unit_test(test_dimensions),
		cmocka_unit_test(test_parts),
		cmocka_unit_test(test_signs),
		cmocka_unit_test(test_long),
		cmocka_unit_test(test_released),
		cmocka_unit_test(test_shared),
	};
	return cmocka_run_group_tests(tests, setup, teardown);
}
