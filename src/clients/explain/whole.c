/* whole.c: one explanation from the runs to the result, which is saved as it grows. */
#include "clients/explain/impl.h"
#include "engine/explore/fill.h"

enum { RELATED = 3 }; /* of so many functions of versions one at least has a counterpart */

/* State of one drift explain. */
typedef struct Telling {
	const ExplainTask *task;
	Explanation *x;
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

/* What is known so far: for people what differs, and result.json. */
static bool tell_begun(const Telling *t, ResultTelling output, Err *err)
{
	Result r;
	ResultExplained e;
	fill_head(t, VERDICT_DIFFERENT, &r);
	explain_fill(t->x, &r, &e);
	e.output = output;
	r.explained = &e;
	r.ended = RESULT_RUNNING;
	bool good = save(t, &r, err);
	if (good && output == EXPLAINED_FIRST && t->task->by_and_by)
		t->task->print(t->task->ctx, &r);
	result_free(&r);
	explained_free(&e);
	return good;
}

/* While suspects are looked for: what was found so far. */
static void on_tick(void *ctx)
{
	const Telling *t = ctx;
	Err ignored;
	tell_begun(t, EXPLAINED_BEGUN, &ignored);
}

static bool tell_all(const Telling *t, Err *err)
{
	Result r;
	ResultExplained e;
	fill_head(t, VERDICT_DIFFERENT, &r);
	explain_fill(t->x, &r, &e);
	e.output = t->task->by_and_by ? EXPLAINED_BEGUN : EXPLAINED_ALL;
	r.explained = &e;
	r.ended = explain_ended(t->x);
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

static void blame(const Telling *t)
{
	Err err;
	char *scratch = t->task->from.builds ? temp_dir(&err) : NULL;
	if (scratch)
		explain_blame(t->x, &t->task->from, scratch);
	free(scratch);
}

static bool explain(const Telling *t, bool *differs, Err *err)
{
	Err why = {0};
	bool same;
	*differs = explain_look(t->x, &same, &why);
	if (!*differs && same)
		return tell_same(t, &why, err);
	if (!*differs)
		return save_nothing(t, &why, err) && err_set(err, "%s", why.text);
	if (!tell_begun(t, EXPLAINED_FIRST, err))
		return false;
	explain_suspects(t->x);
	if ((t->task->dir && !explain_tests(t->x, t->task->dir, err)) ||
		!tell_begun(t, EXPLAINED_BEGUN, err))
		return false;
	blame(t);
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
