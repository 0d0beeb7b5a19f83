/* json.c: a result for other programs. Keys are an interface: added, never renamed. */
#include <unistd.h>

#include "output/result/json/json.h"

/* ---- pieces ---- */

void json_text_or_null(cJSON *to, const char *key, const char *text)
{
	if (text)
		cJSON_AddStringToObject(to, key, text);
	else
		cJSON_AddNullToObject(to, key);
}

static void add_text(cJSON *to, const char *key, const char *text)
{
	if (text)
		cJSON_AddStringToObject(to, key, text);
}

static void add_number(cJSON *to, const char *key, u64 n)
{
	cJSON_AddNumberToObject(to, key, (double)n);
}

static void add_status(cJSON *to, int status)
{
	if (status >= 0)
		cJSON_AddNumberToObject(to, "status", status);
	else
		cJSON_AddNullToObject(to, "status");
}

void json_test(cJSON *to, u32 number)
{
	char name[32];
	snprintf(name, sizeof name, "tests/%04u", number);
	json_text_or_null(to, "test", number ? name : NULL);
}

void json_lines(cJSON *to, const ResultLines *l)
{
	cJSON_AddStringToObject(to, "file", l->file);
	cJSON_AddNumberToObject(to, "first_line", l->first);
	cJSON_AddNumberToObject(to, "last_line", l->last);
}

/* Writes a location as text, and as lines if they are known. */
static void add_location(cJSON *to, const ResultLocation *p)
{
	cJSON_AddStringToObject(to, "where", p->text);
	if (p->lines.file)
		json_lines(cJSON_AddObjectToObject(to, "place"), &p->lines);
}

cJSON *json_one(cJSON *list)
{
	cJSON *one = cJSON_CreateObject();
	cJSON_AddItemToArray(list, one);
	return one;
}

void json_ids(cJSON *to, const char *key, const u32 *ids, size_t n)
{
	cJSON *list = cJSON_AddArrayToObject(to, key);
	for (size_t i = 0; i < n; i++)
		cJSON_AddItemToArray(list, cJSON_CreateNumber(ids[i]));
}

void json_texts(cJSON *to, const char *key, const char *const *texts, size_t n)
{
	cJSON *list = cJSON_AddArrayToObject(to, key);
	for (size_t i = 0; i < n; i++)
		cJSON_AddItemToArray(list, cJSON_CreateString(texts[i]));
}

/* ---- every command ---- */

static void add_curve(cJSON *stats, const Result *r)
{
	cJSON *list = r->curve.len ? cJSON_AddArrayToObject(stats, "curve") : NULL;
	for (size_t i = 0; i < r->curve.len; i++) {
		const ResultPoint *p = &r->curve.at[i];
		cJSON *one = json_one(list);
		cJSON_AddNumberToObject(one, "seconds", p->seconds);
		add_number(one, "paths", p->paths);
		add_number(one, "found", p->found);
		cJSON_AddNumberToObject(one, "solver_seconds", p->solver_seconds);
	}
}

static void add_guides(cJSON *stats, const Result *r)
{
	cJSON *list = r->versions.guides.len ? cJSON_AddArrayToObject(stats, "guides") : NULL;
	for (size_t i = 0; i < r->versions.guides.len; i++) {
		const ResultGuide *g = &r->versions.guides.at[i];
		cJSON *one = json_one(list);
		cJSON_AddStringToObject(one, "name", g->name);
		add_number(one, "work", g->work);
		add_number(one, "runs", g->runs);
		add_number(one, "brought", g->brought);
	}
}

static void add_stats(cJSON *root, const Result *r)
{
	cJSON *stats = cJSON_AddObjectToObject(root, "stats");
	for (size_t i = 0; i < r->figures.len; i++) {
		const ResultFigure *f = &r->figures.at[i];
		cJSON *to = *f->group ? cJSON_GetObjectItemCaseSensitive(stats, f->group) : stats;
		if (!to)
			to = cJSON_AddObjectToObject(stats, f->group);
		if (f->kind == FIGURE_FLAG)
			cJSON_AddBoolToObject(to, f->name, f->value != 0);
		else
			cJSON_AddNumberToObject(to, f->name, f->value);
	}
	add_curve(stats, r);
	add_guides(stats, r);
}

static void add_notes(cJSON *root, const Result *r)
{
	cJSON *notes = cJSON_AddArrayToObject(root, "notes");
	for (size_t i = 0; i < r->notes.len; i++) {
		const ResultNote *n = &r->notes.at[i];
		cJSON *one = json_one(notes);
		cJSON_AddStringToObject(one, "kind", n->kind);
		cJSON_AddStringToObject(one, "what", n->what);
		add_location(one, &n->where);
		add_number(one, "count", n->count);
		cJSON_AddBoolToObject(one, "incomplete", n->incomplete);
	}
}

static void add_world(cJSON *root, const Result *r)
{
	cJSON *list = cJSON_AddArrayToObject(root, "world");
	for (size_t i = 0; i < r->world.len; i++) {
		const ResultWorld *w = &r->world.at[i];
		cJSON *one = json_one(list);
		cJSON_AddStringToObject(one, "kind", w->kind);
		add_text(one, "name", w->name);
		add_location(one, &w->where);
		add_number(one, "count", w->count);
		cJSON_AddBoolToObject(one, "varied", w->varied);
		add_text(one, "tried", w->tried);
		cJSON_AddBoolToObject(one, "alone", w->alone);
		if (w->near == RESULT_AT_CHANGED)
			add_text(one, "near", "changed line");
		if (w->near == RESULT_IN_CHANGED)
			add_text(one, "near", "changed function");
	}
}

static void add_call(cJSON *root, const ResultCall *call)
{
	static const char *const roles[2][2] = {{"old", "old_cflags"}, {"new", "new_cflags"}};
	if (!call)
		return;
	cJSON *to = cJSON_AddObjectToObject(root, "call");
	cJSON *text = cJSON_AddArrayToObject(to, "text");
	for (size_t i = 0; i < call->text->len; i++)
		cJSON_AddItemToArray(text, cJSON_CreateString(call->text->at[i]));
	for (int side = 0; side < 2; side++) {
		cJSON_AddStringToObject(to, roles[side][0], call->version[side]);
		add_text(to, roles[side][1], call->cflags[side]);
	}
}

static void add_names(cJSON *to, const char *key, const StrList *names)
{
	cJSON *list = cJSON_AddArrayToObject(to, key);
	for (size_t i = 0; i < names->len; i++)
		cJSON_AddItemToArray(list, cJSON_CreateString(names->at[i]));
}

static void add_reads(cJSON *root, const ResultReads *reads)
{
	if (!reads)
		return;
	cJSON *to = cJSON_AddObjectToObject(root, "files_read");
	add_names(to, "old", &reads->own[0]);
	add_names(to, "new", &reads->own[1]);
	add_names(to, "changed", &reads->changed);
	add_number(to, "shared", reads->shared);
}

static void add_head(cJSON *root, const Result *r)
{
	cJSON_AddNumberToObject(root, "format", RESULT_FORMAT);
	cJSON_AddStringToObject(root, "command", r->command);
	cJSON_AddStringToObject(root, "verdict", verdict_name(r->verdict));
	cJSON_AddBoolToObject(root, "exhaustive", r->exhaustive);
	if (r->n_subjects > 1)
		cJSON_AddBoolToObject(root, "every_input", r->versions.every_input);
	cJSON_AddStringToObject(root, "ended", result_end_name(r->ended));
	char *here = getcwd(NULL, 0);
	add_text(root, "directory", here);
	free(here);
	add_text(root, "name", r->name);
	for (u32 i = 0; i < r->n_subjects; i++)
		cJSON_AddStringToObject(root, r->subjects[i].role, r->subjects[i].name);
	for (u32 i = 0; i < r->n_subjects; i++) {
		char key[32] = "cflags";
		if (r->n_subjects > 1)
			snprintf(key, sizeof key, "%s_cflags", r->subjects[i].role);
		add_text(root, key, r->subjects[i].cflags);
	}
	add_call(root, r->call);
	add_reads(root, r->reads);
	add_text(root, "entry", r->entry);
	if (r->bound)
		cJSON_AddNumberToObject(root, "bound", r->bound);
	if (r->depth)
		cJSON_AddNumberToObject(root, "depth", r->depth);
	if (r->clock)
		add_number(root, "clock", (u64)r->clock);
	if (r->limits.instructions)
		add_number(root, "limit_insns", r->limits.instructions);
	if (r->limits.bytes)
		add_number(root, "limit_mem", r->limits.bytes);
	if (!r->native || !r->native[0])
		return;
	cJSON *native = cJSON_AddArrayToObject(root, "native");
	for (size_t i = 0; r->native[i]; i++)
		cJSON_AddItemToArray(native, cJSON_CreateString(r->native[i]));
}

/* ---- two versions ---- */

static void add_covers(cJSON *root, const ResultVersions *v)
{
	cJSON *executed = cJSON_AddObjectToObject(root, "changes_executed");
	VEC(u32) ids = {0};
	for (size_t i = 0; i < v->changes.len; i++)
		if (v->changes.at[i].reached)
			vec_push(&ids, v->changes.at[i].id);
	add_number(executed, "number", ids.len);
	json_ids(executed, "list", ids.at, ids.len);
	json_texts(root, "not_compared", v->not_compared.at, v->not_compared.len);
	json_text_or_null(root, "vacuous", v->vacuous);
	if (v->one_end)
		cJSON_AddStringToObject(root, "every_run_ends", v->one_end);
	if (v->suggestion)
		cJSON_AddStringToObject(root, "suggestion", v->suggestion);
	vec_free(&ids);
}

static void add_overflows(cJSON *root, const Result *r)
{
	cJSON *list = cJSON_AddArrayToObject(root, "overflow");
	for (size_t i = 0; i < r->versions.overflows.len; i++) {
		const ResultOverflow *o = &r->versions.overflows.at[i];
		cJSON *one = json_one(list);
		cJSON_AddStringToObject(one, "side", r->subjects[o->subject].role);
		add_location(one, &o->where);
		cJSON_AddStringToObject(one, "input", o->input);
		cJSON_AddStringToObject(one, "condition", o->condition);
	}
}

static void add_changes(cJSON *root, const Result *r)
{
	cJSON *list = cJSON_AddArrayToObject(root, "changes");
	for (size_t i = 0; i < r->versions.changes.len; i++) {
		const ResultChange *c = &r->versions.changes.at[i];
		cJSON *one = json_one(list);
		cJSON_AddNumberToObject(one, "id", c->id);
		cJSON_AddStringToObject(one, "kind", c->kind);
		cJSON_AddStringToObject(one, "what", c->what);
		for (u32 k = 0; k < r->n_subjects; k++)
			cJSON_AddStringToObject(one, r->subjects[k].role, c->where[k]);
		cJSON *locations = cJSON_AddObjectToObject(one, "places");
		for (u32 k = 0; k < r->n_subjects; k++) {
			cJSON *of = cJSON_AddArrayToObject(locations, r->subjects[k].role);
			for (size_t n = 0; n < c->lines[k].len; n++)
				json_lines(json_one(of), &c->lines[k].at[n]);
		}
		cJSON_AddBoolToObject(one, "refactoring", c->refactoring);
		cJSON_AddBoolToObject(one, "reached", c->reached);
		cJSON_AddBoolToObject(one, "infected", c->infected);
		cJSON_AddBoolToObject(one, "propagated", c->propagated);
		if (c->reached)
			add_number(one, "runs_to_reach", c->runs_to_reach);
		else
			cJSON_AddNullToObject(one, "runs_to_reach");
	}
}

/* ---- what was printed ---- */

enum { PRINTED_LIMIT = 1 << 14 }; /* bytes of a stream that are written */

/* False: it is not byte for byte what was printed. */
static bool add_stream(cJSON *to, const char *key, ResultBytes bytes)
{
	Buf text = {0};
	ResultBytes begin = {bytes.at, bytes.n < PRINTED_LIMIT ? bytes.n : PRINTED_LIMIT};
	bool exact = json_bytes(begin, &text) && begin.n == bytes.n;
	cJSON_AddStringToObject(to, key, buf_str(&text));
	buf_free(&text);
	return exact;
}

static void add_printed(cJSON *to, const ResultPrinted *p)
{
	cJSON *one = cJSON_AddObjectToObject(to, "concrete");
	bool exact = add_stream(one, "stdout", p->out);
	exact &= add_stream(one, "stderr", p->err);
	cJSON_AddBoolToObject(one, "exact", exact);
}

/* ---- differences and partitions ---- */

static void add_side(cJSON *to, const char *role, const ResultSide *s)
{
	cJSON *one = cJSON_AddObjectToObject(to, role);
	cJSON_AddStringToObject(one, "output", s->output);
	cJSON_AddStringToObject(one, "ends", s->ends);
	add_status(one, s->status);
	add_text(one, "returned", s->returned);
	add_printed(one, &s->printed);
}

void json_effect(cJSON *to, const Result *r, const ResultSteps *effect)
{
	cJSON *list = cJSON_AddArrayToObject(to, "effect");
	for (size_t i = 0; i < effect->len; i++) {
		const ResultStep *s = &effect->at[i];
		cJSON *one = json_one(list);
		add_location(one, &s->where);
		cJSON_AddStringToObject(one, "version", r->subjects[s->subject].role);
		for (u32 k = 0; k < r->n_subjects; k++)
			cJSON_AddStringToObject(one, r->subjects[k].role, s->value[k]);
		cJSON_AddStringToObject(one, "source", s->source);
	}
}

/* What the command line does not show. */
static void add_given(cJSON *to, const ResultDifference *d)
{
	cJSON *list = d->given.len ? cJSON_AddArrayToObject(to, "given") : NULL;
	if (d->variables && *d->variables)
		cJSON_AddStringToObject(to, "variables", d->variables);
	for (size_t i = 0; i < d->given.len; i++) {
		const ResultGiven *g = &d->given.at[i];
		cJSON *one = json_one(list);
		cJSON_AddStringToObject(one, "name", g->name);
		cJSON_AddStringToObject(one, "file", g->file);
		cJSON_AddStringToObject(one, "text", g->text);
		add_number(one, "bytes", g->bytes);
		if (!g->whole)
			cJSON_AddBoolToObject(one, "cut", true);
	}
}

/* For people: a command line for a shell, and its effect. */
static void add_words(cJSON *to, const Result *r, const ResultDifference *d)
{
	Buf text = {0};
	add_command(r, d, &text);
	cJSON_AddStringToObject(to, "command", buf_str(&text));
	buf_reset(&text);
	add_effect(d, &text);
	cJSON_AddStringToObject(to, "answer", buf_str(&text));
	buf_free(&text);
}

static void add_differences(cJSON *root, const Result *r)
{
	cJSON *list = cJSON_AddArrayToObject(root, "differences");
	for (size_t i = 0; i < r->versions.differences.len; i++) {
		const ResultDifference *d = &r->versions.differences.at[i];
		cJSON *one = json_one(list);
		json_test(one, d->test);
		cJSON_AddNumberToObject(one, "group", d->group);
		cJSON_AddBoolToObject(one, "confirmed", d->confirmed);
		add_text(one, "unconfirmed", d->unconfirmed);
		cJSON_AddStringToObject(one, "id", d->id.text);
		cJSON_AddStringToObject(one, "input", d->input);
		add_given(one, d);
		add_words(one, r, d);
		for (u32 k = 0; k < r->n_subjects; k++)
			add_side(one, r->subjects[k].role, &d->side[k]);
		cJSON_AddStringToObject(one, "condition", d->condition);
		add_text(one, "when", d->when);
		cJSON_AddBoolToObject(one, "generalised", d->path_condition != NULL);
		add_text(one, "path_condition", d->path_condition);
		cJSON_AddBoolToObject(one, "undefined", d->undefined != NULL);
		add_text(one, "undefined_what", d->undefined);
		add_text(one, "stub", d->stub);
		add_text(one, "files", d->files);
		json_ids(one, "changes", d->changes.at, d->changes.len);
		json_effect(one, r, &d->effect);
		if (d->explained)
			json_explained(cJSON_AddObjectToObject(one, "explained"), r, d->explained);
		if (d->like)
			cJSON_AddNumberToObject(one, "like", d->like);
		add_number(one, "runs", d->runs);
		cJSON_AddNumberToObject(one, "seconds", d->seconds);
		json_judged(one, d);
	}
	cJSON_AddNumberToObject(root, "semantic_changes", r->versions.semantic);
	cJSON_AddNumberToObject(root, "stories", result_stories(&r->versions));
}

static void add_accepted(cJSON *root, const ResultVersions *v)
{
	cJSON *list = cJSON_AddArrayToObject(root, "accepted");
	for (size_t i = 0; i < v->accepted.len; i++) {
		cJSON *one = json_one(list);
		add_text(one, "test", v->accepted.at[i].test);
		if (v->accepted.at[i].reason)
			cJSON_AddStringToObject(one, "id", v->accepted.at[i].id.text);
		add_text(one, "reason", v->accepted.at[i].reason);
		cJSON_AddBoolToObject(one, "differs", v->accepted.at[i].differs);
		add_number(one, "pairs", v->accepted.at[i].pairs);
	}
}

static void add_doing(cJSON *to, const char *role, const ResultDoing *d, const ResultPrinted *p)
{
	cJSON *one = cJSON_AddObjectToObject(to, role);
	cJSON_AddStringToObject(one, "output", d->out);
	cJSON_AddStringToObject(one, "stderr", d->err);
	cJSON_AddStringToObject(one, "ends", d->ends);
	cJSON_AddStringToObject(one, "files", d->files);
	cJSON_AddStringToObject(one, "undefined", d->undefined);
	add_printed(one, p);
}

static void add_row(cJSON *list, const Result *r, const ResultGroup *g, const ResultRow *row,
					size_t number)
{
	cJSON *one = json_one(list);
	cJSON_AddStringToObject(one, "relation", result_relation_name(g->relation));
	add_number(one, "group", number);
	cJSON_AddStringToObject(one, "condition", row->condition);
	add_text(one, "differs_if", row->differs_if);
	cJSON_AddStringToObject(one, "input", row->input);
	if (row->test) {
		json_test(one, row->test);
		cJSON_AddBoolToObject(one, "confirmed", row->confirmed);
		add_text(one, "unconfirmed", row->unconfirmed);
	}
	for (u32 k = 0; k < r->n_subjects; k++)
		add_doing(one, r->subjects[k].role, &g->doing[k], &row->printed[k]);
	json_ids(one, "changes", row->changes.at, row->changes.len);
}

static void add_partitions(cJSON *root, const Result *r)
{
	const ResultVersions *v = &r->versions;
	cJSON *counts = cJSON_AddObjectToObject(root, "counts");
	for (int i = 0; i < RESULT_RELATIONS; i++)
		add_number(counts, result_relation_name((ResultRelation)i), v->rows[i]);
	add_number(counts, "without_change", v->untouched);
	cJSON *list = cJSON_AddArrayToObject(root, "partitions");
	for (size_t i = 0; i < v->groups.len; i++)
		for (size_t k = 0; k < v->groups.at[i].rows.len; k++)
			add_row(list, r, &v->groups.at[i], &v->groups.at[i].rows.at[k], i + 1);
}

static void add_explanation(cJSON *one, const Result *r, const ResultWhy *w)
{
	cJSON_AddStringToObject(one, "input", w->input);
	cJSON *infected = cJSON_AddArrayToObject(one, "infected");
	for (size_t i = 0; i < w->infected.len; i++) {
		const ResultInfected *v = &w->infected.at[i];
		cJSON *x = json_one(infected);
		add_location(x, &v->where);
		cJSON_AddStringToObject(x, "what", v->what);
		for (u32 k = 0; k < r->n_subjects; k++)
			cJSON_AddStringToObject(x, r->subjects[k].role, v->value[k]);
		add_text(x, "from", v->from);
		add_number(x, "count", v->count);
	}
	cJSON *ends = cJSON_AddArrayToObject(one, "ends");
	for (size_t i = 0; i < w->ends.len; i++) {
		cJSON *x = json_one(ends);
		cJSON_AddStringToObject(x, "kind", w->ends.at[i].kind);
		cJSON_AddStringToObject(x, "text", w->ends.at[i].text);
		add_number(x, "count", w->ends.at[i].count);
	}
	add_number(one, "alone", w->alone);
	add_number(one, "as_expressions", w->maybe);
	cJSON_AddBoolToObject(one, "cut", w->cut);
}

static void add_stopped(cJSON *root, const ResultStopped *s)
{
	if (!s)
		return;
	cJSON *to = cJSON_AddObjectToObject(root, "stopped");
	cJSON_AddStringToObject(to, "kind", s->kind);
	add_text(to, "input", s->input);
	add_text(to, "variable", s->variable);
	add_text(to, "where", s->where);
	json_texts(to, "give", s->give.at, s->give.len);
}

static void add_why(cJSON *root, const Result *r)
{
	add_stopped(root, r->versions.stopped);
	cJSON *list = cJSON_AddArrayToObject(root, "why");
	for (size_t i = 0; i < r->versions.why.len; i++) {
		const ResultWhy *w = &r->versions.why.at[i];
		cJSON *one = json_one(list);
		if (w->input)
			add_explanation(one, r, w);
		cJSON_AddNumberToObject(one, "change", w->change);
	}
}

/* ---- one program ---- */

static void add_signature(cJSON *to, const ResultCase *c)
{
	cJSON_AddStringToObject(to, "signature", c->signature);
	json_text_or_null(to, "condition_smt", c->condition_smt);
	cJSON *list = cJSON_AddArrayToObject(to, "output_smt");
	for (size_t i = 0; i < c->n_terms; i++) {
		cJSON *one = json_one(list);
		bool plain = !strcmp(c->terms[i].kind, "text");
		cJSON_AddStringToObject(one, "kind", c->terms[i].kind);
		json_text_or_null(one, plain ? "text" : "term", c->terms[i].text);
		if (c->terms[i].format)
			cJSON_AddStringToObject(one, "format", c->terms[i].format);
	}
}

static void add_executed(cJSON *to, const ResultCase *c)
{
	cJSON *list = cJSON_AddArrayToObject(to, "targets");
	for (size_t i = 0; i < c->n_targets; i++)
		cJSON_AddItemToArray(list, cJSON_CreateNumber(c->targets[i]));
}

static void add_targets(cJSON *root, const ResultCases *all)
{
	if (!all->targets.len)
		return;
	cJSON *list = cJSON_AddArrayToObject(root, "targets");
	for (size_t i = 0; i < all->targets.len; i++) {
		const ResultTarget *t = &all->targets.at[i];
		cJSON *one = json_one(list);
		cJSON_AddStringToObject(one, "where", t->where);
		if (t->what) {
			cJSON_AddNumberToObject(one, "change", t->change);
			cJSON_AddStringToObject(one, "what", t->what);
		}
		add_number(one, "cases", t->cases);
	}
}

static void add_cases(cJSON *root, const ResultCases *all)
{
	cJSON *list = cJSON_AddArrayToObject(root, "cases");
	for (size_t i = 0; i < all->list.len; i++) {
		const ResultCase *c = &all->list.at[i];
		cJSON *one = json_one(list);
		cJSON_AddStringToObject(one, "condition", c->condition);
		if (c->signature)
			add_signature(one, c);
		if (all->targets.len)
			add_executed(one, c);
		cJSON_AddStringToObject(one, "output", c->output);
		add_status(one, c->status);
		add_text(one, "status_expr", c->status_expr);
		cJSON_AddStringToObject(one, "outcome", c->outcome);
		json_test(one, c->test);
	}
}

static void add_errors(cJSON *root, const ResultCases *all)
{
	cJSON *list = cJSON_AddArrayToObject(root, "errors");
	for (size_t i = 0; i < all->errors.len; i++) {
		const ResultError *e = &all->errors.at[i];
		cJSON *one = json_one(list);
		cJSON_AddStringToObject(one, "kind", e->kind);
		add_location(one, &e->where);
		cJSON_AddStringToObject(one, "report", e->report);
		add_number(one, "count", e->count);
		json_test(one, e->test);
	}
}

static void add_shares(cJSON *to, const ResultCoverage *c)
{
	cJSON_AddNumberToObject(to, "lines", c->lines);
	cJSON_AddNumberToObject(to, "lines_total", c->lines_total);
	cJSON_AddNumberToObject(to, "branches", c->branches);
	cJSON_AddNumberToObject(to, "branches_total", c->branches_total);
}

static void add_coverage(cJSON *root, const Result *r)
{
	cJSON *coverage = cJSON_AddObjectToObject(root, "coverage");
	ResultCoverage sum = result_coverage(r);
	add_shares(coverage, &sum);
	cJSON *files = cJSON_AddObjectToObject(coverage, "files");
	for (size_t i = 0; i < r->cases.coverage.len; i++) {
		const ResultCoverage *c = &r->cases.coverage.at[i];
		add_shares(cJSON_AddObjectToObject(files, c->file), c);
	}
}

static void add_program(cJSON *root, const Result *r)
{
	const ResultCases *all = &r->cases;
	cJSON_AddStringToObject(root, "by", all->by);
	add_number(root, "paths", all->paths);
	if (all->partitions) {
		add_number(root, "partitions", all->paths);
		json_texts(root, "inputs_smt", all->inputs.at, all->inputs.len);
	}
	cJSON_AddNumberToObject(root, "constraints_average", result_constraints(r));
	add_number(root, "outcomes", all->outcomes);
	add_targets(root, all);
	add_cases(root, all);
	add_number(root, "cases_left_out", all->left_out);
	cJSON *untested = cJSON_AddObjectToObject(root, "without_test");
	add_number(untested, "paths", all->without.paths);
	add_number(untested, "outcomes", all->without.outcomes);
	add_number(untested, "covering", all->without.covering);
	add_errors(root, all);
	add_coverage(root, r);
}

/* ---- the whole ---- */

char *result_json(const Result *r)
{
	cJSON *root = cJSON_CreateObject();
	add_head(root, r);
	json_origin(root);
	json_shapes(root, &r->shapes);
	add_stats(root, r);
	add_notes(root, r);
	if (r->parts & RESULT_CONTRACTS)
		add_overflows(root, r);
	if (r->parts & RESULT_VERSIONS) {
		add_covers(root, &r->versions);
		add_overflows(root, r);
		add_changes(root, r);
	}
	add_world(root, r);
	if (r->parts & RESULT_CASES)
		add_program(root, r);
	if (r->parts & RESULT_DIFFERENCES) {
		add_differences(root, r);
		add_accepted(root, &r->versions);
	}
	if (r->parts & RESULT_CONTRACTS)
		add_contracts(root, r);
	if (r->parts & RESULT_PARTITIONS)
		add_partitions(root, r);
	if (r->parts & RESULT_GOLDEN)
		add_text(root, "golden", r->versions.golden);
	if (r->parts & RESULT_INTERACTIONS)
		json_interactions(root, r);
	if (r->parts & RESULT_COMPARE && r->compare)
		json_compare(root, r);
	if (r->parts & RESULT_SUITE)
		json_suite(root, r);
	if (r->parts & RESULT_WHY)
		add_why(root, r);
	if (r->parts & RESULT_EXPLAINED && r->explained)
		json_explained(root, r, r->explained);
	char *text = cJSON_Print(root);
	cJSON_Delete(root);
	return text;
}

void result_write_json(const Result *r, FILE *to)
{
	char *text = result_json(r);
	fprintf(to, "%s\n", text);
	free(text);
}
