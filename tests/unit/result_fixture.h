/* result_fixture.h: results with something of everything, and claims about what is written of them. */
#ifndef DRIFT_TESTS_RESULT_FIXTURE_H
#define DRIFT_TESTS_RESULT_FIXTURE_H

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cjson/cJSON.h>
#include <cmocka.h>

#include "output/result/compare.h"
#include "output/result/explained.h"
#include "output/result/suite.h"

/* ---- results with something of everything ---- */

/* Its lines are known or not. */
static inline ResultLocation location(const char *text, bool known)
{
	ResultLocation p = {.text = text};
	if (known)
		p.lines = (ResultLines){"a.c", 3, 4};
	return p;
}

static inline void fill_shape(ResultShapes *to, bool full)
{
	ResultShape s = {0};
	vec_push(&s.inputs, full
							? ((ResultInput){.name = "arg1", .kind = "int", .bits = 32, .bytes = 4})
							: ((ResultInput){.name = "arg1", .kind = "text", .bytes = 4}));
	if (full)
		vec_push(&s.inputs, ((ResultInput){"arg2", "fixed", 0, 3, {"a\xff", 2}}));
	vec_push(to, s);
}

static inline void fill_common(Result *r, bool full)
{
	fill_shape(&r->shapes, full);
	result_figure(r, "solver", "calls", 7);
	result_figure(r, "", "runs", 12);
	ResultWorld w = {
		.kind = "clock", .words = "the clock", .where = location("a.c:3:4", full), .count = 2};
	w.name = full ? "name" : NULL;
	w.tried = full ? "0, 1" : NULL;
	w.near = full ? RESULT_AT_CHANGED : RESULT_FAR;
	vec_push(&r->world, w);
	result_note(r, "unknown", "the solver gave up", location("a.c:1:2", full), 3, true);
	r->entry = full ? "int f(int)" : NULL;
	static const char *words[] = {"f(@int)"};
	static const StrList text = {.at = words, .len = 1};
	static const ResultCall call = {&text, {"a.c", "b.c"}, {"-DA", "-DB"}};
	r->call = full ? &call : NULL;
	static const ResultReads reads = {
		{{.at = words, .len = 1}, {.at = words, .len = 1}}, {.at = words, .len = 1}, 3};
	r->reads = full ? &reads : NULL;
	r->clock = full ? 86400 : 0;
}

static inline ResultSide side_of(bool full, const char *text)
{
	return (ResultSide){.output = text,
						.ends = "exit 0",
						.status = full ? 0 : -1,
						.returned = full ? "5" : NULL,
						.printed = {{text, strlen(text)}, {"", 0}}};
}

static inline void fill_difference(Result *r, bool full)
{
	ResultDifference d = {.test = 1,
						  .group = 1,
						  .confirmed = true,
						  .unconfirmed = full ? "why" : NULL,
						  .input = "4",
						  .side = {side_of(full, "4\n"), side_of(full, "5\n")},
						  .condition = "arg1 == 4",
						  .path_condition = full ? "arg1 == 4 && arg2 == 1" : NULL,
						  .when = full ? "arg1 == 4 && the outputs differ" : NULL,
						  .undefined = full ? "old: overflow" : NULL,
						  .stub = full ? "new calls f, which nobody defines" : NULL,
						  .variables = full ? "X=1 " : NULL,
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
		vec_push(&d.given, ((ResultGiven){"arg2", "files/input2", "c", 5000, false}));
	}
	vec_push(&r->versions.differences, d);
	ResultAccepted test = {.test = "e/tests/0001", .differs = true, .pairs = 4};
	ResultAccepted line = {.id = {"00000000000000000000000000000007"}, .reason = "meant"};
	ResultAccepted bare = {0};
	vec_push(&r->versions.accepted, full ? test : bare);
	if (full)
		vec_push(&r->versions.accepted, line);
	r->versions.semantic = 1;
}

static inline void fill_versions(Result *r, bool full)
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
	v->suggestion = full ? "drift test a.c b.c -- @int" : NULL;
	v->one_end = full ? "null-dereference at a.c:3:4" : NULL;
}

static inline void fill_why(Result *r, bool full)
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
	if (full) {
		r->versions.stopped = arena_alloc(&r->arena, sizeof *r->versions.stopped);
		*r->versions.stopped = (ResultStopped){
			.kind = "not shown", .input = "./b 7", .variable = "jobs", .where = "b.c:3"};
		vec_push(&r->versions.stopped->give, "start");
	}
	r->parts |= RESULT_WHY;
}

static inline void fill_interactions(Result *r)
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

static inline Result test_result(bool full)
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

/* The suite belongs to the caller. */
static inline Result suite_result(bool full, ResultSuite *s)
{
	Result r = {.command = "suite", .verdict = VERDICT_DIFFERENT, .dir = "d"};
	ResultSuiteTest t = {.text = "4 x",
						 .differs = true,
						 .confirmed = !full,
						 .unconfirmed = full ? "it could not be built" : NULL,
						 .test = 1,
						 .semantic = 1,
						 .selected = true,
						 .kept = true,
						 .rank = 1};
	*s = (ResultSuite){
		.seeds = "tests", .measure = "output", .items = 1, .semantic = 1, .least = 1, .bound = 1.5};
	vec_push(&t.changes, 1);
	vec_push(&t.items, 1);
	vec_push(&s->tests, t);
	r.parts |= RESULT_SUITE;
	r.suite = s;
	r.versions.semantic = 3;
	return r;
}

/* The comparison belongs to the caller. */
static inline Result compare_result(bool full, ResultCompare *c)
{
	Result r = {.command = "compare", .verdict = VERDICT_DIFFERENT, .dir = "d"};
	ResultCompareRow row = {.strategy = "path",
							.order = "oldest",
							.dir = "path-oldest",
							.verdict = "different",
							.ended = "done",
							.runs = 12,
							.differences = 2,
							.errors = 1,
							.first = 3};
	*c = (ResultCompare){.golden = full, .runs = 20};
	vec_push(&row.curve, ((ResultComparePoint){3, 1}));
	vec_push(&c->rows, row);
	r.parts |= RESULT_COMPARE;
	r.compare = c;
	return r;
}

static inline Result diff_result(bool full)
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

static inline Result check_result(bool full)
{
	Result r = {.command = "check",
				.verdict = VERDICT_VIOLATED,
				.parts = RESULT_CONTRACTS,
				.subjects = {{"old", "a.c", full ? "-DA" : NULL}, {"new", "b.c", NULL}},
				.n_subjects = 2,
				.name = "b.c",
				.dir = "d"};
	ResultContract c = {.function = "f",
						.entry = full ? "int f(int n)" : NULL,
						.where = location("b.c:2", true),
						.given = "written",
						.called = {.bound = 4, .depth = 2},
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
	if (full) {
		vec_push(&c.not_compared, "padding");
		vec_push(&c.called.names, "n");
		vec_push(&c.called.nulls, "p");
	}
	vec_push(&r.versions.contracts, c);
	return r;
}

static inline Result explore_result(bool full)
{
	static const ResultTerm terms[] = {
		{"text", "sum ", NULL}, {"number", "arg1", "d"}, {"byte", NULL, NULL}};
	static const u32 executed[] = {1};
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
		c.targets = executed;
		c.n_targets = countof(executed);
		vec_push(&r.cases.inputs, "(declare-const arg1 (_ BitVec 32))");
		vec_push(&r.cases.targets, ((ResultTarget){"p.c:4", "modification in main", 1, 1}));
	}
	vec_push(&r.cases.list, c);
	vec_push(&r.cases.errors, e);
	vec_push(&r.cases.coverage, ((ResultCoverage){"p.c", 3, 4, 1, 2}));
	vec_push(&r.cases.coverage, ((ResultCoverage){"q.c", 1, 6, 0, 2}));
	return r;
}

static inline void fill_explained(ResultExplained *e, bool full)
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
					   .why = "the line was edited"};
	ResultHunk h = {.lines = {{"a.c", 2, 1}, {"b.c", 2, 3}}, .matters = true};
	ResultBlamed b = {.text = "h1 at b.c:2",
					  .units = 1,
					  .repairs = 1,
					  .without = "NEW without it does what OLD does",
					  .smallest = true};
	ResultStep step = {
		.subject = 1, .where = location("b.c:2", full), .value = {"4", "5"}, .source = "x + 1"};
	*e = (ResultExplained){.output = EXPLAINED_ALL,
						   .input = "4",
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

static inline Result explain_result(bool full, ResultExplained *e)
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

static inline char *written(const Result *r, const char *format)
{
	char *text = NULL;
	size_t n;
	FILE *to = open_memstream(&text, &n);
	Err err;
	result_format(format, &err)->write(r, to);
	fclose(to);
	return text;
}

static inline void has(const char *text, const char *part)
{
	if (!strstr(text, part))
		fail_msg("'%s' is not in:\n%s", part, text);
}

static inline void has_not(const char *text, const char *part)
{
	if (strstr(text, part))
		fail_msg("'%s' is in:\n%s", part, text);
}

#endif
