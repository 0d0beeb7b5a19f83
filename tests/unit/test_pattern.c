/* Patterns on lines with expressions, held against regexec on texts of those lines. */
#include <regex.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "versions/behaviour/pattern.h"

static u64 seed = 12;

static u32 draw(u32 n)
{
	seed = seed * 6364136223846793005u + 1442695040888963407u;
	return (u32)(seed >> 33) % n;
}

/* A random pattern of what is understood. */
static void draw_pattern(Buf *to, int depth)
{
	static const char *const atoms[] = {"v",    "1", "-",     ".",    "[0-9]", "[01]",
										"[^5]", "7", "[a-v]", "[]-]", "\\.",   "[1-46]"};
	static const char *const repeats[] = {"", "", "", "*", "+", "?", "{1,3}", "{2}", "{1,}"};
	u32 n = 1 + draw(3);
	for (u32 i = 0; i < n; i++) {
		if (depth && !draw(4)) {
			buf_addc(to, '(');
			draw_pattern(to, depth - 1);
			if (draw(2)) {
				buf_addc(to, '|');
				draw_pattern(to, depth - 1);
			}
			buf_addc(to, ')');
		} else if (!draw(9)) {
			buf_addc(to, draw(2) ? '^' : '$');
			continue;
		} else {
			buf_adds(to, atoms[draw(countof(atoms))]);
		}
		buf_adds(to, repeats[draw(countof(repeats))]);
	}
}

static bool matches(const regex_t *r, const char *text)
{
	return !regexec(r, text, 0, NULL, 0);
}

/* Fixed text: the answer is regexec's. */
static void check_text(const Pattern *p, const regex_t *r, ExprPool *pool, const char *pattern)
{
	static const char bytes[] = "v1-57a.0]";
	char text[8] = "";
	OutItem items[8] = {0};
	size_t n = draw(8);
	for (size_t i = 0; i < n; i++) {
		text[i] = bytes[draw(sizeof bytes - 1)];
		items[i] = (OutItem){.kind = OUT_BYTE, .byte = (u8)text[i]};
	}
	if (pattern_always(p, pool, items, n) != matches(r, text))
		fail_msg("'%s' on '%s'", pattern, text);
}

/* A number between fixed bytes: if it always matches, it does so with each of many values. */
static bool check_number(const Pattern *p, const regex_t *r, ExprPool *pool, Expr number,
						 const char *pattern)
{
	const char *front = draw(2) ? "v" : "", *behind = draw(2) ? "a" : "";
	OutItem items[3];
	size_t n = 0;
	if (*front)
		items[n++] = (OutItem){.kind = OUT_BYTE, .byte = (u8)*front};
	items[n++] = (OutItem){.kind = OUT_NUMBER, .e = number, .format = expr_format_decimal(pool)};
	if (*behind)
		items[n++] = (OutItem){.kind = OUT_BYTE, .byte = (u8)*behind};
	bool always = pattern_always(p, pool, items, n);
	for (int i = 0; always && i < 60; i++) {
		u32 v = (u32)(seed >> 20) >> draw(32);
		char text[40];
		draw(2);
		snprintf(text, sizeof text, "%s%d%s", front, (int)v, behind);
		if (!matches(r, text))
			fail_msg("'%s' on '%s'", pattern, text);
	}
	return always;
}

static void against_regexec(void **unused)
{
	(void)unused;
	ExprPool *pool = expr_pool_new();
	Expr number = expr_input(pool, input_int(pool, "x", 32), 0);
	u32 understood = 0, always = 0;
	for (int i = 0; i < 20000; i++) {
		Buf text = {0};
		regex_t r;
		draw_pattern(&text, 2);
		Pattern *p = pattern_new(buf_str(&text));
		if (p && !regcomp(&r, buf_str(&text), REG_EXTENDED | REG_NOSUB)) {
			understood++;
			for (int k = 0; k < 4; k++)
				check_text(p, &r, pool, buf_str(&text));
			always += check_number(p, &r, pool, number, buf_str(&text));
			regfree(&r);
		}
		pattern_free(p);
		buf_free(&text);
	}
	assert_true(understood > 10000);
	assert_true(always > 500);
	expr_pool_free(pool);
}

/* What regcomp and others may read in different ways. */
static void not_understood(void **unused)
{
	static const char *const texts[] = {"a\\b",  "\\<a", "[[:digit:]]", "a**", "(a)\\1", "^*",
										"a{,2}", "()",   "a||b",        "*a",  "a{70}",  "[[.-.]]",
										"[a",    "(a",   "a{1",         "\\w", ""};
	(void)unused;
	for (size_t i = 0; i < countof(texts); i++)
		if (pattern_new(texts[i]))
			fail_msg("'%s'", texts[i]);
}

int main(void)
{
	const struct CMUnitTest tests[] = {cmocka_unit_test(against_regexec),
									   cmocka_unit_test(not_understood)};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
