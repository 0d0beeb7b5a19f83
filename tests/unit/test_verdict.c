/* test_verdict.c: the table of verdicts: names, exit statuses, and every writer on every verdict. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cjson/cJSON.h>
#include <cmocka.h>

#include "base/paint.h"
#include "output/report/report.h"
#include "output/result/explained.h"

static void test_names(void **state)
{
	(void)state;
	for (int i = 0; i < N_VERDICTS; i++) {
		Verdict v = N_VERDICTS;
		assert_true(verdict_parse(verdict_name((Verdict)i), &v));
		assert_int_equal(v, i);
		assert_non_null(strchr(verdict_sentence((Verdict)i), '.'));
	}
	Verdict v = VERDICT_HOLDS;
	assert_false(verdict_parse("", &v));
	assert_false(verdict_parse("Different", &v));
	assert_false(verdict_parse("different ", &v));
	assert_int_equal(v, VERDICT_HOLDS);
}

/* Written down a second time: scripts depend on these. */
static void test_statuses(void **state)
{
	(void)state;
	static const struct {
		int plain, strict, proof; /* exit status; with --strict; with --require-proof */
	} expected[] = {
		[VERDICT_DIFFERENT] = {1, 1, 1},     [VERDICT_EQUIVALENT] = {0, 0, 0},
		[VERDICT_NO_DIFFERENCE] = {0, 3, 1}, [VERDICT_UNCONFIRMED] = {1, 1, 1},
		[VERDICT_ERRORS] = {1, 1, 1},        [VERDICT_NO_ERRORS] = {0, 0, 0},
		[VERDICT_HOLDS] = {0, 0, 0},         [VERDICT_VIOLATED] = {1, 1, 1},
		[VERDICT_NOT_SHOWN] = {0, 3, 1},     [VERDICT_VACUOUS] = {0, 3, 0},
		[VERDICT_NOTHING_KNOWN] = {2, 2, 2}, [VERDICT_SAME] = {0, 0, 0},
		[VERDICT_LOCATED] = {1, 1, 1},       [VERDICT_NOT_FAILING] = {0, 0, 0},
		[VERDICT_UNSTABLE] = {2, 2, 2},      [VERDICT_NOT_REPLAYED] = {2, 2, 2},
		[VERDICT_NOT_RERUN] = {2, 2, 2},     [VERDICT_HELD_BACK] = {2, 2, 2},
		[VERDICT_STOPPED] = {2, 2, 2},
	};
	assert_int_equal(countof(expected), N_VERDICTS);
	for (int i = 0; i < N_VERDICTS; i++) {
		Verdict v = (Verdict)i;
		VerdictOptions strict = {.strict = true}, proof = {.require_proof = true};
		VerdictOptions both = {.strict = true, .require_proof = true};
		assert_int_equal(verdict_status(v, (VerdictOptions){0}), expected[i].plain);
		assert_int_equal(verdict_status(v, strict), expected[i].strict);
		assert_int_equal(verdict_status(v, proof), expected[i].proof);
		assert_int_equal(verdict_status(v, both), expected[i].strict);
		assert_int_equal(verdict_found(v), expected[i].plain == EXIT_DIFFERENT);
		assert_int_equal(verdict_tone(v) == TONE_BAD, verdict_found(v));
	}
}

static void test_page_has_every_verdict(void **state)
{
	(void)state;
	Buf page = {0};
	Err err = {0};
	assert_true(file_read("docs/result.md", &page, &err));
	for (int i = 0; i < N_VERDICTS; i++) {
		Verdict v = (Verdict)i;
		int plain = verdict_status(v, (VerdictOptions){0});
		int strict = verdict_status(v, (VerdictOptions){.strict = true});
		char *with = strict == plain ? xstrdup("") : xasprintf(", %d with `--strict`", strict);
		char *row =
			xasprintf("\n| %s | %d%s | %s |\n", verdict_name(v), plain, with, verdict_sentence(v));
		if (!strstr(buf_str(&page), row))
			fail_msg("docs/result.md lacks the row:%s", row);
		free(row);
		free(with);
	}
	buf_free(&page);
}

/* ---- writers ---- */

static char *written(const Result *r, const char *format)
{
	char *text = NULL;
	size_t n;
	FILE *to = open_memstream(&text, &n);
	Err err;
	result_format(format, &err)->write(r, to);
	fclose(to);
	return text;
}

/* The least that a result of these parts has. */
static Result bare(Verdict v, u32 parts)
{
	return (Result){.command = "test",
					.verdict = v,
					.parts = parts,
					.subjects = {{"old", "a.c", NULL}, {"new", "b.c", NULL}},
					.n_subjects = 2,
					.name = "b",
					.cases = {.by = "path"}};
}

static void check_verdict_key(const char *json, Verdict v)
{
	cJSON *root = cJSON_Parse(json);
	Verdict read = N_VERDICTS;
	assert_non_null(root);
	assert_true(verdict_parse(cJSON_GetObjectItem(root, "verdict")->valuestring, &read));
	assert_int_equal(read, v);
	cJSON_Delete(root);
}

/* What every format says of a verdict. */
static void check_writers(Verdict v, u32 parts)
{
	static const char *const formats[] = {"text", "json", "junit", "sarif", "github", "markdown"};
	Result r = bare(v, parts);
	char *named = xasprintf("name=\"verdict\" value=\"%s\"", verdict_name(v));
	char *headed = xasprintf("### drift test: %s\n", verdict_name(v));
	for (size_t i = 0; i < countof(formats); i++) {
		char *text = written(&r, formats[i]);
		bool text_names = strcmp(formats[i], "text") != 0 || parts & RESULT_VERSIONS;
		/* People read what explore found, and what explain says, without the word. */
		bool says =
			!(parts & (RESULT_CASES | RESULT_EXPLAINED)) || strstr("json junit", formats[i]);
		if (text_names && says && !strstr(text, verdict_name(v)))
			fail_msg("%s does not say '%s':\n%s", formats[i], verdict_name(v), text);
		if (strstr(text, "(null)"))
			fail_msg("%s of '%s' has something missing:\n%s", formats[i], verdict_name(v), text);
		if (!strcmp(formats[i], "json"))
			check_verdict_key(text, v);
		if (!strcmp(formats[i], "junit"))
			assert_non_null(strstr(text, named));
		if (!strcmp(formats[i], "markdown"))
			assert_non_null(strstr(text, headed));
		free(text);
	}
	free(named);
	free(headed);
	result_free(&r);
}

static void test_writers(void **state)
{
	(void)state;
	static const u32 parts[] = {RESULT_VERSIONS | RESULT_DIFFERENCES,
								RESULT_VERSIONS | RESULT_PARTITIONS, RESULT_CONTRACTS, RESULT_CASES,
								RESULT_EXPLAINED};
	for (int i = 0; i < N_VERDICTS; i++)
		for (size_t k = 0; k < countof(parts); k++)
			check_writers((Verdict)i, parts[k]);
}

/* ---- readers ---- */

/* The report page marks the verdict by its tone. */
static void test_report(void **state)
{
	(void)state;
	static const char *const classes[] = {
		[TONE_GOOD] = "good", [TONE_BAD] = "bad", [TONE_UNSURE] = "unsure"};
	Err err = {0};
	char *dir = temp_dir(&err), *path = xasprintf("%s/result.json", dir);
	for (int i = 0; i < N_VERDICTS; i++) {
		Result r = bare((Verdict)i, RESULT_VERSIONS);
		char *json = written(&r, "json"), *page = NULL;
		size_t n;
		FILE *to = open_memstream(&page, &n);
		assert_true(file_write(path, json, strlen(json), &err));
		assert_true(report_write(dir, to, &err));
		fclose(to);
		char *mark = xasprintf("<span class=\"verdict %s\">%s</span>",
							   classes[verdict_tone((Verdict)i)], verdict_name((Verdict)i));
		if (!strstr(page, mark))
			fail_msg("the page lacks %s", mark);
		free(mark);
		free(page);
		free(json);
		result_free(&r);
	}
	assert_true(tree_remove(dir, &err));
	free(path);
	free(dir);
}

/* A line that begins with a verdict has the colour of its tone; a longer word has not. */
static void test_colours(void **state)
{
	(void)state;
	static const char *const colours[] = {
		[TONE_GOOD] = "\033[32m", [TONE_BAD] = "\033[31m", [TONE_UNSURE] = "\033[33m"};
	StrList none = {0};
	for (int i = 0; i < N_VERDICTS; i++) {
		char *text = NULL;
		size_t n;
		FILE *to = open_memstream(&text, &n), *painted = paint_open(to, true, &none, 36);
		fprintf(painted, "%s: 3\n%sly: 3\n", verdict_name((Verdict)i), verdict_name((Verdict)i));
		fclose(painted);
		fclose(to);
		char *end = strchr(text, '\n');
		assert_non_null(end);
		assert_null(strchr(end, '\033'));
		*end = 0;
		assert_non_null(strstr(text, colours[verdict_tone((Verdict)i)]));
		free(text);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_names),   cmocka_unit_test(test_statuses),
		cmocka_unit_test(test_writers), cmocka_unit_test(test_page_has_every_verdict),
		cmocka_unit_test(test_report),  cmocka_unit_test(test_colours),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
