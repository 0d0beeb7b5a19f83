/* fill.c: from a search on two versions to the model of results.
 *
 * All that results say of a Tester is read here, but for what only its parts know themselves:
 * overflow.c, why_fill.c.
 */
#include "explore/fill.h"
#include "test/tester.h"

static const double PERIOD = 2; /* seconds between two writings of result.json, at least */

/* ---- figures ---- */

static void fill_prune(const Tester *t, Result *r)
{
	static const char *const names[N_PRUNES][2] = {
		[PRUNE_REACH] = {"runs_cannot_reach", "decisions_cannot_reach"},
		[PRUNE_INFECT] = {"runs_not_infected", "decisions_not_infected"},
		[PRUNE_PROPAGATE] = {"runs_not_propagated", "decisions_not_propagated"},
	};
	PruneStats s = prune_stats(t);
	result_flag(r, "pruned", "on", t->prune != NULL);
	for (u32 i = 0; i < N_PRUNES; i++) {
		result_figure(r, "pruned", names[i][0], (double)s.runs[i]);
		result_figure(r, "pruned", names[i][1], (double)s.decisions[i]);
	}
}

static void fill_guides(const Tester *t, Result *r)
{
	SpreadStats spread = spread_stats(t);
	AimStats aimed = aim_stats(t);
	fill_prune(t, r);
	result_flag(r, "spread", "on", t->spread != NULL);
	result_figure(r, "spread", "looks", (double)spread.looks);
	result_figure(r, "spread", "queries", (double)spread.queries);
	result_figure(r, "spread", "runs", (double)spread.runs);
	result_figure(r, "second_opinion", "inputs", (double)t->opinion.inputs);
	result_figure(r, "second_opinion", "seconds", t->opinion.seconds);
	result_figure(r, "aimed", "runs", (double)aimed.runs);
	result_figure(r, "aimed", "queries", (double)aimed.queries);
}

static void fill_stats(Tester *t, Result *r)
{
	const ExploreStats *s = explorer_stats(t->explorer);
	const SolveStats *own = solver_stats(t->solver);
	static const char *const answers[] = {"unsat", "sat", "unknown"};
	double seconds = t->ended ? t->seconds : now_seconds() - t->begin;
	fill_solver(r, s, own);
	for (int i = 0; i < 3; i++)
		result_figure(r, "solver", answers[i], (double)(s->solve.results[i] + own->results[i]));
	result_figure(r, "", "seconds", seconds);
	result_figure(r, "", "engine_seconds", seconds - t->confirm_seconds);
	result_figure(r, "", "confirm_seconds", t->confirm_seconds);
	if (t->differences.len)
		result_figure(r, "", "first_difference_seconds", t->differences.at[0].seconds);
	result_figure(r, "", "runs", (double)t->pair.runs);
	result_figure(r, "", "runs_per_second", seconds > 0 ? (double)t->pair.runs / seconds : 0);
	result_figure(r, "", "instructions", (double)s->instructions);
	result_figure(r, "", "pairs", (double)t->compared);
	result_figure(r, "", "pairs_solved", (double)t->solved);
	fill_guides(t, r);
}

/* ---- notes ---- */

typedef VEC(ResultPlace) RemarkPlaces;

static bool same_note(const Remark *list, const RemarkPlaces *places, size_t a, size_t b)
{
	return !strcmp(list[a].kind, list[b].kind) && !strcmp(list[a].what, list[b].what) &&
		   list[a].incomplete == list[b].incomplete &&
		   !strcmp(places->at[a].text, places->at[b].text);
}

static void fill_remarks(Tester *t, Result *r)
{
	size_t n;
	const Remark *list = explorer_remarks(t->explorer, &n);
	RemarkPlaces places = {0};
	for (size_t i = 0; i < n; i++) {
		u32 loc = list[i].loc;
		const Program *p = pair_program(&t->pair, &loc);
		vec_push(&places, fill_place(r, p, loc));
	}
	for (size_t i = 0; i < n; i++) {
		u64 count = list[i].count;
		bool said = false;
		/* Both versions mostly have it at the same place: that is one note. */
		for (size_t k = 0; k < n && !said; k++)
			if (k != i && same_note(list, &places, i, k)) {
				said = k < i;
				count += list[k].count;
			}
		if (!said)
			result_note(r, list[i].kind, list[i].what, places.at[i], count, list[i].incomplete);
	}
	vec_free(&places);
}

/* What keeps the result from being complete, unless count is 0. */
static void doubt(Result *r, const char *kind, const char *what, u64 count)
{
	if (count)
		result_note(r, kind, what, result_nowhere, count, true);
}

static void fill_notes(Tester *t, Result *r)
{
	const char *const *lines;
	u32 left = change_map_notes(t->map, &lines);
	fill_remarks(t, r);
	doubt(r, "unconfirmed",
		  "differences of the machine that do not show natively, where programs can write to a "
		  "directory of their own only",
		  t->refuted);
	doubt(r, "unconfirmed", t->confirm_trouble.text, t->unconfirmable);
	doubt(r, "unconfirmed",
		  "differences of the machine that were not run natively for want of time",
		  t->postponed.len);
	if (t->opinion.failed) {
		ResultPlace where = {.text = t->opinion.where};
		result_note(r, "proof-failed", t->opinion.failed, where, 1, true);
	}
	doubt(r, "second-opinion", "inputs on which one version comes to no end that is known",
		  t->opinion.open);
	doubt(r, "unknown", "the solver gave up on whether two outputs differ", t->unknown);
	doubt(r, "ignored", "outputs differ, and not every such input could be shown to be ignored",
		  t->filtered);
	overflows_notes(t, r);
	for (u32 i = 0; i < left; i++)
		result_note(r, "changes", lines[i], result_nowhere, 1, false);
	if (prune_withdrawn(t))
		doubt(r, "proof-failed", prune_withdrawn(t), 1);
}

/* ---- changes ---- */

static void fill_changes(const Tester *t, Result *r)
{
	Buf text = {0};
	for (u32 i = 0; i < t->changes.len; i++) {
		const ChangeState *s = &t->changes.at[i];
		const Change *c = change_map_at(t->map, i);
		ResultChange one = {.id = c->id + 1,
							.kind = change_kind_name(c->kind),
							.what = c->text,
							.reached = s->reached,
							.infected = s->infected,
							.propagated = s->propagated,
							.runs_to_reach = s->runs_to_reach};
		for (int side = OLD; side <= NEW; side++) {
			const ChangePart *part = &c->part[side];
			change_lines_text(t->map, (Side)side, c, &text);
			one.where[side] = result_take(r, &text);
			for (u32 k = 0; k < part->n_lines; k++) {
				const LineRange *l = &part->lines[k];
				const char *file = t->config.program[side]->files.at[l->file];
				vec_push(&one.lines[side], ((ResultLines){file, l->first, l->last}));
			}
		}
		vec_push(&r->versions.changes, one);
	}
	buf_free(&text);
}

static void fill_covers(const Tester *t, Result *r)
{
	ResultVersions *v = &r->versions;
	Buf text = {0};
	for (size_t i = 0; i < t->covers.not_compared.len; i++)
		vec_push(&v->not_compared, t->covers.not_compared.at[i]);
	if (t->ended && covers_vacuous(t, &text))
		v->vacuous = result_take(r, &text);
	if (r->verdict == RESULT_EQUIVALENT) {
		covers_sentence(t, &text);
		v->sentence = result_take(r, &text);
	}
	buf_free(&text);
}

/* ---- differences ---- */

static ResultSide side_of(const Difference *d, int side)
{
	return (ResultSide){.output = d->output[side],
						.ends = d->ending[side],
						.status = d->status[side],
						.returned = d->returned[side],
						.printed = result_printed(d->text[side])};
}

static ResultDifference difference_of(const Tester *t, const Difference *d)
{
	ResultDifference one = {.test = d->test,
							.group = d->group,
							.confirmed = !t->config.unconfirmed && !d->unconfirmed,
							.unconfirmed = d->unconfirmed,
							.input = d->input,
							.side = {side_of(d, OLD), side_of(d, NEW)},
							.condition = d->condition,
							.undefined = d->undefined,
							.files = d->files,
							.like = d->like,
							.brief = d->brief,
							.runs = d->runs,
							.seconds = d->seconds};
	for (size_t i = 0; i < d->changes.len; i++)
		vec_push(&one.changes, d->changes.at[i] + 1);
	for (size_t i = 0; i < d->effect.len; i++) {
		const EffectLine *l = &d->effect.at[i];
		const char *file = t->config.program[l->side]->files.at[l->file];
		ResultStep step = {.subject = (u32)l->side,
						   .where = {l->where, {file, l->line, l->line}},
						   .value = {l->value[OLD], l->value[NEW]},
						   .source = l->source,
						   .alone = l->alone};
		vec_push(&one.effect, step);
	}
	return one;
}

/* Files of tests that hold what command lines do not show. */
static void fill_given(const Tester *t, Result *r)
{
	const Shape *s = &t->config.inputs->shapes.at[0];
	Buf name = {0};
	for (size_t i = 0; i < s->parts.len; i++) {
		const Part *part = &s->parts.at[i];
		if (part->role != ROLE_FILE || part->kind != PART_FILE)
			continue;
		buf_addf(&name, "files/%s", part->path);
		vec_push(&r->versions.given, ((ResultGiven){result_take(r, &name), part->path}));
	}
	vec_push(&r->versions.given, ((ResultGiven){"stdin", "stdin"}));
	buf_free(&name);
}

static void fill_accepted(const Tester *t, Result *r)
{
	for (size_t i = 0; i < t->accepted.len; i++) {
		u32 group = t->accepted.at[i];
		bool differs = group != NO_OPERAND;
		ResultAccepted one = {.test = t->config.accept_names[i],
							  .differs = differs,
							  .pairs = differs ? t->groups.at[group].pairs : 0};
		vec_push(&r->versions.accepted, one);
	}
}

/* ---- the whole ---- */

static ResultVerdict verdict_of(const Tester *t)
{
	static const ResultVerdict verdicts[] = {[VERDICT_DIFFERENT] = RESULT_DIFFERENT,
											 [VERDICT_EQUIVALENT] = RESULT_EQUIVALENT,
											 [VERDICT_NONE] = RESULT_NONE,
											 [VERDICT_UNCONFIRMED] = RESULT_UNCONFIRMED};
	return verdicts[tester_verdict(t)];
}

static void fill_head(const Tester *t, const char *command, Result *r)
{
	const TestConfig *c = &t->config;
	*r = (Result){.command = command,
				  .parts = RESULT_VERSIONS,
				  .verdict = verdict_of(t),
				  .exhaustive = t->ended && tester_exhaustive(t),
				  .ended = !t->ended   ? RESULT_RUNNING
						   : t->enough ? RESULT_ENOUGH
									   : fill_end(t->end),
				  .over = t->end != END_DONE,
				  .waiting = explorer_waiting(t->explorer),
				  .subjects = {{.role = "old", .name = c->version[OLD]},
							   {.role = "new", .name = c->version[NEW]}},
				  .n_subjects = 2,
				  .name = t->name,
				  .dir = c->dir,
				  .entry = c->entry};
}

void fill_versions(Tester *t, const char *command, Result *r)
{
	const TestConfig *c = &t->config;
	WorldView world = {.program = {c->program[OLD], c->program[NEW]},
					   .machine = {t->machine[OLD], t->machine[NEW]},
					   .n = t->same_code ? 0 : 2,
					   .inputs = c->inputs,
					   .ended = t->ended};
	fill_head(t, command, r);
	r->versions.same_code = t->same_code;
	r->versions.trouble = t->confirm_trouble.text;
	r->versions.semantic = t->semantic;
	r->versions.unproved = t->unproved;
	fill_stats(t, r);
	fill_notes(t, r);
	fill_covers(t, r);
	overflows_fill(t, r);
	fill_changes(t, r);
	fill_world(r, &world);
}

bool tester_fill(Tester *t, Result *r, Err *err)
{
	fill_versions(t, "test", r);
	r->parts |= RESULT_DIFFERENCES;
	for (size_t i = 0; i < t->differences.len; i++)
		vec_push(&r->versions.differences, difference_of(t, &t->differences.at[i]));
	fill_accepted(t, r);
	fill_given(t, r);
	if (!t->config.why || !t->ended)
		return true;
	r->parts |= RESULT_WHY;
	return why_each(t, r, why_fill, err);
}

void tester_tick(Tester *t)
{
	Result now;
	Err ignored;
	if (!result_due(&t->file, true))
		return;
	tester_fill(t, &now, &ignored);
	result_save(&t->file, &now, &ignored);
	result_free(&now);
}

bool tester_save(Tester *t, const Result *r, Err *err)
{
	return !t->file.dir || result_save(&t->file, r, err);
}

void tester_begin_file(Tester *t)
{
	t->file = (ResultFile){.dir = t->config.dir, .period = PERIOD, .written = now_seconds()};
}

/* ---- while it goes on ---- */

void tester_changes(Tester *t, FILE *to)
{
	if (!t->same_code)
		change_map_print(t->map, to);
	fflush(to);
}

void difference_print(const Tester *t, const Difference *d, FILE *to)
{
	Result r;
	fill_head(t, "test", &r);
	fill_changes(t, &r);
	fill_given(t, &r);
	vec_push(&r.versions.differences, difference_of(t, d));
	result_write_difference(&r, &vec_last(&r.versions.differences), to);
	result_free(&r);
}
