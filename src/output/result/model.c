/* model.c: fills and queries a result. */
#include "output/result/explained.h"

const char *result_text(Result *r, const char *text)
{
	return arena_strdup(&r->arena, text);
}

const char *result_take(Result *r, Buf *text)
{
	const char *copy = arena_strdup(&r->arena, buf_str(text));
	buf_reset(text);
	return copy;
}

void result_figure(Result *r, const char *group, const char *name, double value)
{
	vec_push(&r->figures, ((ResultFigure){group, name, value, FIGURE_NUMBER}));
}

void result_flag(Result *r, const char *group, const char *name, bool value)
{
	vec_push(&r->figures, ((ResultFigure){group, name, value, FIGURE_FLAG}));
}

void result_layer(Result *r, const char *name, double answered)
{
	vec_push(&r->figures, ((ResultFigure){"solver", name, answered, FIGURE_LAYER}));
}

ResultPrinted result_printed(const Buf text[2])
{
	return (ResultPrinted){.out = {buf_str(&text[0]), text[0].len},
						   .err = {buf_str(&text[1]), text[1].len}};
}

const ResultLocation result_nowhere = {.text = "?"};

bool result_somewhere(const ResultLocation *p)
{
	return strcmp(p->text, "?") != 0;
}

void result_note(Result *r, const char *kind, const char *what, ResultLocation where, u64 count,
				 bool incomplete)
{
	where.text = result_text(r, where.text);
	ResultNote note = {result_text(r, kind), result_text(r, what), where, count, incomplete};
	vec_push(&r->notes, note);
}

/* ---- end ---- */

static void shapes_free(ResultShapes *shapes)
{
	for (size_t i = 0; i < shapes->len; i++)
		vec_free(&shapes->at[i].inputs);
	vec_free(shapes);
}

static void versions_free(ResultVersions *v)
{
	for (size_t i = 0; i < v->changes.len; i++)
		for (int k = 0; k < RESULT_SUBJECTS; k++)
			vec_free(&v->changes.at[i].lines[k]);
	for (size_t i = 0; i < v->differences.len; i++) {
		vec_free(&v->differences.at[i].changes);
		vec_free(&v->differences.at[i].given);
		vec_free(&v->differences.at[i].effect);
		vec_free(&v->differences.at[i].judged.sequence);
		vec_free(&v->differences.at[i].judged.critical);
		vec_free(&v->differences.at[i].judged.edits);
	}
	for (size_t i = 0; i < v->interactions.len; i++) {
		vec_free(&v->interactions.at[i].changes);
		vec_free(&v->interactions.at[i].locations);
		vec_free(&v->interactions.at[i].differences);
	}
	vec_free(&v->interactions);
	vec_free(&v->sequences.changes);
	vec_free(&v->sequences.notes);
	for (size_t i = 0; i < v->groups.len; i++) {
		ResultGroup *g = &v->groups.at[i];
		for (size_t k = 0; k < g->rows.len; k++)
			vec_free(&g->rows.at[k].changes);
		vec_free(&g->rows);
	}
	for (size_t i = 0; i < v->why.len; i++) {
		vec_free(&v->why.at[i].infected);
		vec_free(&v->why.at[i].ends);
	}
	for (size_t i = 0; i < v->contracts.len; i++) {
		shapes_free(&v->contracts.at[i].shapes);
		vec_free(&v->contracts.at[i].clauses);
		vec_free(&v->contracts.at[i].called.names);
		vec_free(&v->contracts.at[i].called.nulls);
		vec_free(&v->contracts.at[i].not_compared);
	}
	vec_free(&v->contracts);
	vec_free(&v->not_compared);
	vec_free(&v->overflows);
	vec_free(&v->changes);
	vec_free(&v->differences);
	vec_free(&v->accepted);
	vec_free(&v->groups);
	vec_free(&v->why);
}

void result_free(Result *r)
{
	vec_free(&r->figures);
	vec_free(&r->curve);
	vec_free(&r->versions.guides);
	if (r->versions.stopped)
		vec_free(&r->versions.stopped->give);
	vec_free(&r->notes);
	vec_free(&r->world);
	vec_free(&r->strip);
	shapes_free(&r->shapes);
	versions_free(&r->versions);
	vec_free(&r->cases.inputs);
	vec_free(&r->cases.targets);
	vec_free(&r->cases.list);
	vec_free(&r->cases.errors);
	vec_free(&r->cases.coverage);
	arena_free(&r->arena);
}

void explained_free(ResultExplained *e)
{
	for (size_t i = 0; i < e->hunks.len; i++)
		vec_free(&e->hunks.at[i].changes);
	for (size_t i = 0; i < e->blame.len; i++)
		vec_free(&e->blame.at[i].hunks);
	vec_free(&e->suspects);
	vec_free(&e->hunks);
	vec_free(&e->blame);
	vec_free(&e->effect);
}

/* ---- questions ---- */

const char *result_relation_name(ResultRelation r)
{
	static const char *const names[] = {"equal", "different", "unknown"};
	return names[r];
}

double result_value(const Result *r, const char *group, const char *name)
{
	for (size_t i = 0; i < r->figures.len; i++) {
		const ResultFigure *f = &r->figures.at[i];
		if (!strcmp(f->group, group) && !strcmp(f->name, name))
			return f->value;
	}
	return 0;
}

u32 result_executed(const Result *r)
{
	u32 n = 0;
	for (size_t i = 0; i < r->versions.changes.len; i++)
		n += r->versions.changes.at[i].reached;
	return n;
}

ResultCoverage result_coverage(const Result *r)
{
	ResultCoverage sum = {0};
	for (size_t i = 0; i < r->cases.coverage.len; i++) {
		const ResultCoverage *c = &r->cases.coverage.at[i];
		sum.lines += c->lines;
		sum.lines_total += c->lines_total;
		sum.branches += c->branches;
		sum.branches_total += c->branches_total;
	}
	return sum;
}

double result_constraints(const Result *r)
{
	u64 n = r->cases.paths; /* the list has only some of them */
	return n ? (double)r->cases.constraints / (double)n : 0;
}

/* ---- formats ---- */

static const ResultFormat formats[] = {
	{"text", result_write_text},     {"json", result_write_json},
	{"junit", result_write_junit},   {"sarif", result_write_sarif},
	{"github", result_write_github}, {"markdown", result_write_markdown},
};

const ResultFormat *result_format(const char *name, Err *err)
{
	Buf names = {0};
	const ResultFormat *found = NULL;
	for (size_t i = 0; i < countof(formats); i++) {
		if (!strcmp(formats[i].name, name))
			found = &formats[i];
		const char *between = i + 1 < countof(formats) ? ", " : " or ";
		buf_addf(&names, "%s%s", i ? between : "", formats[i].name);
	}
	if (!found)
		err_set(err, "--format '%s': must be %s", name, buf_str(&names));
	buf_free(&names);
	return found;
}

u32 result_stories(const ResultVersions *v)
{
	u32 n = 0;
	for (size_t i = 0; i < v->differences.len; i++)
		n += !v->differences.at[i].like;
	return n;
}
