/* test_contract.c: the reader of change contracts: what it reads, and what it says of what it cannot. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "clients/check/contract/contract.h"

static bool read_text(ContractSet *set, const char *text, size_t n, Err *err)
{
	*set = (ContractSet){0};
	*err = (Err){0};
	return contracts_read(set, "a.c", text, n, false, NULL, err);
}

static void complains(const char *text, const char *what)
{
	ContractSet set;
	Err err;
	if (read_text(&set, text, strlen(text), &err))
		fail_msg("no complaint about: %s", text);
	if (!strstr(err.text, what))
		fail_msg("'%s' is not in: %s", what, err.text);
	contracts_free(&set);
}

static void test_cases_and_clauses(void **state)
{
	(void)state;
	static const char text[] = "/* nothing */\n"
							   "/*@ changed_behavior\n"
							   "  @   requires n > 100; // a remark; with a semicolon\n"
							   "  @   when_signaled (exit(3)) s == 0;\n"
							   "  @ also changed_behavior\n"
							   "  @   signals (null-dereference);\n"
							   "  @*/\n"
							   "MACRO(int) static f(int n);\n";
	ContractSet set;
	Err err;
	assert_true(read_text(&set, text, strlen(text), &err));
	assert_int_equal(set.list.len, 1);
	const Contract *c = set.list.at[0];
	assert_string_equal(c->function, "MACRO");
	assert_int_equal(c->cases.len, 2);
	assert_string_equal(c->cases.at[0].clauses.at[0].text, "requires n > 100");
	assert_int_equal(c->cases.at[0].clauses.at[1].signal, SIGNAL_EXIT);
	assert_int_equal(c->cases.at[0].clauses.at[1].status, 3);
	assert_int_equal(c->cases.at[1].clauses.at[0].error, ERROR_NULL_DEREFERENCE);
	assert_null(c->cases.at[1].clauses.at[0].e);
	contracts_free(&set);
}

static bool is_f(void *ctx, const char *name)
{
	(void)ctx;
	return !strcmp(name, "f");
}

static void test_functions(void **state)
{
	(void)state;
	static const char text[] =
		"//@ changed_behavior\n"
		"//@   ensures true;\n"
		"#define X (1)\n"
		"EXPORT(int *) /* f(x) */ __attribute__((noinline)) f(void) { return 0; }\n";
	ContractNames names = {NULL, is_f};
	ContractSet set = {0};
	Err err = {0};
	assert_true(contracts_read(&set, "a.c", text, strlen(text), false, &names, &err));
	assert_string_equal(set.list.at[0]->function, "f");
	contracts_free(&set);
}

static void test_strings_hide_comments(void **state)
{
	(void)state;
	static const char text[] =
		"const char *s = \"/*@ changed_behavior nonsense\"; char c = '\"'; /* \" */\n"
		"/*@ ensures acsl; */ int f(void);\n";
	ContractSet set;
	Err err;
	assert_true(read_text(&set, text, strlen(text), &err));
	assert_int_equal(set.list.len, 0);
	contracts_free(&set);
}

static void test_complaints(void **state)
{
	(void)state;
	complains("/*@ changed_behavior ensures 1 */ int f(void);", "expected ';' before the end");
	complains("/*@ changed_behavior ensures (1; */ int f(void);", "a.c:1:32: expected ')'");
	complains("/*@ changed_behavior ensures \"a; */ int f(void);", "unfinished string");
	complains("/*@ changed_behavior ensures 'ab'; */ int f(void);", "one character");
	complains("/*@ changed_behavior ensures 1.5L > 1; */ int f(void);", "long double");
	complains("/*@ changed_behavior ensures 1.5x > 1; */ int f(void);", "no number");
	complains("/*@ changed_behavior ensures 99999999999999999999 > 1; */ int f(void);",
			  "too large");
	complains("/*@ changed_behavior ensures x++; */ int f(void);", "changes nothing");
	complains("/*@ changed_behavior signals (exit(900)) 1; */ int f(void);", "0 to 255");
	complains("/*@ changed_behavior ensures (char * 3)x == 0; */ int f(void);", "expected");
	complains("/*@ changed_behavior or so */ int f(void);", "'also' or the end before");
}

/* ---- hostile texts ---- */

static u64 state_of_draw = 1;

static u32 draw(u32 n)
{
	state_of_draw = state_of_draw * 6364136223846793005ull + 1442695040888963407ull;
	return (u32)(state_of_draw >> 33) % n;
}

static const char sample[] =
	"/*@ changed_behavior\n"
	"  @   requires n > 100 && n < 1000 || \\old(s->x[3]) == 'a';\n"
	"  @   when_ensured \\result >= 0 ==> strcmp(\\prev(\\result), \"a\\n\") == 0;\n"
	"  @   when_signaled (null-dereference) s == 0;\n"
	"  @   ensures \\forall int i; 0 <= i && i < n; a[i] == \\old(a[i]) + 1;\n"
	"  @   ensures n in {1, 3..5} && c not in \"xyz\" && \\changes(*p);\n"
	"  @   signals (exit(3)) (unsigned char)~x << 2 != 0xffUL ? 1 : -2;\n"
	"  @*/\n"
	"int weight(const char *s, int n)\n{\n\treturn 0;\n}\n";

/* Whatever is read, it ends, and a complaint has a place, a sentence and a caret. */
static void try_text(const char *text, size_t n)
{
	ContractSet set;
	Err err;
	bool good = read_text(&set, text, n, &err);
	if (!good) {
		assert_ptr_equal(strstr(err.text, "a.c:"), err.text);
		assert_non_null(strstr(err.text, "^"));
	}
	contracts_free(&set);
}

static void test_mutated_texts(void **state)
{
	(void)state;
	static const char *const pieces[] = {"\\",
										 "(",
										 ")",
										 "[",
										 "]",
										 ";",
										 "\"",
										 "'",
										 "/*",
										 "*/",
										 "//@",
										 "@",
										 "\\old(",
										 "\\prev",
										 "\\forall int i;",
										 "changed_behavior",
										 "==>",
										 "..",
										 "0x",
										 "{",
										 "}",
										 "also",
										 "\n",
										 "\t",
										 "?",
										 ":",
										 "-",
										 "!",
										 "*"};
	for (u32 round = 0; round < 20000; round++) {
		Buf text = {0};
		buf_add(&text, sample, sizeof sample - 1);
		for (u32 k = 1 + draw(4); k > 0; k--) {
			size_t at = draw((u32)text.len);
			const char *piece = pieces[draw(countof(pieces))];
			Buf next = {0};
			buf_add(&next, text.at, at);
			if (draw(2))
				buf_adds(&next, piece);
			else if (draw(2))
				buf_addc(&next, (char)draw(256));
			size_t skip = draw(2) ? draw(12) : 0;
			at += skip < text.len - at ? skip : text.len - at;
			buf_add(&next, text.at + at, text.len - at);
			buf_free(&text);
			text = next;
			if (!text.len)
				buf_addc(&text, ' ');
		}
		try_text(text.at, text.len);
		buf_free(&text);
	}
}

static void test_noise(void **state)
{
	(void)state;
	static const char front[] = "/*@ changed_behavior ensures ";
	static const char signs[] = "()[]{}\\\"'*&|!<>=+-.;:?,@/x1 \n";
	for (u32 round = 0; round < 20000; round++) {
		Buf text = {0};
		buf_adds(&text, draw(4) ? front : "");
		for (u32 n = draw(60); n > 0; n--)
			buf_addc(&text, draw(3) ? signs[draw(sizeof signs - 1)] : (char)draw(256));
		buf_adds(&text, draw(2) ? "; */ int f(void);" : "");
		try_text(buf_str(&text), text.len);
		buf_free(&text);
	}
}

static void test_deep_texts(void **state)
{
	(void)state;
	static const char *const openers[] = {"(",  "!",    "-",      "*",     "\\old(",
										  "a[", "x ? ", "a ==> ", "1 + (", "f("};
	for (size_t i = 0; i < countof(openers); i++) {
		Buf text = {0};
		buf_adds(&text, "/*@ changed_behavior ensures ");
		for (int k = 0; k < 20000; k++)
			buf_adds(&text, openers[i]);
		buf_adds(&text, "1; */ int f(void);");
		try_text(text.at, text.len);
		buf_free(&text);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_cases_and_clauses),
		cmocka_unit_test(test_functions),
		cmocka_unit_test(test_strings_hide_comments),
		cmocka_unit_test(test_complaints),
		cmocka_unit_test(test_mutated_texts),
		cmocka_unit_test(test_noise),
		cmocka_unit_test(test_deep_texts),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
