/* test_result.c: the model of results and its writers. Every key that JSON has is documented in
 * docs/result.md, and every one that is documented is written. */
#include "result_fixture.h"

/* ---- keys ---- */

/* Lines of a file are one thing. */
static bool is_lines(const cJSON *v)
{
	return cJSON_GetArraySize(v) == 3 && cJSON_IsString(cJSON_GetObjectItem(v, "file")) &&
		   cJSON_IsNumber(cJSON_GetObjectItem(v, "first_line")) &&
		   cJSON_IsNumber(cJSON_GetObjectItem(v, "last_line"));
}

/* Paths of all values; figures and files have names of their own. */
static void add_paths(const cJSON *v, const char *path, StrMap *to)
{
	if ((!cJSON_IsObject(v) && !cJSON_IsArray(v)) || is_lines(v)) {
		strmap_put(to, path, 1);
		return;
	}
	for (const cJSON *kid = v->child; kid; kid = kid->next) {
		const char *key = kid->string && !strcmp(kid->string, "new") ? "old" : kid->string;
		char *name = cJSON_IsArray(v) ? xasprintf("%s[]", path)
									  : xasprintf("%s%s%s", path, *path ? "." : "", key);
		if (!strcmp(name, "stats") || !strcmp(name, "coverage.files") ||
			!strcmp(name, "differences[].explained"))
			strmap_put(to, name, 1);
		else
			add_paths(kid, name, to);
		free(name);
	}
}

static void add_result(Result r, StrMap *to)
{
	char *text = written(&r, "json");
	cJSON *root = cJSON_Parse(text);
	assert_non_null(root);
	add_paths(root, "", to);
	cJSON_Delete(root);
	free(text);
	result_free(&r);
}

static void add_results(bool full, StrMap *to)
{
	add_result(test_result(full), to);
	add_result(diff_result(full), to);
	add_result(explore_result(full), to);
	add_result(check_result(full), to);
	ResultExplained e;
	add_result(explain_result(full, &e), to);
	explained_free(&e);
	ResultSuite s;
	add_result(suite_result(full, &s), to);
	result_suite_free(&s);
	ResultCompare c;
	add_result(compare_result(full, &c), to);
	result_compare_free(&c);
}

/* The first word in backquotes of every row of a table. */
static void add_documented(bool full, StrMap *to)
{
	Buf text = {0};
	Err err = {0};
	assert_true(file_read("docs/result.md", &text, &err));
	for (const char *at = buf_str(&text); (at = strstr(at, "\n| `"));) {
		at += 4;
		char path[200];
		size_t n = 0;
		bool optional = false;
		for (; *at != '`'; at++) {
			if (*at == '?')
				optional = true;
			else
				path[n++] = *at;
		}
		path[n] = 0;
		if (full || !optional)
			strmap_put(to, path, 1);
	}
	buf_free(&text);
}

static void all_in(const StrMap *a, const StrMap *b, const char *what)
{
	const char *key;
	u32 value, other;
	for (size_t at = 0; strmap_next(a, &at, &key, &value);)
		if (!strmap_get(b, key, &other))
			fail_msg("'%s' %s", key, what);
}

/* What front.c and git drift tell the engine. */
static void tell_origin(bool full)
{
	static const char *const names[][2] = {{"DRIFT_COMMIT", "0a1b2c3d4"},
										   {"DRIFT_OLD_REVISION", "1111 HEAD~1"},
										   {"DRIFT_NEW_REVISION", "2222 work tree"},
										   {"DRIFT_OLD_FILES", "3333 /cache/old"},
										   {"DRIFT_NEW_FILES", "4444 /cache/new"}};
	for (size_t i = 0; i < countof(names); i++)
		if (full)
			setenv(names[i][0], names[i][1], 1);
		else
			unsetenv(names[i][0]);
}

static void check_keys(bool full)
{
	tell_origin(full);
	StrMap is = {0}, documented = {0};
	add_results(full, &is);
	add_documented(full, &documented);
	all_in(&is, &documented, full ? "is not in docs/result.md" : "has a ? in docs/result.md");
	all_in(&documented, &is,
		   full ? "is in docs/result.md and never written"
				: "has no ? in docs/result.md and is not always written");
	strmap_free(&is);
	strmap_free(&documented);
}

static void test_keys_are_documented(void **state)
{
	(void)state;
	check_keys(true);
	check_keys(false);
}

static void test_contracts_are_told(void **state)
{
	(void)state;
	static const char *const formats[] = {"text", "junit", "sarif", "github", "markdown"};
	Result r = check_result(true);
	for (size_t i = 0; i < countof(formats); i++) {
		char *text = written(&r, formats[i]);
		has(text, "result == 1");
		free(text);
	}
	char *text = written(&r, "text");
	has(text, "violated: 1 clause is violated, 1 is vacuous, 1 holds");
	has(text, "input   (n = 3)");
	has(text, "case 2");
	free(text);
	result_free(&r);
}

static void test_suites_are_told(void **state)
{
	(void)state;
	ResultSuite s;
	Result r = suite_result(true, &s);
	char *text = written(&r, "text");
	has(text, "selection: 1 of 1 test must run (d/selected; in order: d/ordered)");
	has(text, "a smallest set has at least 1; this one is at most 1.50 times as large");
	has(text, "the suite shows 1 of 3 semantic changes found; 2 missing");
	free(text);
	result_free(&r);
	result_suite_free(&s);
}

static void test_strategies_are_told(void **state)
{
	(void)state;
	for (int golden = 0; golden < 2; golden++) {
		ResultCompare c;
		Result r = compare_result(golden, &c);
		char *text = written(&r, "text"), *table = written(&r, "markdown");
		has(text, "each search: at most 20 runs");
		has(table, golden ? "| 2 | 1 | 3 |" : "| 2 | 3 |");
		free(text);
		free(table);
		result_free(&r);
		result_compare_free(&c);
	}
}

static void test_figures_stand_in_groups(void **state)
{
	(void)state;
	Result r = {.command = "test"};
	result_figure(&r, "solver", "calls", 7);
	result_layer(&r, "reuse", 4);
	result_figure(&r, "", "runs", 12);
	result_flag(&r, "pruned", "on", true);
	char *text = written(&r, "json");
	cJSON *root = cJSON_Parse(text), *stats = cJSON_GetObjectItem(root, "stats");
	cJSON *solver = cJSON_GetObjectItem(stats, "solver");
	assert_ptr_equal(stats->child, solver); /* in the order in which they came */
	assert_int_equal(cJSON_GetObjectItem(solver, "reuse")->valueint, 4);
	assert_int_equal(cJSON_GetObjectItem(stats, "runs")->valueint, 12);
	assert_true(cJSON_IsTrue(cJSON_GetObjectItem(cJSON_GetObjectItem(stats, "pruned"), "on")));
	assert_true(result_value(&r, "solver", "calls") == 7);
	assert_true(result_value(&r, "solver", "none") == 0);
	cJSON_Delete(root);
	free(text);
	result_free(&r);
}

/* What JSON says of an output. */
static void check_printed(const char *bytes, size_t n, const char *text, bool exact)
{
	Result r = test_result(false);
	r.versions.differences.at[0].side[1].printed.out = (ResultBytes){bytes, n};
	char *json = written(&r, "json");
	cJSON *root = cJSON_Parse(json);
	cJSON *d = cJSON_GetArrayItem(cJSON_GetObjectItem(root, "differences"), 0);
	cJSON *concrete = cJSON_GetObjectItem(cJSON_GetObjectItem(d, "new"), "concrete");
	assert_string_equal(cJSON_GetObjectItem(concrete, "stdout")->valuestring, text);
	assert_int_equal(cJSON_IsTrue(cJSON_GetObjectItem(concrete, "exact")), exact);
	cJSON_Delete(root);
	free(json);
	result_free(&r);
}

static void test_outputs(void **state)
{
	(void)state;
	check_printed("", 0, "", true);
	check_printed("a\n\"\x1b", 4, "a\n\"\x1b", true);
	check_printed("\xc3\xa4\xe2\x82\xac\xf0\x9f\x98\x80", 9, "\xc3\xa4\xe2\x82\xac\xf0\x9f\x98\x80",
				  true);
	check_printed("a\0b", 3, "a\\x00b", false);
	check_printed("\xff\xc3", 2, "\\xff\\xc3", false);
	check_printed("\xc0\xaf", 2, "\\xc0\\xaf", false);          /* too long for what it says */
	check_printed("\xed\xa0\x80", 3, "\\xed\\xa0\\x80", false); /* half of a pair */
	check_printed("\xf4\x90\x80\x80", 4, "\\xf4\\x90\\x80\\x80", false); /* beyond the last */
	Buf many = {0}, shown = {0};
	for (int i = 0; i < 1 << 14; i++)
		buf_addc(&many, 'x');
	buf_adds(&shown, many.at);
	check_printed(many.at, many.len, shown.at, true);
	buf_addc(&many, 'y');
	check_printed(many.at, many.len, shown.at, false);
	buf_free(&many);
	buf_free(&shown);
}

/* ---- files and formats ---- */

static void test_saving(void **state)
{
	(void)state;
	Err err = {0};
	char *dir = temp_dir(&err), *path = xasprintf("%s/result.json", dir);
	ResultFile f = {.dir = dir, .period = 1e9, .written = now_seconds()};
	Result r = explore_result(false);
	Buf text = {0};
	assert_false(result_due(&f, true));
	assert_true(result_due(&f, false));
	f.period = -1;
	assert_true(result_due(&f, true));
	assert_true(result_save(&f, &r, &err));
	assert_true(file_read(path, &text, &err));
	char *printed = written(&r, "json");
	assert_memory_equal(text.at, printed, text.len); /* printed has a newline at the end */
	assert_true(result_save(&f, &r, &err));          /* again, over its own */
	assert_true(file_write(path, "[]", 2, &err));
	f.ours = false;
	assert_false(result_save(&f, &r, &err));
	has(err.text, "is not drift's");
	f.dir = NULL;
	assert_false(result_due(&f, false));
	free(printed);
	buf_free(&text);
	result_free(&r);
	assert_true(tree_remove(dir, &err));
	free(path);
	free(dir);
}

/* What the supervisor leaves when it had to end the engine. */
static void check_end(const ResultLeft *left, ResultEnd end, Verdict expected)
{
	Err err = {0};
	Verdict v = N_VERDICTS;
	Buf text = {0};
	char *path = xasprintf("%s/result.json", left->dir);
	assert_true(result_file_end(left, end, &v, &err));
	assert_int_equal(v, expected);
	assert_true(file_read(path, &text, &err));
	cJSON *root = cJSON_Parse(buf_str(&text));
	assert_non_null(root);
	assert_string_equal(cJSON_GetObjectItem(root, "verdict")->valuestring, verdict_name(expected));
	assert_string_equal(cJSON_GetObjectItem(root, "ended")->valuestring, result_end_name(end));
	cJSON_Delete(root);
	buf_free(&text);
	free(path);
}

static const char *ended_in(const char *dir)
{
	Err err = {0};
	Buf text = {0};
	Verdict ignored;
	const char *end = "";
	char *path = xasprintf("%s/result.json", dir);
	assert_true(file_read(path, &text, &err));
	cJSON *root = cJSON_Parse(buf_str(&text));
	assert_non_null(root);
	assert_true(verdict_parse(cJSON_GetObjectItem(root, "verdict")->valuestring, &ignored));
	for (int i = 0; i < RESULT_N_ENDS; i++)
		if (!strcmp(cJSON_GetObjectItem(root, "ended")->valuestring, result_end_name((ResultEnd)i)))
			end = result_end_name((ResultEnd)i);
	cJSON_Delete(root);
	buf_free(&text);
	free(path);
	return end;
}

static void test_ended_by_force(void **state)
{
	(void)state;
	Err err = {0};
	Verdict v = N_VERDICTS;
	char *top = temp_dir(&err), *dir = xasprintf("%s/new", top);
	char *path = xasprintf("%s/result.json", dir), *begun = file_new_name(path, 77);
	Result r = explore_result(false), other = check_result(true);
	r.ended = other.ended = RESULT_RUNNING;
	char *first = result_json(&r), *found = result_json(&other);
	ResultLeft left = {.dir = dir, .first = "", .pid = 77};
	/* Neither a file nor a first result: nothing is written. */
	assert_true(result_file_end(&left, RESULT_TIME, &v, &err));
	assert_int_equal(v, VERDICT_NOTHING_KNOWN);
	assert_false(file_exists(path));
	/* The search has written nothing, and was killed while it did. */
	left.first = first;
	assert_true(dir_make(dir, &err) && file_write(begun, "{ \"comm", 8, &err));
	check_end(&left, RESULT_KILLED, VERDICT_ERRORS);
	assert_false(file_exists(begun));
	/* The file is that of an earlier search. */
	assert_true(result_file_write(dir, found, &err));
	left.older = result_stamp(dir);
	check_end(&left, RESULT_STOPPED, VERDICT_ERRORS);
	/* The search has written it. */
	left.older = (ResultStamp){0};
	assert_true(result_file_write(dir, found, &err));
	check_end(&left, RESULT_TIME, VERDICT_VIOLATED);
	/* An engine that ended in trouble is not running; what has ended stays as it is. */
	assert_true(result_file_trouble(&left, &err));
	assert_string_equal(ended_in(dir), "time");
	other.ended = RESULT_RUNNING;
	free(found);
	found = result_json(&other);
	assert_true(result_file_write(dir, found, &err));
	assert_true(result_file_trouble(&left, &err));
	assert_string_equal(ended_in(dir), "killed");
	free(first);
	free(found);
	free(begun);
	result_free(&r);
	result_free(&other);
	assert_true(tree_remove(top, &err));
	free(path);
	free(dir);
	free(top);
}

static void test_origin(void **state)
{
	(void)state;
	Result r = test_result(false);
	setenv("DRIFT_COMMIT", "0a1b", 1);
	setenv("DRIFT_OLD_REVISION", "1111 a branch", 1);
	setenv("DRIFT_NEW_REVISION", "2222", 1);
	char *text = result_json(&r);
	cJSON *root = cJSON_Parse(text), *revisions = cJSON_GetObjectItem(root, "revisions");
	cJSON *old = cJSON_GetObjectItem(revisions, "old"),
		  *new = cJSON_GetObjectItem(revisions, "new");
	assert_int_equal(cJSON_GetObjectItem(root, "format")->valueint, RESULT_FORMAT);
	assert_string_equal(cJSON_GetObjectItem(old, "commit")->valuestring, "1111");
	assert_string_equal(cJSON_GetObjectItem(old, "name")->valuestring, "a branch");
	assert_string_equal(cJSON_GetObjectItem(new, "name")->valuestring, "2222");
	cJSON *drift = cJSON_GetObjectItem(root, "drift");
	assert_string_equal(cJSON_GetObjectItem(drift, "version")->valuestring, DRIFT_VERSION);
	assert_string_equal(cJSON_GetObjectItem(drift, "commit")->valuestring, "0a1b");
	cJSON *words = cJSON_GetObjectItem(root, "command_line"); /* of this test */
	assert_non_null(strstr(cJSON_GetArrayItem(words, 0)->valuestring, "test_result"));
	cJSON_Delete(root);
	free(text);
	tell_origin(false);
	result_free(&r);
}

static void test_formats(void **state)
{
	(void)state;
	Err err = {0};
	static const char *const names[] = {"text", "json", "junit", "sarif", "github", "markdown"};
	for (size_t i = 0; i < countof(names); i++)
		assert_non_null(result_format(names[i], &err));
	assert_null(result_format("xml", &err));
	has(err.text, "sarif, github or markdown");
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_keys_are_documented),
		cmocka_unit_test(test_contracts_are_told),
		cmocka_unit_test(test_suites_are_told),
		cmocka_unit_test(test_strategies_are_told),
		cmocka_unit_test(test_figures_stand_in_groups),
		cmocka_unit_test(test_outputs),
		cmocka_unit_test(test_saving),
		cmocka_unit_test(test_ended_by_force),
		cmocka_unit_test(test_origin),
		cmocka_unit_test(test_formats),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
