/* fill.c: from a claim to the model of results.
 *
 * All that results say of two versions is read here, but for what clients know, and for what
 * overflow.c knows.
 */
#include "claim/claim.h"
#include "explore/fill.h"

/* ---- figures ---- */

static void fill_prune(const Claim *claim, Result *r)
{
	static const char *const names[N_PRUNES][2] = {
		[PRUNE_REACH] = {"runs_cannot_reach", "decisions_cannot_reach"},
		[PRUNE_INFECT] = {"runs_not_infected", "decisions_not_infected"},
		[PRUNE_PROPAGATE] = {"runs_not_propagated", "decisions_not_propagated"},
		[PRUNE_ONCE] = {"runs_once", NULL},
	};
	GuideStats s = search_stats(claim->search);
	result_flag(r, "pruned", "on", claim->search->guide[GUIDE_PRUNE] != NULL);
	for (u32 i = 0; i < N_PRUNES; i++) {
		result_figure(r, "pruned", names[i][0], (double)s.cut_runs[i]);
		if (names[i][1])
			result_figure(r, "pruned", names[i][1], (double)s.cut_decisions[i]);
	}
}

static void fill_guides(const Claim *claim, Result *r)
{
	GuideStats s = search_stats(claim->search);
	fill_prune(claim, r);
	result_flag(r, "spread", "on", claim->search->guide[GUIDE_SPREAD] != NULL);
	result_figure(r, "spread", "looks", (double)s.spread_looks);
	result_figure(r, "spread", "queries", (double)s.spread_queries);
	result_figure(r, "spread", "runs", (double)s.spread_runs);
	result_figure(r, "second_opinion", "inputs", (double)claim->opinion.inputs);
	result_figure(r, "second_opinion", "seconds", claim->opinion.seconds);
	result_figure(r, "aimed", "runs", (double)s.aim_runs);
	result_figure(r, "aimed", "queries", (double)s.aim_queries);
	result_flag(r, "ordered", "on", claim->search->guide[GUIDE_SEQUENCE] != NULL);
	result_figure(r, "ordered", "runs", (double)s.order_runs);
	result_figure(r, "ordered", "queries", (double)s.order_queries);
}

static void fill_stats(Claim *claim, Result *r)
{
	const ExploreStats *s = explorer_stats(claim->search->explorer);
	const SolveStats *own = solver_stats(claim->search->find.solver);
	static const char *const answers[] = {"unsat", "sat", "unknown"};
	double seconds = claim->ended ? claim->seconds : now_seconds() - claim->begin;
	fill_solver(r, s, own);
	curve_fill(&claim->curve, s, claim->search->found, r);
	for (int i = 0; i < 3; i++)
		result_figure(r, "solver", answers[i], (double)(s->solve.results[i] + own->results[i]));
	result_figure(r, "", "seconds", seconds);
	result_figure(r, "", "engine_seconds", seconds - claim->native);
	result_figure(r, "", "confirm_seconds", claim->native);
	if (claim->first >= 0)
		result_figure(r, "", "first_difference_seconds", claim->first);
	result_figure(r, "", "runs", (double)claim->search->pair.runs);
	result_figure(r, "", "runs_per_second",
				  seconds > 0 ? (double)claim->search->pair.runs / seconds : 0);
	result_figure(r, "", "runs_of_search", (double)s->runs);
	result_figure(r, "", "runs_of_given", (double)claim->search->given_runs);
	result_figure(r, "", "instructions", (double)s->instructions);
	result_figure(r, "", "pairs", (double)claim->compared);
	result_figure(r, "", "pairs_solved", (double)claim->search->find.solved);
	fill_guides(claim, r);
}

/* ---- notes ---- */

typedef VEC(ResultPlace) RemarkPlaces;

static bool same_note(const Remark *list, const RemarkPlaces *places, size_t a, size_t b)
{
	return !strcmp(list[a].kind, list[b].kind) && !strcmp(list[a].what, list[b].what) &&
		   list[a].incomplete == list[b].incomplete &&
		   !strcmp(places->at[a].text, places->at[b].text);
}

static void fill_remarks(Claim *claim, Result *r)
{
	size_t n;
	const Remark *list = explorer_remarks(claim->search->explorer, &n);
	RemarkPlaces places = {0};
	for (size_t i = 0; i < n; i++) {
		u32 loc = list[i].loc;
		const Program *p = joint_program(&claim->search->pair, &loc);
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

static void fill_notes(Claim *claim, Result *r)
{
	const char *const *lines;
	u32 left = change_map_notes(claim->search->changes.map, &lines);
	fill_remarks(claim, r);
	if (claim->client.notes)
		claim->client.notes(claim->client.ctx, r);
	if (claim->opinion.failed) {
		ResultPlace where = {.text = claim->opinion.where};
		result_note(r, "proof-failed", claim->opinion.failed, where, 1, true);
	}
	doubt(r, "second-opinion", "inputs on which one version comes to no end that is known",
		  claim->opinion.open);
	doubt(r, "unknown", "the solver gave up on whether two outputs differ",
		  claim->search->find.unknown);
	doubt(r, "ignored", "outputs differ, and not every such input could be shown to be ignored",
		  claim->search->find.filtered);
	overflows_notes(claim, r);
	for (u32 i = 0; i < left; i++)
		result_note(r, "changes", lines[i], result_nowhere, 1, false);
	if (prune_withdrawn(claim->search))
		doubt(r, "proof-failed", prune_withdrawn(claim->search), 1);
	if (once_withdrawn(claim->search))
		doubt(r, "proof-failed", once_withdrawn(claim->search), 1);
}

/* ---- changes ---- */

void claim_fill_changes(const Claim *claim, Result *r)
{
	Buf text = {0};
	for (u32 i = 0; i < claim->search->changes.list.len; i++) {
		const ChangeState *s = &claim->search->changes.list.at[i];
		const Change *c = change_map_at(claim->search->changes.map, i);
		ResultChange one = {.id = c->id + 1,
							.kind = change_kind_name(c->kind),
							.what = c->text,
							.reached = s->reached,
							.infected = s->infected,
							.propagated = s->propagated,
							.runs_to_reach = s->runs_to_reach};
		for (int side = OLD; side <= NEW; side++) {
			const Program *p = claim->search->config.subject[side]->program;
			const ChangePart *part = &c->part[side];
			change_lines_text(claim->search->changes.map, (Side)side, c, &text);
			one.where[side] = result_take(r, &text);
			for (u32 k = 0; k < part->n_lines; k++) {
				const LineRange *l = &part->lines[k];
				const char *file = p->files.at[l->file];
				vec_push(&one.lines[side], ((ResultLines){file, l->first, l->last}));
			}
		}
		vec_push(&r->versions.changes, one);
	}
	buf_free(&text);
}

static void fill_covers(const Claim *claim, Result *r)
{
	ResultVersions *v = &r->versions;
	Buf text = {0};
	for (size_t i = 0; i < claim->covers.not_compared.len; i++)
		vec_push(&v->not_compared, claim->covers.not_compared.at[i]);
	if (claim->ended && covers_vacuous(claim, &text))
		v->vacuous = result_take(r, &text);
	if (r->verdict == RESULT_EQUIVALENT) {
		covers_sentence(claim, &text);
		v->sentence = result_take(r, &text);
	}
	buf_free(&text);
}

/* ---- the whole ---- */

static ResultVerdict verdict_of(const Claim *claim)
{
	static const ResultVerdict verdicts[] = {[VERDICT_DIFFERENT] = RESULT_DIFFERENT,
											 [VERDICT_EQUIVALENT] = RESULT_EQUIVALENT,
											 [VERDICT_NONE] = RESULT_NONE,
											 [VERDICT_UNCONFIRMED] = RESULT_UNCONFIRMED};
	return verdicts[claim_verdict(claim)];
}

void claim_fill_head(const Claim *claim, const char *command, Result *r)
{
	const SearchConfig *c = &claim->search->config;
	*r = (Result){.command = command,
				  .parts = RESULT_VERSIONS,
				  .verdict = verdict_of(claim),
				  .exhaustive = claim->ended && claim_exhaustive(claim),
				  .ended = !claim->ended   ? RESULT_RUNNING
						   : claim->enough ? RESULT_ENOUGH
										   : fill_end(claim->search->end),
				  .over = claim->search->end != END_DONE,
				  .waiting = explorer_waiting(claim->search->explorer),
				  .subjects = {{"old", c->subject[OLD]->version, c->subject[OLD]->given},
							   {"new", c->subject[NEW]->version, c->subject[NEW]->given}},
				  .n_subjects = 2,
				  .name = claim->search->config.subject[NEW]->name,
				  .call = claim->config.call,
				  .entry = c->entry,
				  .bound = c->entry ? c->bounds.bytes : 0,
				  .depth = c->entry ? c->bounds.depth : 0,
				  .limits = {c->subject[OLD]->limit_insns, c->subject[OLD]->limit_mem},
				  .native = c->subject[NEW]->native};
}

void claim_fill(Claim *claim, const char *command, Result *r)
{
	const SearchConfig *c = &claim->search->config;
	WorldView world = {.program = {c->subject[OLD]->program, c->subject[NEW]->program},
					   .machine = {claim->search->machine[OLD], claim->search->machine[NEW]},
					   .n = claim->search->changes.none ? 0 : 2,
					   .inputs = c->inputs,
					   .ended = claim->ended};
	claim_fill_head(claim, command, r);
	r->versions.same_code = claim->search->changes.none;
	r->versions.semantic = claim->search->found;
	r->versions.unproved = claim->unproved;
	fill_stats(claim, r);
	fill_notes(claim, r);
	fill_covers(claim, r);
	overflows_fill(claim, r);
	claim_fill_changes(claim, r);
	fill_world(r, &world);
}
