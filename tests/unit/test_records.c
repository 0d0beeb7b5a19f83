/* test_records.c: lines of inputs, and how other texts adopt them (engine/words/records.h). */
#include "engine/words/mutate.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

static Buf text_of(const char *s)
{
	Buf b = {0};
	buf_adds(&b, s);
	return b;
}

static void test_lines_once(void **state)
{
	Records r = {0};
	Buf text = text_of("add a 1\n\nlist\nadd a 1");
	(void)state;
	records_add(&r, &text);
	records_add(&r, &text);
	assert_int_equal(r.lines.len, 2);
	assert_string_equal(buf_str(&r.lines.at[0]), "add a 1");
	assert_string_equal(buf_str(&r.lines.at[1]), "list");
	records_free(&r);
	buf_free(&text);
}

/* Words of the dictionary stay, a name becomes one of the text, a number a number. */
static void test_adopt(void **state)
{
	Dictionary d = {0};
	Mutator m = {.random = 1, .dict = &d};
	Buf text = text_of("new queue\n"), line = text_of("sort a.x"), out = {0};
	u32 renamed = 0;
	(void)state;
	dictionary_word(&d, "sort", 4);
	dictionary_word(&d, "new", 3);
	for (u32 i = 0; i < 64; i++) {
		record_adopt(&m, &line, &text, &out);
		assert_memory_equal(buf_str(&out), "sort ", 5);
		assert_non_null(strchr(buf_str(&out), '.'));
		assert_null(strstr(buf_str(&out), "new"));
		renamed += strstr(buf_str(&out), "queue") != NULL;
	}
	assert_true(renamed > 16);
	buf_free(&line);
	line = text_of("kill 7");
	for (u32 i = 0; i < 64; i++) {
		record_adopt(&m, &line, &text, &out);
		assert_non_null(strchr(buf_str(&out), '7')); /* the text has no number */
	}
	buf_free(&text);
	buf_free(&line);
	buf_free(&out);
	mutator_free(&m);
	dictionary_free(&d);
}

int main(void)
{
	const struct CMUnitTest tests[] = {cmocka_unit_test(test_lines_once),
									   cmocka_unit_test(test_adopt)};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
