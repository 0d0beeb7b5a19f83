/* test_result.c: the model of results and its writers. Every key that JSON has is documented in
 * docs/result.md, and every one that is documented is written. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cjson/cJSON.h>
#include <cmocka.h>

#include "output/result/explained.h"

/* ---- results with something of everything ---- */

/* Its lines are known or not. */
static ResultLocation location(const char *text, bool known)
{
	ResultLocation p = {.text = text};
	if (known)
		p.lines = (ResultLines){"a.c", 3, 4};
	return p;
}

static void fill_shape(ResultShapes *to, bool full)
{
	ResultShape s = {0};
	vec_push(&s.inputs, full
							? ((ResultInput){.name = "arg1", .kind = "int", .bits = 32, .bytes = 4})
							: ((ResultInput){.name = "arg1", .kind = "text", .bytes = 4}));
	if (full)
		vec_push(&s.inputs, ((ResultInput){"arg2", "fixed", 0, 3, {"a\xff", 2}}));
	vec_push(to, s);
}

static void fill_common(Result *r, bool full)
{
	fill_shape(&r->shapes, full);
	result_figure(r, "solver", "calls", 7);
	result_figure(r, "", "runs", 12);
	ResultWorld w = {
		.kind = "clock", .words = "the clock", .where = location("a.c:3:4", full), .count = 2};
	w.name = full ? "name" : NULL;
	vec_push(&r->world, w);
	result_note(r, "unknown", "the solver gave up", location("a.c:1:2", full), 3, true);
	r->entry = full ? "int f(int)" : NULL;
	static const char *words[] = {"f(@int)"};
	static const StrList text = {.at = words, .len = 1};
	static const ResultCall call = {&text, {"a.c", "b.c"}, {"-DA", "-DB"}};
	r->call = full ? &call : NULL;
}

static ResultSide side_of(bool full, const char *text)
{
	return (ResultSide){.output = text,
						.ends = "exit 0",
						.status = full ? 0 : -1,
						.returned = full ? "5" : NULL,
						.printed = {{text, strlen(text)}, {"", 0}}};
}

static void fill_difference(Result *r, bool full)
{
	ResultDifference d = {.test = 1,
						  .group = 1,
						  .confirmed = true,
						  .unconfirmed = full ? "why" : NULL,
						  .input = "4",
						  .side = {side_of(full, "4\n"), side_of(full, "5\n")},
						  .condition = "arg1 == 4",
						  .when = full ? "arg1 == 4 && the outputs differ" : NULL,
						  .undefined = full ? "old: overflow" : NULL,
						  .files = full ? "w.txt" : NULL,
						  .like = full ? 1 : 0,
						  .runs = 3,
						  .seconds = 0.5};
	ResultStep step = {.subject = 1,
					   .where = location("b.c:2", full),
					   .value = {"4", "5"},
					   .source = "return x + 1;"};
	vec_push(&d.changes, 1);
	vec_push(&d.effect, step);
	if (full) {
		vec_push(&d.given, ((ResultGiven){"arg1", "files/input1", "a\\nb", 3, true}));
		vec_push(&d.given, ((ResultGiven){"stdin", "stdin", "", 0, true}));
	}
	vec_push(&r->versions.differences, d);
	ResultAccepted test = {.test = "e/tests/0001", .differs = true, .pairs = 4};
	ResultAccepted line = {.id = 7, .reason = "meant"};
	ResultAccepted bare = {0};
	vec_push(&r->versions.accepted, full ? test : bare);
	if (full)
		vec_push(&r->versions.accepted, line);
	r->versions.semantic = 1;
}

static void fill_versions(Result *r, bool full)
{
	ResultVersions *v = &r->versions;
	ResultChange c = {.id = 1,
					  .kind = "modification",
					  .what = "modification in f: 0 is now 1",
					  .where = {"a.c:2", "b.c:2"},
					  .reached = true,
					  .runs_to_reach = 1};
	ResultOverflow o = {
		.subject = 1, .where = location("b.c:2:1", full), .input = "9", .condition = "arg1 == 9"};
	r->parts = RESULT_VERSIONS;
	r->subjects[0] = (ResultSubject){"old", "a.c", full ? "-DA" : NULL};
	r->subjects[1] = (ResultSubject){"new", "b.c", full ? "-DB" : NULL};
	r->n_subjects = 2;
	r->name = "./b";
	fill_common(r, full);
	for (int i = 0; i < 2; i++)
		vec_push(&c.lines[i], ((ResultLines){i ? "b.c" : "a.c", 2, 3}));
	vec_push(&v->changes, c);
	vec_push(&v->overflows, o);
	vec_push(&v->not_compared, "files");
	v->sentence = "equivalent: on every input";
}

static void fill_why(Result *r, bool full)
{
	ResultWhy why = {.change = 1};
	if (full) {
		ResultInfected v = {.where = location("b.c:2", full),
							.what = "+",
							.value = {"4", "5"},
							.from = "b.c:1",
							.source = "x + 1",
							.count = 2};
		why.input = "./b 7";
		why.alone = 1;
		why.alone_at[1] = "b.c:3";
		vec_push(&why.infected, v);
		vec_push(&why.ends,
				 ((ResultEnding){"masked", "b.c:4: '>' has the result true in both", 1}));
	}
	vec_push(&r->versions.why, why);
	r->parts |= RESULT_WHY;
}

static void fill_interactions(Result *r)
{
	ResultVersions *v = &r->versions;
	ResultJudged *j = &v->differences.at[0].judged;
	ResultInteraction x = {.cie = RESULT_TRUE, .by = "experiment"};
	r->parts |= RESULT_INTERACTIONS | RESULT_GOLDEN;
	v->golden = "c.c";
	j->class = "regression";
	j->class_by = "proved";
	j->by = "experiment";
	j->has_critical = true;
	j->cie = RESULT_TRUE;
	vec_push(&j->edits, "b.c:2");
	for (u32 i = 1; i <= 2; i++) {
		vec_push(&j->sequence, i);
		vec_push(&j->critical, i);
		vec_push(&x.changes, i);
	}
	vec_push(&x.locations, "b.c:8 (main)");
	vec_push(&x.differences, 1);
	vec_push(&v->interactions, x);
	v->sequences = (ResultSequences){.seen = 3,
									 .possible = 5,
									 .tests = {6, 2},
									 .errors = {0, 1},
									 .builds = 4,
									 .why = "no sources"};
	vec_push(&v->sequences.changes, "change 1 (b.c:2)");
	vec_push(&v->sequences.changes, "change 2 (b.c:7)");
	vec_push(&v->sequences.notes, "longjmp");
}

static Result test_result(bool full)
{
	static const ResultExplained explained = {
		.input = "4", .differs = "stdout", .said = {"'4'", "'5'"}, .none = "nothing to tell"};
	Result r = {.command = "test", .verdict = VERDICT_DIFFERENT, .dir = "d"};
	fill_versions(&r, full);
	r.parts |= RESULT_DIFFERENCES;
	fill_difference(&r, full);
	if (full)
		fill_interactions(&r);
	r.versions.differences.at[0].explained = full ? &explained : NULL;
	fill_why(&r, full);
	return r;
}

static Result diff_result(bool full)
{
	Result r = {.command = "diff", .verdict = VERDICT_DIFFERENT};
	ResultGroup g = {
		.relation = RESULT_DIFFERS,
		.doing = {{"{arg1}\n", "", "exit 0", "", ""}, {"{arg1 + 1}\n", "", "exit 0", "", ""}}};
	ResultRow row = {.condition = "arg1 > 3",
					 .differs_if = full ? "arg1 != 9" : NULL,
					 .input = "./b 4",
					 .test = full,
					 .unconfirmed = full ? "it could not be built" : NULL};
	fill_versions(&r, full);
	r.parts |= RESULT_PARTITIONS;
	vec_push(&row.changes, 1);
	vec_push(&g.rows, row);
	vec_push(&r.versions.groups, g);
	r.versions.rows[RESULT_DIFFERS] = 1;
	r.versions.rows[RESULT_EQUAL] = 2;
	r.versions.semantic = 1;
	return r;
}

static Result check_result(bool full)
{
	Result r = {.command = "check",
				.verdict = VERDICT_VIOLATED,
				.parts = RESULT_CONTRACTS,
				.subjects = {{"old", "a.c", full ? "-DA" : NULL}, {"new", "b.c", NULL}},
				.n_subjects = 2,
				.name = "b.c",
				.dir = "d"};
	ResultContract c = {.function = "f",
						.where = location("b.c:2", true),
						.given = "written",
						.source = full ? "/*@ */" : NULL};
	ResultClause broken = {.text = "ensures \\result == 1",
						   .of = 1,
						   .verdict = full ? VERDICT_VIOLATED : VERDICT_NOT_SHOWN,
						   .input = full ? "(n = 3)" : NULL,
						   .unconfirmed = full ? "why" : NULL,
						   .side = {side_of(full, "4\n"), side_of(full, "5\n")}};
	ResultClause empty = {
		.text = "ensures true", .of = 2, .verdict = VERDICT_VACUOUS, .why = "none"};
	ResultClause rest = {.text = "equal by default", .verdict = VERDICT_HOLDS};
	fill_common(&r, full);
	fill_shape(&c.shapes, full);
	vec_push(&c.clauses, broken);
	vec_push(&c.clauses, empty);
	vec_push(&c.clauses, rest);
	if (full)
		vec_push(&c.not_compared, "padding");
	vec_push(&r.versions.contracts, c);
	return r;
}

static Result explore_result(bool full)
{
	static const ResultTerm terms[] = {{"text", "sum "}, {"number", "arg1"}, {"byte", NULL}};
	static const char *const native[] = {"inet_lnaof", NULL};
	Result r = {.command = "explore",
				.parts = RESULT_CASES,
				.verdict = VERDICT_ERRORS,
				.subjects = {{"program", "p.c", full ? "-O2" : NULL}},
				.n_subjects = 1,
				.dir = "d",
				.bound = full ? 16 : 0,
				.depth = full ? 3 : 0,
				.limits = {full ? 1000 : 0, full ? 1 << 20 : 0},
				.native = full ? native : native + 1};
	ResultCase c = {.condition = "true", .output = "sum 4\n", .outcome = "exit", .test = 1};
	ResultError e = {
		.kind = "null", .where = location("p.c:4:2", full), .report = "null at ...", .count = 1};
	fill_common(&r, full);
	r.cases.by = full ? "output" : "path";
	r.cases.partitions = full;
	r.cases.paths = 1;
	r.cases.constraints = 5;
	if (full) {
		c.status_expr = "arg1";
		c.signature = "prints";
		c.terms = terms;
		c.n_terms = countof(terms);
		vec_push(&r.cases.inputs, "(declare-const arg1 (_ BitVec 32))");
	}
	vec_push(&r.cases.list, c);
	vec_push(&r.cases.errors, e);
	vec_push(&r.cases.coverage, ((ResultCoverage){"p.c", 3, 4, 1, 2}));
	vec_push(&r.cases.coverage, ((ResultCoverage){"q.c", 1, 6, 0, 2}));
	return r;
}

static void fill_explained(ResultExplained *e, bool full)
{
	ResultSuspect s = {.kind = full ? SUSPECT_VALUE : SUSPECT_DECISION,
					   .subject = 1,
					   .where = location("b.c:2", true),
					   .source = "if (x > 3)",
					   .condition = full ? NULL : "arg1 > 3",
					   .input = full ? NULL : "3",
					   .value = {"4", "5"},
					   .passes = true,
					   .count = 2,
					   .why = "negating it makes the input pass"};
	ResultHunk h = {.lines = {{"a.c", 2, 1}, {"b.c", 2, 3}}, .matters = true};
	ResultBlamed b = {.text = "h1 at b.c:2",
					  .units = 1,
					  .repairs = 1,
					  .without = "without it NEW does what OLD does",
					  .smallest = true};
	ResultStep step = {
		.subject = 1, .where = location("b.c:2", full), .value = {"4", "5"}, .source = "x + 1"};
	*e = (ResultExplained){.input = "4",
						   .differs = "stdout",
						   .line = 1,
						   .said = {"'4'", "'5'"},
						   .blame_tried = true,
						   .unknown = 2,
						   .test = 1};
	vec_push(&h.changes, 1);
	vec_push(&b.hunks, 1);
	vec_push(&e->suspects, s);
	vec_push(&e->hunks, h);
	vec_push(&e->blame, b);
	vec_push(&e->effect, step);
	if (full)
		e->pass = (ResultPass){"3", "arg1 byte 0 '4' -> '3'", 2};
}

static Result explain_result(bool full, ResultExplained *e)
{
	Result r = {.command = "explain",
				.verdict = VERDICT_DIFFERENT,
				.parts = RESULT_EXPLAINED,
				.subjects = {{"old", "a.c", full ? "-DA" : NULL}, {"new", "b.c", NULL}},
				.n_subjects = 2,
				.name = "./b",
				.explained = e};
	fill_common(&r, full);
	fill_explained(e, full);
	return r;
}

/* ---- writing into memory ---- */

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

static void has(const char *text, const char *part)
{
	if (!strstr(text, part))
		fail_msg("'%s' is not in:\n%s", part, text);
}

static void has_not(const char *text, const char *part)
{
	if (strstr(text, part))
		fail_msg("'%s' is in:\n%s", part, text);
}

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
										   {"DRIFT_NEW_REVISION", "2222 work tree"}};
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
	has(text, "violated: 1 violated, 1 vacuous, 1 holds");
	has(text, "input   (n = 3)");
	has(text, "case 2");
	free(text);
	result_free(&r);
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

/* ---- words ---- */

static void test_verdicts(void **state)
{
	(void)state;
	Result r = {.verdict = VERDICT_NO_DIFFERENCE};
	fill_versions(&r, false);
	result_figure(&r, "", "pairs", 5);
	char *text = written(&r, "text");
	has(text, "no difference found: 5 pairs of paths compared, 1 of 1 changes reached\n");
	has(text, "overflow in one version only: NEW overflows on arg1 == 9 (b.c:2:1)\n");
	free(text);
	r.verdict = VERDICT_EQUIVALENT;
	text = written(&r, "text");
	has(text, "equivalent where neither overflows; NEW overflows on arg1 == 9 (b.c:2:1)\n");
	free(text);
	r.versions.overflows.len = 0;
	text = written(&r, "text");
	has(text, "equivalent: on every input\nchanges: 1 of 1 executed\nnot compared: files\n");
	free(text);
	r.verdict = VERDICT_DIFFERENT;
	r.versions.semantic = 3;
	r.exhaustive = true;
	text = written(&r, "text");
	has(text, "different: 3 semantic changes, which are all there are\n");
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
	has(text, "to blame         h1 at b.c:2 alone: with it OLD does what NEW does; without it NEW "
			  "does what OLD does\n");
	has(text, "suspects         1. b.c:2  if (x > 3)\n");
	has(text, "its value differs: 4 | 5\n");
	has(text, "effect           b.c:2  4 | 5  x + 1\n");
	has(text, "pass instead     arg1 byte 0 '4' -> '3'  (4 -> 3)\n");
	has(text, "the solver gave up on 2 suspects\n");
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
	has(text, "both do the same on this input");
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
	has(text, "not exhaustive:\n  budget: the number of runs is reached (--runs), 4 decisions "
			  "waiting\n  limit: too long (a.c:3:1), 2 times\n");
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
	has(text,
		"world:  equivalent in this one, with clock (a.c:1, b.c:1, a.c:2 and 1 more) as it is "
		"here; other answers were not tried (--vary clock)\n");
	has(text, "world:  failures tried: fail.malloc (0 in all runs)\n");
	has(text, "world:  no failure of read or write was tried; a branch on it (a.c:5) was never "
			  "taken (--faults)\n");
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
	has(text, "\ndifference 1: ./b 4\n  arg1    \"a\\nb\" in input1\n  stdin   \"\"\n"
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
	has(text, "\nand 1 more like difference 7, from d/tests/0001 to 0001\n");
	r.versions.differences.len--; /* the copy has the lists of the first */
	free(text);
	result_free(&r);
}

static void test_partitions(void **state)
{
	(void)state;
	Result r = diff_result(true);
	char *text = written(&r, "text");
	has(text, "\ndifferent 1: 1 partition\n  when   arg1 > 3\n         as far as arg1 != 9\n"
			  "         as in ./b 4; change 1\n");
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
	has(text, "\nwhy change 1 does not show:\n  ./b 7: both versions do the same\n");
	has(text,
		"    b.c:2: +: 4 | 5, 2 times <- b.c:1\tx + 1\n  only new executes the code at b.c:3\n"
		"  where the effect ended:\n    b.c:4: '>' has the result true in both\n");
	free(text);
	r.versions.why.at[0].input = NULL;
	text = written(&r, "text");
	has(text, "does not show:\n  no run that executed it had equal outputs\n");
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
		cmocka_unit_test(test_figures_stand_in_groups),
		cmocka_unit_test(test_outputs),
		cmocka_unit_test(test_verdicts),
		cmocka_unit_test(test_explained),
		cmocka_unit_test(test_no_code_changed),
		cmocka_unit_test(test_notes),
		cmocka_unit_test(test_world),
		cmocka_unit_test(test_difference),
		cmocka_unit_test(test_partitions),
		cmocka_unit_test(test_why),
		cmocka_unit_test(test_cases),
		cmocka_unit_test(test_saving),
		cmocka_unit_test(test_ended_by_force),
		cmocka_unit_test(test_origin),
		cmocka_unit_test(test_formats),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
