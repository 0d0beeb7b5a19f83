/* json.c: result.json of drift test. Keys are an interface: added, never renamed. */
#include <cjson/cJSON.h>

#include "test/tester.h"

static const double PERIOD = 2; /* seconds between two writings while running, at least */
static const double SHARE = 20; /* and so many times what a writing takes */
static const char *const verdicts[] = {"different", "equivalent", "no difference found",
									   "unconfirmed"};

static void add_opinion(cJSON *stats, const Opinion *o)
{
	cJSON *opinion = cJSON_AddObjectToObject(stats, "second_opinion");
	cJSON_AddNumberToObject(opinion, "inputs", (double)o->inputs);
	cJSON_AddNumberToObject(opinion, "seconds", o->seconds);
}

static cJSON *stats_json(Tester *t)
{
	const ExploreStats *s = explorer_stats(t->explorer);
	const SolveStats *own = solver_stats(t->solver);
	cJSON *stats = cJSON_CreateObject(), *solver = cJSON_AddObjectToObject(stats, "solver");
	double seconds = t->ended ? t->seconds : now_seconds() - t->begin;
	cJSON_AddNumberToObject(stats, "seconds", seconds);
	cJSON_AddNumberToObject(stats, "engine_seconds", seconds - t->confirm_seconds);
	cJSON_AddNumberToObject(stats, "confirm_seconds", t->confirm_seconds);
	if (t->differences.len)
		cJSON_AddNumberToObject(stats, "first_difference_seconds", t->differences.at[0].seconds);
	cJSON_AddNumberToObject(stats, "runs", (double)t->pair.runs);
	cJSON_AddNumberToObject(stats, "runs_per_second",
							seconds > 0 ? (double)t->pair.runs / seconds : 0);
	cJSON_AddNumberToObject(stats, "instructions", (double)s->instructions);
	cJSON_AddNumberToObject(stats, "pairs", (double)t->compared);
	cJSON_AddNumberToObject(stats, "pairs_solved", (double)t->solved);
	PruneStats pruned = prune_stats(t);
	cJSON *prune = cJSON_AddObjectToObject(stats, "pruned");
	cJSON_AddBoolToObject(prune, "on", t->prune != NULL);
	cJSON_AddNumberToObject(prune, "runs_cannot_reach", (double)pruned.runs[PRUNE_REACH]);
	cJSON_AddNumberToObject(prune, "decisions_cannot_reach", (double)pruned.decisions[PRUNE_REACH]);
	cJSON_AddNumberToObject(prune, "runs_not_infected", (double)pruned.runs[PRUNE_INFECT]);
	cJSON_AddNumberToObject(prune, "decisions_not_infected",
							(double)pruned.decisions[PRUNE_INFECT]);
	cJSON_AddNumberToObject(prune, "runs_not_propagated", (double)pruned.runs[PRUNE_PROPAGATE]);
	cJSON_AddNumberToObject(prune, "decisions_not_propagated",
							(double)pruned.decisions[PRUNE_PROPAGATE]);
	SpreadStats spread = spread_stats(t);
	cJSON *effects = cJSON_AddObjectToObject(stats, "spread");
	cJSON_AddBoolToObject(effects, "on", t->spread != NULL);
	cJSON_AddNumberToObject(effects, "looks", (double)spread.looks);
	cJSON_AddNumberToObject(effects, "queries", (double)spread.queries);
	cJSON_AddNumberToObject(effects, "runs", (double)spread.runs);
	add_opinion(stats, &t->opinion);
	AimStats aimed = aim_stats(t);
	cJSON *aim = cJSON_AddObjectToObject(stats, "aimed");
	cJSON_AddNumberToObject(aim, "runs", (double)aimed.runs);
	cJSON_AddNumberToObject(aim, "queries", (double)aimed.queries);
	cJSON_AddNumberToObject(solver, "calls", (double)(s->solve.calls + own->calls));
	cJSON_AddNumberToObject(solver, "implied", (double)s->implied);
	cJSON_AddNumberToObject(solver, "seconds", s->solve.total_seconds + own->total_seconds);
	for (int i = 0; i < SOLVE_N_LAYERS; i++)
		cJSON_AddNumberToObject(solver, solve_layer_name((SolveLayer)i),
								(double)(s->solve.answered[i] + own->answered[i]));
	static const char *const names[] = {"unsat", "sat", "unknown"};
	for (int i = 0; i < 3; i++)
		cJSON_AddNumberToObject(solver, names[i], (double)(s->solve.results[i] + own->results[i]));
	return stats;
}

static void add_note(cJSON *to, const char *kind, const char *what, const char *where, u64 count,
					 bool incomplete)
{
	if (!count)
		return;
	cJSON *note = cJSON_CreateObject();
	cJSON_AddStringToObject(note, "kind", kind);
	cJSON_AddStringToObject(note, "what", what);
	cJSON_AddStringToObject(note, "where", where);
	cJSON_AddNumberToObject(note, "count", (double)count);
	cJSON_AddBoolToObject(note, "incomplete", incomplete);
	cJSON_AddItemToArray(to, note);
}

static bool same_note(Tester *t, const Remark *a, const Remark *b, const char *place)
{
	if (strcmp(a->kind, b->kind) || strcmp(a->what, b->what) || a->incomplete != b->incomplete)
		return false;
	Buf other = {0};
	pair_place(&t->pair, b->loc, &other);
	bool same = !strcmp(buf_str(&other), place);
	buf_free(&other);
	return same;
}

void tester_notes(Tester *t, void *ctx, NoteFn *fn)
{
	size_t n;
	const Remark *list = explorer_remarks(t->explorer, &n);
	Buf place = {0};
	const char *const *lines;
	for (size_t i = 0; i < n; i++) {
		u64 count = list[i].count;
		bool said = false;
		buf_reset(&place);
		pair_place(&t->pair, list[i].loc, &place);
		/* Both versions mostly have it at the same place: that is one note. */
		for (size_t k = 0; k < n && !said; k++)
			if (k != i && same_note(t, &list[i], &list[k], buf_str(&place))) {
				said = k < i;
				count += list[k].count;
			}
		if (!said)
			fn(ctx, list[i].kind, list[i].what, buf_str(&place), count, list[i].incomplete);
	}
	if (t->refuted)
		fn(ctx, "unconfirmed",
		   "differences of the machine that do not show natively, where programs can write to a "
		   "directory of their own only",
		   "?", t->refuted, true);
	if (t->unconfirmable)
		fn(ctx, "unconfirmed", t->confirm_trouble.text, "?", t->unconfirmable, true);
	if (t->postponed.len)
		fn(ctx, "unconfirmed",
		   "differences of the machine that were not run natively for want of time", "?",
		   t->postponed.len, true);
	if (t->opinion.failed)
		fn(ctx, "proof-failed", t->opinion.failed, t->opinion.where, 1, true);
	if (t->opinion.open)
		fn(ctx, "second-opinion", "inputs on which one version comes to no end that is known", "?",
		   t->opinion.open, true);
	if (t->unknown)
		fn(ctx, "unknown", "the solver gave up on whether two outputs differ", "?", t->unknown,
		   true);
	if (t->filtered)
		fn(ctx, "ignored", "outputs differ, and not every such input could be shown to be ignored",
		   "?", t->filtered, true);
	overflows_notes(t, ctx, fn);
	u32 left = change_map_notes(t->map, &lines);
	for (u32 i = 0; i < left; i++)
		fn(ctx, "changes", lines[i], "?", 1, false);
	if (prune_withdrawn(t))
		fn(ctx, "proof-failed", prune_withdrawn(t), "?", 1, true);
	buf_free(&place);
}

static void note_to_json(void *ctx, const char *kind, const char *what, const char *where,
						 u64 count, bool incomplete)
{
	add_note(ctx, kind, what, where, count, incomplete);
}

static void add_place(cJSON *to, const char *key, const Tester *t, int side, const Change *c)
{
	Buf text = {0};
	change_lines_text(t->map, (Side)side, c, &text);
	cJSON_AddStringToObject(to, key, buf_str(&text));
	buf_free(&text);
}

static cJSON *changes_json(const Tester *t)
{
	cJSON *list = cJSON_CreateArray();
	for (u32 i = 0; i < t->changes.len; i++) {
		const ChangeState *s = &t->changes.at[i];
		const Change *c = change_map_at(t->map, i);
		cJSON *one = cJSON_CreateObject();
		cJSON_AddNumberToObject(one, "id", c->id + 1);
		cJSON_AddStringToObject(one, "kind", change_kind_name(c->kind));
		cJSON_AddStringToObject(one, "what", c->text);
		add_place(one, "old", t, OLD, c);
		add_place(one, "new", t, NEW, c);
		cJSON_AddBoolToObject(one, "reached", s->reached);
		cJSON_AddBoolToObject(one, "infected", s->infected);
		cJSON_AddBoolToObject(one, "propagated", s->propagated);
		if (s->reached)
			cJSON_AddNumberToObject(one, "runs_to_reach", (double)s->runs_to_reach);
		else
			cJSON_AddNullToObject(one, "runs_to_reach");
		cJSON_AddItemToArray(list, one);
	}
	return list;
}

static void add_side(cJSON *to, const char *key, const Difference *d, int side)
{
	cJSON *one = cJSON_AddObjectToObject(to, key);
	cJSON_AddStringToObject(one, "output", d->output[side]);
	cJSON_AddStringToObject(one, "ends", d->ending[side]);
	if (d->status[side] >= 0)
		cJSON_AddNumberToObject(one, "status", d->status[side]);
	else
		cJSON_AddNullToObject(one, "status");
	if (d->returned[side])
		cJSON_AddStringToObject(one, "returned", d->returned[side]);
}

static cJSON *effect_json(const EffectList *list)
{
	cJSON *lines = cJSON_CreateArray();
	for (size_t i = 0; i < list->len; i++) {
		const EffectLine *l = &list->at[i];
		cJSON *one = cJSON_CreateObject();
		cJSON_AddStringToObject(one, "where", l->where);
		cJSON_AddStringToObject(one, "version", l->side == OLD ? "old" : "new");
		cJSON_AddStringToObject(one, "old", l->value[OLD]);
		cJSON_AddStringToObject(one, "new", l->value[NEW]);
		cJSON_AddStringToObject(one, "source", l->source);
		cJSON_AddItemToArray(lines, one);
	}
	return lines;
}

static cJSON *differences_json(const Tester *t)
{
	cJSON *list = cJSON_CreateArray();
	for (size_t i = 0; i < t->differences.len; i++) {
		const Difference *d = &t->differences.at[i];
		cJSON *one = cJSON_CreateObject(), *changes = cJSON_CreateArray();
		char test[32];
		snprintf(test, sizeof test, "tests/%04u", d->test);
		cJSON_AddStringToObject(one, "test", test);
		cJSON_AddNumberToObject(one, "group", d->group);
		cJSON_AddBoolToObject(one, "confirmed", !t->config.unconfirmed && !d->unconfirmed);
		if (d->unconfirmed)
			cJSON_AddStringToObject(one, "unconfirmed", d->unconfirmed);
		cJSON_AddStringToObject(one, "input", d->input);
		add_side(one, "old", d, OLD);
		add_side(one, "new", d, NEW);
		cJSON_AddStringToObject(one, "condition", d->condition);
		cJSON_AddBoolToObject(one, "undefined", d->undefined != NULL);
		if (d->undefined)
			cJSON_AddStringToObject(one, "undefined_what", d->undefined);
		if (d->files)
			cJSON_AddStringToObject(one, "files", d->files);
		for (size_t k = 0; k < d->changes.len; k++)
			cJSON_AddItemToArray(changes, cJSON_CreateNumber(d->changes.at[k] + 1));
		cJSON_AddItemToObject(one, "changes", changes);
		cJSON_AddItemToObject(one, "effect", effect_json(&d->effect));
		if (d->like)
			cJSON_AddNumberToObject(one, "like", d->like);
		cJSON_AddNumberToObject(one, "runs", (double)d->runs);
		cJSON_AddNumberToObject(one, "seconds", d->seconds);
		cJSON_AddItemToArray(list, one);
	}
	return list;
}

cJSON *tester_json(Tester *t, const char *command)
{
	static const char *const ends[] = {"done", "time", "runs", "stopped", "memory"};
	cJSON *root = cJSON_CreateObject(), *notes = cJSON_CreateArray();
	cJSON_AddStringToObject(root, "command", command);
	cJSON_AddStringToObject(root, "verdict", verdicts[tester_verdict(t)]);
	cJSON_AddBoolToObject(root, "exhaustive", t->ended && tester_exhaustive(t));
	cJSON_AddStringToObject(root, "ended",
							!t->ended   ? "running"
							: t->enough ? "enough"
										: ends[t->end]);
	cJSON_AddStringToObject(root, "old", t->config.subject[OLD]->version);
	cJSON_AddStringToObject(root, "new", t->config.subject[NEW]->version);
	if (t->config.entry)
		cJSON_AddStringToObject(root, "entry", t->config.entry);
	cJSON_AddItemToObject(root, "stats", stats_json(t));
	tester_notes(t, notes, note_to_json);
	cJSON_AddItemToObject(root, "notes", notes);
	covers_json(t, root);
	cJSON_AddItemToObject(root, "overflow", overflows_json(t));
	cJSON_AddItemToObject(root, "changes", changes_json(t));
	cJSON_AddItemToObject(root, "world", tester_world_json(t));
	return root;
}

static cJSON *result_json(Tester *t)
{
	cJSON *root = tester_json(t, "test");
	cJSON_AddItemToObject(root, "differences", differences_json(t));
	cJSON_AddNumberToObject(root, "semantic_changes", t->semantic);
	if (t->config.why && t->ended) {
		Err ignored;
		cJSON *why = cJSON_AddArrayToObject(root, "why");
		why_each(t, why, why_add_json, &ignored);
	}
	return root;
}

bool tester_write(Tester *t, bool running, Err *err)
{
	double begin = now_seconds();
	if (!t->config.dir || (running && begin - t->written < PERIOD + SHARE * t->cost))
		return true;
	cJSON *root = result_json(t);
	char *text = cJSON_Print(root), *path = xasprintf("%s/result.json", t->config.dir);
	bool good = file_write(path, text, strlen(text), err);
	free(text);
	free(path);
	cJSON_Delete(root);
	t->written = now_seconds();
	t->cost = t->written - begin;
	return good;
}

void tester_print_json(Tester *t, FILE *to)
{
	cJSON *root = result_json(t);
	char *text = cJSON_Print(root);
	fprintf(to, "%s\n", text);
	free(text);
	cJSON_Delete(root);
}
