/* test_result_words.c: what people read of a result. */
#include "result_fixture.h"

static void test_verdicts(void **state)
{
	(void)state;
	Result r = {.verdict = VERDICT_NO_DIFFERENCE};
	fill_versions(&r, false);
	const char *sentence = r.versions.sentence;
	r.versions.sentence = NULL;
	result_figure(&r, "", "pairs", 5);
	char *text = written(&r, "text");
	has(text, "no difference found: 5 pairs of paths compared, 1 of 1 changes executed\n");
	has(text, "overflow in one version only: NEW overflows on arg1 == 9 (b.c:2:1)\n");
	free(text);
	r.versions.sentence = sentence;
	r.verdict = VERDICT_EQUIVALENT;
	text = written(&r, "text");
	has(text, "equivalent on inputs on which neither version overflows; NEW overflows on arg1 == 9 "
			  "(b.c:2:1)\n");
	free(text);
	r.versions.overflows.len = 0;
	text = written(&r, "text");
	has(text, "equivalent: on every input\nchanges: 1 of 1 executed\nnot compared: files\n");
	free(text);
	r.verdict = VERDICT_DIFFERENT;
	r.versions.semantic = 3;
	r.exhaustive = true;
	text = written(&r, "text");
	has(text, "different: on some inputs (3 semantic changes, search exhaustive)\n");
	free(text);
	result_free(&r);
}

static void test_explained(void **state)
{
	(void)state;
	ResultExplained e;
	Result r = explain_result(true, &e);
	char *text = written(&r, "text");
	has(text, "the difference   stdout line 1: '4' | '5'\n");
	has(text, "to blame         h1 at b.c:2 alone: OLD with it does what NEW does; NEW without it "
			  "does what OLD does\n");
	has(text, "suspects         1. b.c:2  if (x > 3)\n");
	has(text, "its value differs (old | new): 4 | 5\n");
	has(text, "effect           b.c:2  4 | 5  x + 1\n");
	has(text, "pass instead     arg1 byte 0 '4' -> '3'  (4 -> 3)\n");
	has(text, "the solver gave up on 2 queries (--solver-timeout)\n");
	free(text);
	static const char *const formats[] = {"junit", "sarif", "github", "markdown"};
	for (size_t i = 0; i < countof(formats); i++) {
		text = written(&r, formats[i]);
		has(text, "old and new differ on: ./b 4");
		free(text);
	}
	r.explained = NULL;
	r.verdict = VERDICT_NO_DIFFERENCE;
	text = written(&r, "markdown");
	has(text, "both versions do the same on this input");
	free(text);
	result_free(&r);
	explained_free(&e);
}

static void test_no_code_changed(void **state)
{
	(void)state;
	Result r = diff_result(false);
	r.verdict = VERDICT_EQUIVALENT;
	r.versions.same_code = true;
	r.versions.overflows.len = 0;
	char *text = written(&r, "text");
	assert_string_equal(text, "equivalent: on every input\n");
	free(text);
	result_free(&r);
}

static void test_notes(void **state)
{
	(void)state;
	Result r = {.verdict = VERDICT_NO_DIFFERENCE, .dir = "d"};
	fill_versions(&r, false);
	r.notes.len = 0;
	r.over = true;
	r.ended = RESULT_RUNS;
	r.waiting = 4;
	result_note(&r, "limit", "a.c:3:1: too long", location("a.c:3:1", true), 2, true);
	for (int i = 0; i < 8; i++)
		result_note(&r, "native", "native: pow", result_nowhere, 1, false);
	char *text = written(&r, "text");
	has(text, "not exhaustive:\n  budget: drift reached its limit of runs (--runs); 4 branches "
			  "left to try\n  limit: too long (a.c:3:1), 2 times\n");
	has(text, "notes:\n  native: pow\n");
	has(text, "  and 2 more, see result.json\n");
	free(text);
	result_free(&r);
}

static void add_world(Result *r, ResultWorldSort sort, const char *kind, const char *where)
{
	ResultWorld w = {
		.sort = sort, .kind = kind, .words = kind, .where = {.text = where}, .can_vary = true};
	vec_push(&r->world, w);
}

static void test_world(void **state)
{
	(void)state;
	static const char *const locations[] = {"a.c:1:1", "b.c:1:1", "a.c:1:9", "a.c:2:2", "a.c:3:3"};
	Result r = {.verdict = VERDICT_EQUIVALENT};
	fill_versions(&r, false);
	r.world.len = 0;
	for (size_t i = 0; i < countof(locations); i++)
		add_world(&r, RESULT_ASKED, "clock", locations[i]);
	add_world(&r, RESULT_UNTRIED, "read", "a.c:5:1");
	add_world(&r, RESULT_UNTRIED, "write", "a.c:5:2");
	add_world(&r, RESULT_TRIED, "fail.malloc", "?");
	char *text = written(&r, "text");
	has(text, "world:  equivalent if these are as in the runs: clock (a.c:1, b.c:1, a.c:2 and 1 "
			  "more) (to vary: --vary clock)\n");
	has(text, "world:  failed calls: fail.malloc (0 in all runs)\n");
	has(text,
		"world:  drift let no read or write fail, so the branch for that case (a.c:5) was not "
		"taken (see --faults)\n");
	free(text);
	result_free(&r);
}

static void test_difference(void **state)
{
	(void)state;
	Result r = test_result(true);
	ResultDifference *d = &r.versions.differences.at[0];
	char *text = NULL;
	size_t n;
	FILE *to = open_memstream(&text, &n);
	result_write_difference(&r, d, to);
	d->brief = true;
	result_write_difference(&r, d, to);
	fclose(to);
	has(text, "\ndifference 1: X=1 ./b 4\n  arg1    \"a\\nb\" in input1\n  stdin   \"\"\n"
			  "  arg2    \"c\"... in input2 (5000 bytes)\n"
			  "          old                                  | new\n"
			  "  stdout  4                                    | 5\n");
	has_not(text, "stderr");
	has(text, "  when    arg1 == 4 && the outputs differ\n  through change 1 at b.c:2\n"
			  "  effect  b.c:2  4 | 5  return x + 1;\n  test    d/tests/0001\n");
	free(text);
	d->like = 7;
	ResultDifference copy = *d; /* a vector that grows moves */
	vec_push(&r.versions.differences, copy);
	r.versions.differences.at[0].brief = false;
	r.versions.differences.at[0].group = 7;
	r.versions.differences.at[0].like = 0;
	text = written(&r, "text");
	has(text, "\ntests:  2 in d/tests\n");
	r.versions.differences.len--; /* the copy has the lists of the first */
	free(text);
	result_free(&r);
}

static void test_partitions(void **state)
{
	(void)state;
	Result r = diff_result(true);
	char *text = written(&r, "text");
	has(text, "\ndifferent 1: 1 partition\n  when   arg1 > 3\n         if also arg1 != 9\n"
			  "         example: ./b 4 (executes change 1)\n");
	has(text, "    stdout    {arg1}                               | {arg1 + 1}\n");
	has(text, "\npartitions: 2 equal, 1 different\n");
	free(text);
	result_free(&r);
}

static void test_why(void **state)
{
	(void)state;
	Result r = test_result(true);
	char *text = written(&r, "text");
	has(text, "\nwhy change 1 has no visible effect:\n  ./b 7: both versions do the same\n");
	has(text,
		"    b.c:2: +: 4 | 5, 2 times <- b.c:1\tx + 1\n  only new executes the code at b.c:3\n"
		"  where the effect ended:\n    b.c:4: '>' has the result true in both\n");
	free(text);
	r.versions.why.at[0].input = NULL;
	text = written(&r, "text");
	has(text, "has no visible effect:\n  unknown: in no run that executed it did both versions do "
			  "the same\n");
	free(text);
	result_free(&r);
}

static void test_cases(void **state)
{
	(void)state;
	Result r = explore_result(true);
	char *text = written(&r, "text");
	has(text, "partitions: 1, 0 distinct outcomes, by output; 5.0 constraints each\n"
			  "  true => prints\n");
	has(text, "errors:    1\n  null at p.c:4:2, 1 partition\n");
	has(text, "coverage:  4 of 10 lines (40.0 %), 1 of 4 branches (25.0 %)\n");
	has(text, "not exhaustive:\n  unknown: the solver gave up (a.c:1:2), 3 times\n");
	free(text);
	result_free(&r);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_verdicts),        cmocka_unit_test(test_explained),
		cmocka_unit_test(test_no_code_changed), cmocka_unit_test(test_notes),
		cmocka_unit_test(test_world),           cmocka_unit_test(test_difference),
		cmocka_unit_test(test_partitions),      cmocka_unit_test(test_why),
		cmocka_unit_test(test_cases),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
