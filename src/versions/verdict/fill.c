/* fill.c: fills a result from a comparison.
 *
 * Everything that results say of two versions is read here, except what clients and overflow.c
 * know. */
#include "versions/changes/interface.h"
#include "versions/verdict/impl.h"
#include "engine/explore/fill.h"

/* ---- figures ---- */

static void fill_prune(const Comparison *comparison, Result *r)
{
	static const char *const names[N_PRUNES][2] = {
		[PRUNE_REACH] = {"runs_cannot_reach", "decisions_cannot_reach"},
		[PRUNE_INFECT] = {"runs_not_infected", "decisions_not_infected"},
		[PRUNE_PROPAGATE] = {"runs_not_propagated", "decisions_not_propagated"},
		[PRUNE_SKIP_NEW] = {"runs_once", NULL},
	};
	GuideStats s = search_stats(comparison->search);
	result_flag(r, "pruned", "on", search_guided(comparison->search, GUIDE_PRUNE));
	result_figure(r, "pruned", "sides_cannot_reach",
				  (double)search_explored(comparison->search)->closed);
	for (u32 i = 0; i < N_PRUNES; i++) {
		result_figure(r, "pruned", names[i][0], (double)s.cut_runs[i]);
		if (names[i][1])
			result_figure(r, "pruned", names[i][1], (double)s.cut_decisions[i]);
	}
}

static void fill_guides(const Comparison *comparison, Result *r)
{
	GuideStats s = search_stats(comparison->search);
	fill_prune(comparison, r);
	result_flag(r, "spread", "on", search_guided(comparison->search, GUIDE_PROPAGATE));
	result_figure(r, "spread", "looks", (double)s.propagate_looks);
	result_figure(r, "spread", "queries", (double)s.propagate_queries);
	result_figure(r, "spread", "runs", (double)s.propagate_runs);
	result_figure(r, "second_opinion", "inputs", (double)comparison->refute.inputs);
	result_figure(r, "second_opinion", "seconds", comparison->refute.seconds);
	result_figure(r, "aimed", "runs", (double)s.aim_runs);
	result_figure(r, "aimed", "queries", (double)s.aim_queries);
	result_flag(r, "ordered", "on", search_guided(comparison->search, GUIDE_SEQUENCE));
	result_figure(r, "ordered", "runs", (double)s.order_runs);
	result_figure(r, "ordered", "queries", (double)s.order_queries);
	result_flag(r, "mutated", "on", search_guided(comparison->search, GUIDE_MUTATE));
	result_figure(r, "mutated", "inputs", (double)s.mutate_runs);
	result_figure(r, "mutated", "work", (double)s.mutate_work);
	result_figure(r, "mutated", "kept", (double)s.mutate_kept);
	result_figure(r, "mutated", "given", (double)s.mutate_given);
	result_figure(r, "mutated", "differ", (double)s.mutate_differ);
	for (u32 i = 0; i <= N_GUIDES; i++) {
		const GuideYield *y = search_yield(comparison->search, i);
		ResultGuide one = {search_yield_name(i), y->work, y->runs, y->brought};
		if (y->work || y->runs)
			vec_push(&r->versions.guides, one);
	}
}

static void fill_stats(Comparison *comparison, Result *r)
{
	const ExploreStats *s = search_explored(comparison->search);
	const SolveStats *own = solver_stats(search_finder(comparison->search)->solver);
	static const char *const answers[] = {"unsat", "sat", "unknown"};
	double seconds = comparison->ended ? comparison->seconds : now_seconds() - comparison->begin;
	fill_solver(r, s, own);
	curve_fill(&comparison->curve, s, search_found(comparison->search), r);
	for (int i = 0; i < 3; i++)
		result_figure(r, "solver", answers[i], (double)(s->solve.results[i] + own->results[i]));
	result_figure(r, "", "seconds", seconds);
	result_figure(r, "", "engine_seconds", seconds - comparison->native);
	result_figure(r, "", "confirm_seconds", comparison->native);
	if (comparison->first >= 0)
		result_figure(r, "", "first_difference_seconds", comparison->first);
	result_figure(r, "", "runs", (double)search_runs(comparison->search));
	result_figure(r, "", "runs_per_second",
				  seconds > 0 ? (double)search_runs(comparison->search) / seconds : 0);
	result_figure(r, "", "runs_of_search", (double)s->runs);
	result_figure(r, "", "runs_of_given", (double)search_given_runs(comparison->search));
	result_figure(r, "", "instructions", (double)s->instructions);
	fill_compiled(r, search_subject(comparison->search, OLD)->native_code);
	result_figure(r, "", "pairs", (double)comparison->compared);
	result_figure(r, "", "pairs_solved", (double)search_finder(comparison->search)->solved);
	fill_guides(comparison, r);
}

/* ---- notes ---- */

typedef VEC(ResultLocation) RemarkLocations;

static bool same_note(const Remark *list, const RemarkLocations *locations, size_t a, size_t b)
{
	return !strcmp(list[a].kind, list[b].kind) && !strcmp(list[a].what, list[b].what) &&
		   list[a].incomplete == list[b].incomplete &&
		   !strcmp(locations->at[a].text, locations->at[b].text);
}

static void fill_remarks(Comparison *comparison, Result *r)
{
	size_t n;
	const Remark *list = search_remarks(comparison->search, &n);
	RemarkLocations locations = {0};
	for (size_t i = 0; i < n; i++) {
		u32 loc = list[i].loc;
		const Program *p = product_program(search_product(comparison->search), &loc);
		vec_push(&locations, fill_location(r, p, loc));
	}
	for (size_t i = 0; i < n; i++) {
		u64 count = list[i].count;
		bool said = false;
		/* Both versions mostly have it at the same location: that is one note. */
		for (size_t k = 0; k < n && !said; k++)
			if (k != i && same_note(list, &locations, i, k)) {
				said = k < i;
				count += list[k].count;
			}
		if (!said)
			result_note(r, list[i].kind, list[i].what, locations.at[i], count, list[i].incomplete);
	}
	vec_free(&locations);
}

/* What keeps the result from being complete, unless count is 0. */
static void doubt(Result *r, const char *kind, const char *what, u64 count)
{
	if (count)
		result_note(r, kind, what, result_nowhere, count, true);
}

/* Why nothing is pruned, if it should be. */
static void fill_off(const Comparison *comparison, Result *r)
{
	const GuideOff *off = search_off(comparison->search, GUIDE_PRUNE);
	Buf text = {0};
	if (!off->what)
		return;
	if (off->program)
		program_location(off->program, off->loc, &text);
	ResultLocation where = {.text = off->loc ? result_take(r, &text) : NULL};
	result_note(r, "pruning", off->what, off->loc ? where : result_nowhere, 1, false);
	buf_free(&text);
}

static void fill_notes(Comparison *comparison, Result *r)
{
	const char *const *lines;
	u32 left = change_map_notes(search_map(comparison->search), &lines);
	fill_remarks(comparison, r);
	if (comparison->client.notes)
		comparison->client.notes(comparison->client.ctx, r);
	if (comparison->refute.failed) {
		ResultLocation where = {.text = comparison->refute.where};
		result_note(r, "proof-failed", comparison->refute.failed, where, 1, true);
	}
	doubt(r, "second-opinion", "on these inputs drift does not know how one version ends",
		  comparison->refute.open);
	doubt(r, "unknown", "the solver gave up on whether two outputs differ",
		  search_finder(comparison->search)->unknown);
	doubt(r, "ignored",
		  "outputs differ, and drift could not prove that --ignore covers every such input",
		  search_finder(comparison->search)->filtered);
	overflows_notes(comparison, r);
	fill_off(comparison, r);
	const Interface *types = comparison->config.search.interface;
	for (size_t i = 0; types && i < types->changes.len; i++)
		result_note(r, "interface", types->changes.at[i], result_nowhere, 1, false);
	for (u32 i = 0; i < left; i++)
		result_note(r, "changes", lines[i], result_nowhere, 1, false);
	if (strategies[search_config(comparison->search)->strategy].alone)
		doubt(r, "strategy", "--strategy new explores paths of NEW, not those of OLD", 1);
	for (int i = 0; i < N_GUIDES; i++) {
		const char *why = search_withdrawn(comparison->search, (GuideKind)i);
		if (why)
			doubt(r, "proof-failed", why, 1);
	}
}

/* ---- changes ---- */

void comparison_fill_changes(const Comparison *comparison, Result *r)
{
	Buf text = {0};
	for (u32 i = 0; i < search_n_changes(comparison->search); i++) {
		const ChangeState *s = search_change(comparison->search, i);
		const Change *c = change_map_at(search_map(comparison->search), i);
		ResultChange one = {.id = c->id + 1,
							.kind = change_kind_name(c->kind),
							.what = c->text,
							.refactoring = search_refactoring(comparison->search, i),
							.reached = s->reached,
							.infected = s->infected,
							.propagated = s->propagated,
							.runs_to_reach = s->runs_to_reach};
		for (int side = OLD; side <= NEW; side++) {
			const Program *p = search_program(comparison->search, side);
			const ChangePart *part = &c->part[side];
			change_lines_text(search_map(comparison->search), (Side)side, c, &text);
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

static void fill_covers(const Comparison *comparison, Result *r)
{
	ResultVersions *v = &r->versions;
	Buf text = {0};
	for (size_t i = 0; i < comparison->covers.not_compared.len; i++)
		vec_push(&v->not_compared, comparison->covers.not_compared.at[i]);
	if (comparison->ended && covers_vacuous(comparison, &text))
		v->vacuous = result_take(r, &text);
	if (comparison->ended && covers_one_end(comparison, &text))
		v->one_end = result_take(r, &text);
	if (r->verdict == VERDICT_EQUIVALENT) {
		covers_sentence(comparison, &text);
		v->sentence = result_take(r, &text);
	}
	buf_free(&text);
}

/* ---- the whole ---- */

void comparison_fill_head(const Comparison *comparison, const char *command, Result *r)
{
	const SearchConfig *c = search_config(comparison->search);
	*r = (Result){.command = command,
				  .parts = RESULT_VERSIONS,
				  .verdict = comparison_verdict(comparison),
				  .exhaustive = comparison->ended && comparison_exhaustive(comparison),
				  .ended = !comparison->ended   ? RESULT_RUNNING
						   : comparison->enough ? RESULT_ENOUGH
												: fill_end(search_end(comparison->search)),
				  .over = search_end(comparison->search) != END_DONE,
				  .waiting = search_queued(comparison->search),
				  .subjects = {{"old", c->subject[OLD]->version, c->subject[OLD]->given},
							   {"new", c->subject[NEW]->version, c->subject[NEW]->given}},
				  .n_subjects = 2,
				  .name = search_subject(comparison->search, NEW)->name,
				  .call = comparison->config.call,
				  .reads = comparison->config.reads,
				  .entry = c->entry,
				  .bound = c->entry ? c->bounds.bytes : 0,
				  .depth = c->entry ? c->bounds.depth : 0,
				  .clock = c->subject[OLD]->clock,
				  .limits = {c->subject[OLD]->limit_insns, c->subject[OLD]->limit_mem},
				  .native = c->subject[NEW]->native};
	/* A machine may have a lower limit for its last run. */
	u64 limit = machine_limit(search_machine(comparison->search, OLD));
	if (r->limits.instructions && limit > r->limits.instructions)
		r->limits.instructions = limit;
}

void comparison_fill(Comparison *comparison, const char *command, Result *r)
{
	const SearchConfig *c = search_config(comparison->search);
	bool proved = search_proved(comparison->search);
	WorldView world = {.program = {c->subject[OLD]->program, c->subject[NEW]->program},
					   .machine = {search_machine(comparison->search, OLD),
								   search_machine(comparison->search, NEW)},
					   .n = search_unchanged(comparison->search) || proved ? 0 : 2,
					   .inputs = c->inputs,
					   .ended = comparison->ended,
					   .near = comparison_near,
					   .ctx = comparison};
	comparison_fill_head(comparison, command, r);
	r->versions.same_code = search_unchanged(comparison->search);
	r->versions.every_input = proved && r->verdict == VERDICT_EQUIVALENT;
	r->versions.semantic = search_found(comparison->search);
	r->versions.unproved = comparison->unproved;
	fill_shapes(search_inputs(comparison->search), &r->shapes);
	fill_stats(comparison, r);
	fill_notes(comparison, r);
	fill_covers(comparison, r);
	overflows_fill(comparison, r);
	comparison_fill_changes(comparison, r);
	fill_world(r, &world);
}
