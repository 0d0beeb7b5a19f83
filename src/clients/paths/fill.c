/* fill.c: fills a result from an exploration. */
#include "clients/paths/impl.h"

#include "engine/explore/fill.h"

static const double WRITING = 0.3; /* seconds for conditions, on the way and once time is up */

/* Conditions never change once the path is found, so their text is made once. */
static const char *condition_text(Cases *r, const PathCase *c)
{
	ExprList conds = {0};
	Buf text = {0};
	vec_append(&conds, c->set, c->n_set);
	if (!c->set)
		tree_path(explorer_tree(r->config.explorer), c->leaf, &conds);
	expr_text_simple(r->config.inputs->pool, conds.at, conds.len, CONDITION_LIMIT, &text);
	const char *made = conds.len ? arena_strdup(&r->arena, buf_str(&text)) : "true";
	vec_free(&conds);
	buf_free(&text);
	return made;
}

static void fill_stats(const Cases *r, Result *to)
{
	const ExploreStats *s = explorer_stats(r->config.explorer);
	fill_solver(to, s, NULL);
	result_figure(to, "solver", "sat", (double)s->solve.results[SOLVE_SAT]);
	result_figure(to, "solver", "unsat", (double)s->solve.results[SOLVE_UNSAT]);
	result_figure(to, "solver", "unknown", (double)s->solve.results[SOLVE_UNKNOWN]);
	result_figure(to, "", "seconds", s->seconds);
	result_figure(to, "", "runs", (double)s->runs);
	result_figure(to, "", "runs_per_second", s->seconds > 0 ? (double)s->runs / s->seconds : 0);
	result_figure(to, "", "instructions", (double)s->instructions);
	fill_compiled(to, r->config.native_code);
	if (s->deps.nodes) {
		result_figure(to, "dependence", "nodes", (double)s->deps.nodes);
		result_figure(to, "dependence", "bytes", (double)s->deps.bytes);
		result_figure(to, "dependence", "entries", (double)s->deps.entries);
	}
}

static void fill_notes(const Cases *r, Result *to)
{
	size_t n;
	const Remark *list = explorer_remarks(r->config.explorer, &n);
	for (size_t i = 0; i < n; i++)
		result_note(to, list[i].kind, list[i].what,
					fill_location(to, r->config.loaded, list[i].loc), list[i].count,
					list[i].incomplete);
	for (size_t i = 0; i < r->config.inputs->limits.len; i++)
		result_note(to, "shape", r->config.inputs->limits.at[i], result_nowhere, 1, false);
}

/* Declarations for the terms and formulas of partitions. */
static void fill_inputs(const Cases *r, Result *to)
{
	ExprPool *pool = r->config.inputs->pool;
	Buf text = {0};
	for (u32 v = 0; v < input_vars(pool); v++) {
		buf_adds(&text, "(declare-const ");
		expr_smtlib_name(pool, v, &text);
		buf_addf(&text, " (_ BitVec %u))", input_width(pool, v));
		vec_push(&to->cases.inputs, result_take(to, &text));
	}
	buf_free(&text);
}

static void fill_targets(const CaseTargets *t, Result *to)
{
	for (size_t i = 0; i < t->list.len; i++) {
		const CaseTarget *one = &t->list.at[i];
		ResultTarget shown = {one->where, one->what, one->change, one->cases};
		vec_push(&to->cases.targets, shown);
	}
	for (size_t i = 0; i < t->notes.len; i++)
		result_note(to, "changes", t->notes.at[i], result_nowhere, 1, false);
}

/* While it goes on, a part of what there is; when it ended early, a little more. */
static Budget writing(const Cases *r, bool running, bool hurry)
{
	Budget b = {.end = hurry ? now_seconds() + WRITING : 0};
	if (running) {
		const Budget *all = explorer_budget(r->config.explorer);
		b.stop = all->stop;
		b.end = all->end > 0 && all->end < b.end ? all->end : b.end;
	}
	return b;
}

/* running: only tests have conditions, since the search waits for the text. until: no more conditions when
 * it is over. */
static void fill_cases(Cases *r, bool running, Budget *until, Result *to)
{
	const CasesConfig *c = &r->config;
	ResultCases *all = &to->cases;
	all->by = condition_name(c->by);
	all->partitions = c->by != BY_PATH;
	all->paths = explorer_stats(c->explorer)->paths;
	all->constraints = r->constraints;
	all->outcomes = r->outcomes.len;
	all->tests = r->tests;
	all->without = (ResultUntested){all->paths - r->tests, r->outcomes.len - r->shown, r->covering};
	all->left_out = r->left_out;
	if (all->partitions)
		fill_inputs(r, to);
	if (c->targets)
		fill_targets(c->targets, to);
	vec_reserve(&all->list, r->cases.len);
	for (size_t i = 0; i < r->cases.len; i++) {
		PathCase *one = &r->cases.at[i];
		if (!one->shown.condition && (one->shown.test || !running) && !budget_over(until))
			one->shown.condition = condition_text(r, one);
		vec_push(&all->list, one->shown);
		if (!one->shown.condition)
			vec_last(&all->list).condition = "...";
	}
	for (size_t i = 0; i < r->failures.len; i++) {
		ResultError e = r->failures.at[i].shown;
		e.where = fill_location(to, c->loaded, r->failures.at[i].loc);
		vec_push(&all->errors, e);
	}
	fill_coverage(to, c->loaded, c->machine);
}

static void fill(Cases *r, bool running, ExploreEnd end, Result *to)
{
	const CasesConfig *c = &r->config;
	WorldView world = {.program = {c->loaded},
					   .machine = {c->machine},
					   .n = 1,
					   .inputs = c->inputs,
					   .ended = !running};
	*to = (Result){.command = "explore",
				   .parts = RESULT_CASES,
				   .verdict = r->failures.len ? VERDICT_ERRORS : VERDICT_NO_ERRORS,
				   .exhaustive = !running && explorer_exhaustive(c->explorer),
				   .ended = running ? RESULT_RUNNING : fill_end(end),
				   .over = !running && end != END_DONE,
				   .waiting = explorer_waiting(c->explorer),
				   .subjects = {{"program", c->program, c->cflags}},
				   .n_subjects = 1,
				   .name = c->name,
				   .dir = c->dir,
				   .entry = c->entry,
				   .bound = c->entry_type ? c->bounds.bytes : 0,
				   .depth = c->entry ? c->bounds.depth : 0,
				   .clock = c->inputs->clock,
				   .limits = c->limits,
				   .native = c->native};
	to->limits.instructions = machine_limit(c->machine);
	fill_shapes(c->inputs, &to->shapes);
	fill_stats(r, to);
	fill_notes(r, to);
	fill_world(to, &world);
	Budget until = writing(r, running, running || end == END_TIME || end == END_STOPPED);
	fill_cases(r, running, &until, to);
}

void cases_fill(Cases *r, ExploreEnd end, Result *to)
{
	fill(r, false, end, to);
}

void cases_tick(Cases *r)
{
	Result now;
	Err ignored;
	if (!result_due(&r->file, true))
		return;
	fill(r, true, END_DONE, &now);
	result_save(&r->file, &now, &ignored);
	result_free(&now);
}

bool cases_save(Cases *r, const Result *result, Err *err)
{
	if (!result_save(&r->file, result, err))
		return false;
	return !r->trouble.text[0] || err_set(err, "%s", r->trouble.text);
}
