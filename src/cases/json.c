/* json.c: result.json. Keys are an interface: added, never renamed. */
#include "cases/impl.h"

#include <cjson/cJSON.h>

static const double PERIOD = 5; /* seconds between two writings while running, at least */
static const double SHARE = 20; /* and so many times what a writing takes */

static void add_place(const Cases *r, cJSON *to, const char *key, u32 loc)
{
	Buf place = {0};
	program_place(r->config.loaded, loc, &place);
	cJSON_AddStringToObject(to, key, buf_str(&place));
	buf_free(&place);
}

static void add_test(cJSON *to, u32 number)
{
	char name[32];
	snprintf(name, sizeof name, "tests/%04u", number);
	if (number)
		cJSON_AddStringToObject(to, "test", name);
	else
		cJSON_AddNullToObject(to, "test");
}

static cJSON *stats_json(const ExploreStats *s)
{
	cJSON *stats = cJSON_CreateObject(), *solver = cJSON_AddObjectToObject(stats, "solver");
	cJSON_AddNumberToObject(stats, "seconds", s->seconds);
	cJSON_AddNumberToObject(stats, "runs", (double)s->runs);
	cJSON_AddNumberToObject(stats, "runs_per_second",
							s->seconds > 0 ? (double)s->runs / s->seconds : 0);
	cJSON_AddNumberToObject(stats, "instructions", (double)s->instructions);
	if (s->deps.nodes) {
		cJSON *deps = cJSON_AddObjectToObject(stats, "dependence");
		cJSON_AddNumberToObject(deps, "nodes", (double)s->deps.nodes);
		cJSON_AddNumberToObject(deps, "bytes", (double)s->deps.bytes);
		cJSON_AddNumberToObject(deps, "entries", (double)s->deps.entries);
	}
	cJSON_AddNumberToObject(solver, "calls", (double)s->solve.calls);
	cJSON_AddNumberToObject(solver, "implied", (double)s->implied);
	cJSON_AddNumberToObject(solver, "seconds", s->solve.total_seconds);
	for (int i = 0; i < SOLVE_N_LAYERS; i++)
		cJSON_AddNumberToObject(solver, solve_layer_name((SolveLayer)i),
								(double)s->solve.answered[i]);
	cJSON_AddNumberToObject(solver, "sat", (double)s->solve.results[SOLVE_SAT]);
	cJSON_AddNumberToObject(solver, "unsat", (double)s->solve.results[SOLVE_UNSAT]);
	cJSON_AddNumberToObject(solver, "unknown", (double)s->solve.results[SOLVE_UNKNOWN]);
	return stats;
}

static cJSON *notes_json(const Cases *r)
{
	cJSON *notes = cJSON_CreateArray();
	size_t n;
	const Remark *list = explorer_remarks(r->config.explorer, &n);
	for (size_t i = 0; i < n; i++) {
		cJSON *note = cJSON_CreateObject();
		cJSON_AddStringToObject(note, "kind", list[i].kind);
		cJSON_AddStringToObject(note, "what", list[i].what);
		add_place(r, note, "where", list[i].loc);
		cJSON_AddNumberToObject(note, "count", (double)list[i].count);
		cJSON_AddBoolToObject(note, "incomplete", list[i].incomplete);
		cJSON_AddItemToArray(notes, note);
	}
	return notes;
}

/* Conditions never change once the path is found, so their text is made once. */
const char *condition_text(Cases *r, PathCase *c)
{
	if (c->condition)
		return c->condition;
	ExprList conds = {0};
	Buf text = {0};
	for (u32 i = 0; i < c->n_set; i++)
		vec_push(&conds, c->set[i]);
	if (!c->set)
		tree_path(explorer_tree(r->config.explorer), c->leaf, &conds);
	expr_text_simple(r->config.inputs->pool, conds.at, conds.len, CONDITION_LIMIT, &text);
	c->condition = xstrdup(conds.len ? buf_str(&text) : "true");
	vec_free(&conds);
	buf_free(&text);
	return c->condition;
}

static void add_signature(cJSON *to, const PathCase *c)
{
	cJSON_AddStringToObject(to, "signature", c->signature);
	if (c->condition_smt)
		cJSON_AddStringToObject(to, "condition_smt", c->condition_smt);
	else
		cJSON_AddNullToObject(to, "condition_smt");
	cJSON_AddItemToObject(to, "output_smt", cJSON_Parse(c->output_smt));
}

static cJSON *cases_json(Cases *r)
{
	cJSON *cases = cJSON_CreateArray();
	for (size_t i = 0; i < r->cases.len; i++) {
		PathCase *c = &r->cases.at[i];
		cJSON *one = cJSON_CreateObject();
		cJSON_AddStringToObject(one, "condition", condition_text(r, c));
		if (r->config.by != BY_PATH)
			add_signature(one, c);
		cJSON_AddStringToObject(one, "output", c->output);
		if (c->status >= 0)
			cJSON_AddNumberToObject(one, "status", c->status);
		else
			cJSON_AddNullToObject(one, "status");
		if (c->status_text)
			cJSON_AddStringToObject(one, "status_expr", c->status_text);
		cJSON_AddStringToObject(one, "outcome", outcome_name((Outcome)c->outcome));
		add_test(one, c->test);
		cJSON_AddItemToArray(cases, one);
	}
	return cases;
}

static cJSON *errors_json(const Cases *r)
{
	cJSON *errors = cJSON_CreateArray();
	for (size_t i = 0; i < r->failures.len; i++) {
		const Failure *f = &r->failures.at[i];
		cJSON *one = cJSON_CreateObject();
		cJSON_AddStringToObject(one, "kind", f->kind);
		add_place(r, one, "where", f->loc);
		cJSON_AddStringToObject(one, "report", f->report);
		cJSON_AddNumberToObject(one, "count", (double)f->count);
		add_test(one, f->test);
		cJSON_AddItemToArray(errors, one);
	}
	return errors;
}

static void add_coverage(cJSON *to, const FileCoverage *f)
{
	cJSON_AddNumberToObject(to, "lines", f->lines);
	cJSON_AddNumberToObject(to, "lines_total", f->lines_total);
	cJSON_AddNumberToObject(to, "branches", f->branches);
	cJSON_AddNumberToObject(to, "branches_total", f->branches_total);
}

static cJSON *coverage_json(const Cases *r)
{
	Coverage list = {0};
	FileCoverage sum = {0};
	cJSON *coverage = cJSON_CreateObject(), *files = cJSON_CreateObject();
	coverage_collect(r->config.loaded, r->config.machine, &list);
	for (size_t i = 0; i < list.len; i++) {
		sum.lines += list.at[i].lines;
		sum.lines_total += list.at[i].lines_total;
		sum.branches += list.at[i].branches;
		sum.branches_total += list.at[i].branches_total;
		add_coverage(cJSON_AddObjectToObject(files, list.at[i].file), &list.at[i]);
	}
	add_coverage(coverage, &sum);
	cJSON_AddItemToObject(coverage, "files", files);
	vec_free(&list);
	return coverage;
}

/* Declarations for the terms and formulas of the cases. */
static cJSON *inputs_json(const Cases *r)
{
	cJSON *list = cJSON_CreateArray();
	ExprPool *pool = r->config.inputs->pool;
	for (u32 v = 0; v < input_vars(pool); v++) {
		Buf text = {0};
		buf_adds(&text, "(declare-const ");
		expr_smtlib_name(pool, v, &text);
		buf_addf(&text, " (_ BitVec %u))", input_width(pool, v));
		cJSON_AddItemToArray(list, cJSON_CreateString(text.at));
		buf_free(&text);
	}
	return list;
}

static cJSON *result_json(Cases *r, bool running, ExploreEnd end)
{
	static const char *const ends[] = {"done", "time", "runs", "stopped", "memory"};
	cJSON *root = cJSON_CreateObject();
	const ExploreStats *s = explorer_stats(r->config.explorer);
	cJSON_AddStringToObject(root, "command", "explore");
	cJSON_AddStringToObject(root, "verdict", r->failures.len ? "errors found" : "no errors found");
	cJSON_AddBoolToObject(root, "exhaustive", !running && explorer_exhaustive(r->config.explorer));
	cJSON_AddStringToObject(root, "ended", running ? "running" : ends[end]);
	cJSON_AddStringToObject(root, "program", r->config.program);
	if (r->config.cflags)
		cJSON_AddStringToObject(root, "cflags", r->config.cflags);
	if (r->config.entry)
		cJSON_AddStringToObject(root, "entry", r->config.entry);
	if (r->config.entry_type)
		cJSON_AddNumberToObject(root, "bound", r->config.bound);
	cJSON_AddItemToObject(root, "stats", stats_json(s));
	cJSON_AddItemToObject(root, "notes", notes_json(r));
	WorldView world = cases_world(r, !running);
	cJSON_AddItemToObject(root, "world", world_json(&world));
	cJSON_AddStringToObject(root, "by", condition_name(r->config.by));
	cJSON_AddNumberToObject(root, "paths", (double)s->paths);
	if (r->config.by != BY_PATH) {
		cJSON_AddNumberToObject(root, "partitions", (double)s->paths);
		cJSON_AddItemToObject(root, "inputs_smt", inputs_json(r));
	}
	cJSON_AddNumberToObject(root, "constraints_average",
							r->cases.len ? (double)r->constraints / (double)r->cases.len : 0);
	cJSON_AddNumberToObject(root, "outcomes", (double)r->outcomes.len);
	cJSON_AddItemToObject(root, "cases", cases_json(r));
	cJSON_AddItemToObject(root, "errors", errors_json(r));
	cJSON_AddItemToObject(root, "coverage", coverage_json(r));
	return root;
}

bool cases_write(Cases *r, bool running, ExploreEnd end, Err *err)
{
	double begin = now_seconds();
	if (running && begin - r->written < PERIOD + SHARE * r->cost)
		return true;
	cJSON *root = result_json(r, running, end);
	char *text = cJSON_Print(root), *path = xasprintf("%s/result.json", r->config.dir);
	bool good = file_write(path, text, strlen(text), err);
	if (good && r->trouble.text[0])
		good = err_set(err, "%s", r->trouble.text);
	free(text);
	free(path);
	cJSON_Delete(root);
	r->written = now_seconds();
	r->cost = r->written - begin;
	return good;
}

void cases_print_json(Cases *r, ExploreEnd end, FILE *to)
{
	cJSON *root = result_json(r, false, end);
	char *text = cJSON_Print(root);
	fprintf(to, "%s\n", text);
	free(text);
	cJSON_Delete(root);
}
