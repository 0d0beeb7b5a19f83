/* whole.c: one explanation from the runs to the result, which is saved as it grows. */
#include "clients/explain/impl.h"
#include "engine/explore/fill.h"

enum { RELATED = 3 }; /* of so many functions of versions one at least has a counterpart */

/* State of one drift explain. */
typedef struct Telling {
	const ExplainTask *task;
	Explanation *x;
	u32 shown; /* ResultTelling: parts that people have seen */
} Telling;

/* ---- results ---- */

static void fill_head(const Telling *t, Verdict verdict, Result *r)
{
	*r = t->task->head;
	r->parts = RESULT_EXPLAINED;
	r->verdict = verdict;
	r->dir = t->task->dir;
	fill_shapes(t->task->config.inputs, &r->shapes);
	result_figure(r, "", "seconds", now_seconds() - t->task->begin);
	explain_figures(t->x, r);
}

static bool save(const Telling *t, const Result *r, Err *err)
{
	ResultFile file = {.dir = t->task->dir};
	if (file.dir)
		return dir_make(file.dir, err) && result_save(&file, r, err);
	result_show(r);
	return true;
}

/* What is known so far goes to result.json. People see a part of it now. */
static bool tell_part(Telling *t, ResultTelling part, Err *err)
{
	Result r;
	ResultExplained e;
	fill_head(t, VERDICT_DIFFERENT, &r);
	explain_fill(t->x, &r, &e);
	/* If drift is ended by force, the user gets the parts that nobody has printed. */
	if (t->task->by_and_by)
		t->shown |= part;
	e.output = EXPLAINED_ALL & ~t->shown;
	r.explained = &e;
	r.ended = RESULT_RUNNING;
	bool good = save(t, &r, err);
	e.output = part;
	if (good && part && t->task->by_and_by)
		t->task->print(t->task->ctx, &r);
	result_free(&r);
	explained_free(&e);
	return good;
}

/* While suspects are looked for: what was found so far. */
static void on_tick(void *ctx)
{
	Err ignored;
	tell_part(ctx, EXPLAINED_NOTHING, &ignored);
}

static bool tell_all(const Telling *t, Err *err)
{
	Result r;
	ResultExplained e;
	fill_head(t, VERDICT_DIFFERENT, &r);
	explain_fill(t->x, &r, &e);
	e.output = EXPLAINED_ALL & ~t->shown;
	r.explained = &e;
	r.ended = explain_ended(t->x);
	if (e.cut && r.ended == RESULT_DONE) /* the solver used up its share of the time */
		r.ended = RESULT_TIME;
	r.exhaustive = !e.cut && !e.unknown && r.ended == RESULT_DONE;
	bool good = save(t, &r, err);
	if (good)
		t->task->print(t->task->ctx, &r);
	result_free(&r);
	explained_free(&e);
	return good;
}

/* Both do the same. */
static bool tell_same(const Telling *t, const Err *why, Err *err)
{
	Result r;
	fill_head(t, VERDICT_NO_DIFFERENCE, &r);
	result_note(&r, "same", why->text, result_nowhere, 1, false);
	bool good = save(t, &r, err);
	if (good)
		t->task->print(t->task->ctx, &r);
	result_free(&r);
	return good;
}

/* It ended before both runs did: result.json says so, and is none of a former search. */
static bool save_nothing(const Telling *t, const Err *why, Err *err)
{
	Result r;
	if (explain_ended(t->x) == RESULT_DONE)
		return true;
	fill_head(t, VERDICT_NOTHING_KNOWN, &r);
	r.ended = explain_ended(t->x);
	result_note(&r, "budget", why->text, result_nowhere, 1, true);
	bool good = save(t, &r, err);
	if (good)
		t->task->print(t->task->ctx, &r);
	result_free(&r);
	return good;
}

/* ---- the way ---- */

/* Returns false if the experiments did not end within this share of the remaining time. */
static bool blame(Telling *t, double share)
{
	Err err;
	ExplainSources from = t->task->from;
	Budget part = *from.budget;
	double now = now_seconds();
	char *scratch = from.builds ? temp_dir(&err) : NULL;
	if (part.end > now)
		part.end = now + (part.end - now) * share;
	from.budget = &part;
	if (scratch)
		explain_blame(t->x, &from, scratch);
	free(scratch);
	return !scratch || !budget_over(&part);
}

/* Experiments come before suspects, because they take a few builds and runs. If half of the time is not
 * enough for them, they have what suspects leave. */
static bool explain(Telling *t, bool *differs, Err *err)
{
	Err why = {0};
	bool same;
	*differs = explain_look(t->x, &same, &why);
	if (!*differs && same)
		return tell_same(t, &why, err);
	if (!*differs)
		return save_nothing(t, &why, err) && err_set(err, "%s", why.text);
	if (!tell_part(t, EXPLAINED_DIFFERENCE, err))
		return false;
	bool blamed = blame(t, 0.5);
	if (!tell_part(t, blamed ? EXPLAINED_EDITS : EXPLAINED_NOTHING, err))
		return false;
	explain_suspects(t->x);
	if ((t->task->dir && !explain_tests(t->x, t->task->dir, err)) ||
		!tell_part(t, EXPLAINED_NOTHING, err))
		return false;
	if (!blamed && explain_ended(t->x) == RESULT_DONE) {
		explain_run(t->x, &t->x->start);
		blame(t, 1);
	}
	explain_acquit(t->x);
	return tell_all(t, err);
}

/* Functions of a program, and how many of them have a counterpart in the other. */
static u32 count_own(const Program *p, const ChangeMap *map, Side side, u32 *matched)
{
	u32 n = 0;
	*matched = 0;
	for (u32 i = 0; i < p->functions.len; i++) {
		if (p->functions.at[i].kind != FN_SUBJECT || !p->functions.at[i].n_blocks)
			continue;
		n++;
		*matched += change_map_function(map, side, i) != NO_OPERAND;
	}
	return n;
}

/* Two programs for one purpose are not versions of one another. */
static bool are_versions(const ExplainConfig *c, const ChangeMap *map)
{
	u32 matched[2];
	u32 n = count_own(c->subject[OLD]->program, map, OLD, &matched[OLD]);
	u32 k = count_own(c->subject[NEW]->program, map, NEW, &matched[NEW]);
	return RELATED * matched[OLD] >= n && RELATED * matched[NEW] >= k;
}

bool explain_whole(const ExplainTask *task, bool *differs, Err *err)
{
	Telling t = {.task = task};
	ExplainConfig c = task->config;
	ChangeMap *map = change_map(c.subject[OLD]->program, c.subject[NEW]->program, NULL, err);
	if (!map)
		return false;
	c.map = are_versions(&c, map) ? map : NULL;
	c.entry.map = map;
	c.tick = on_tick;
	c.tick_ctx = &t;
	t.x = explain_new(&c, err);
	bool good = t.x && explain(&t, differs, err);
	explain_free(t.x);
	change_map_free(map);
	return good;
}
