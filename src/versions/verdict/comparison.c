/* comparison.c: life cycle of a comparison: a search, an attempt to refute it, a verdict. */
#include "versions/verdict/impl.h"

#include "base/check.h"

static const double EXPLAINING = 0.5; /* seconds */

/* After the first run: the search ends earlier if the program asked for something that can vary. */
static void reserve(Comparison *comparison)
{
	Budget *budget = search_budget(comparison->search);
	size_t n, asked = 0;
	for (int side = OLD; side <= NEW; side++) {
		machine_asks(search_machine(comparison->search, side), &n);
		asked += n;
	}
	if (asked && budget->end > 0)
		budget->end -= (budget->end - now_seconds()) * comparison->config.reserve;
	comparison->config.reserve = 0;
}

static void on_ran(void *ctx)
{
	Comparison *comparison = ctx;
	if (comparison->config.reserve > 0)
		reserve(comparison);
	covers_after_run(comparison);
	looked_after_run(comparison);
}

static void on_cut(void *ctx, const Constraint *const list[], const ProductCut *all,
				   const ProductCut *kept)
{
	refute_cut(ctx, list, all, kept);
}

static void on_path(void *ctx, u32 shape, const Assignment *input, const ExprList *conds)
{
	certify_path(ctx);
	overflows_after_path(ctx, shape, input, conds);
}

static void on_pair(void *ctx, u32 shape, const Assignment *input, ExprList *conds)
{
	Comparison *comparison = ctx;
	certify_pair(comparison);
	comparison->client.pair(comparison->client.ctx, shape, input, conds);
}

static void on_seed(void *ctx, u32 shape, const Assignment *input, ExprList *conds)
{
	Comparison *comparison = ctx;
	comparison->client.seed(comparison->client.ctx, shape, input, conds);
}

static void status_line(const Comparison *comparison, FILE *to)
{
	const Search *search = comparison->search;
	const ExploreStats *s = search_explored(search);
	fprintf(to,
			"\r\033[K%.0f s  %.0f runs/s  %u of %u changes reached  %u differences  %zu waiting  "
			"solver %.0f %%",
			s->seconds, s->seconds > 0 ? (double)s->runs / s->seconds : 0.0,
			changes_reached(search), search_n_changes(search), search_found(search),
			search_queued(search),
			s->seconds > 0 ? 100 * s->solve.total_seconds / s->seconds : 0.0);
	fflush(to);
}

static void on_tick(void *ctx)
{
	Comparison *comparison = ctx;
	if (comparison->client.tick)
		comparison->client.tick(comparison->client.ctx);
	curve_tick(&comparison->curve, search_explored(comparison->search),
			   search_found(comparison->search));
	if (comparison->config.status)
		status_line(comparison, comparison->config.status);
}

Comparison *comparison_new(const ComparisonConfig *config, const ComparisonClient *client, Err *err)
{
	Comparison *comparison = xcalloc(1, sizeof *comparison);
	comparison->config = *config;
	comparison->client = *client;
	comparison->first = -1;
	comparison->begin = now_seconds(); /* a result may be written before the search begins */
	SearchClient own = {.ctx = comparison,
						.ran = on_ran,
						.cut = on_cut,
						.path = on_path,
						.pair = on_pair,
						.seed = client->seed ? on_seed : NULL,
						.tick = on_tick};
	SearchConfig search = config->search;
	comparison->search = search_new(&search, &own, err);
	if (!comparison->search) {
		free(comparison);
		return NULL;
	}
	covers_prepare(comparison);
	overflows_prepare(comparison);
	return comparison;
}

void comparison_free(Comparison *comparison)
{
	if (!comparison)
		return;
	overflows_free(comparison);
	covers_free(comparison);
	refute_free(comparison);
	vec_free(&comparison->proved);
	curve_free(&comparison->curve);
	search_free(comparison->search);
	free(comparison);
}

bool comparison_run(Comparison *comparison, Err *err)
{
	Search *search = comparison->search;
	comparison->begin = now_seconds();
	bool good = search_run(search, err);
	if (good && !comparison->enough && comparison->client.finish)
		comparison->client.finish(comparison->client.ctx);
	if (good)
		overflows_ask(comparison);
	comparison->ended = true;
	bool claims = comparison_verdict(comparison) == VERDICT_EQUIVALENT ||
				  (comparison->client.claims && comparison->client.claims(comparison->client.ctx));
	if (good && !search_unchanged(search) && claims)
		refute_run(comparison);
	/* What was proved has no counterexample. */
	bool meant = search_config(search)->wrong.cut || search_config(search)->wrong.sides;
	must_that(!comparison->refute.failed || meant, "the proof is wrong: %s, at %s",
			  comparison->refute.failed, comparison->refute.where);
	/* What explains the result runs a little longer. */
	comparison->after = budget_after(search_budget(search), EXPLAINING);
	search_until(search, &comparison->after);
	covers_settle(comparison);
	looked_settle(comparison);
	comparison->seconds = now_seconds() - comparison->begin;
	if (comparison->config.status)
		fprintf(comparison->config.status, "\r\033[K");
	return good;
}

/* ---- for clients ---- */

void comparison_compared(Comparison *comparison)
{
	comparison->compared++;
}

void comparison_found(Comparison *comparison, bool proved, double seconds)
{
	search_count_found(comparison->search);
	comparison->unproved += !proved;
	if (comparison->first < 0)
		comparison->first = seconds;
}

void comparison_unknown(Comparison *comparison)
{
	search_count_unknown(comparison->search);
}

void comparison_nan(Comparison *comparison)
{
	comparison->nan = true;
	machine_note_world(search_machine(comparison->search, NEW), WORLD_NAN);
}

double *comparison_native(Comparison *comparison)
{
	return &comparison->native;
}

void comparison_took(Comparison *comparison, double seconds)
{
	comparison->native += seconds;
	comparison->seconds += seconds;
}

void comparison_end(Comparison *comparison)
{
	comparison->ended = true;
}

Budget *comparison_explaining(Comparison *comparison)
{
	return &comparison->after;
}

void comparison_explain_until(Comparison *comparison, Budget budget)
{
	comparison->after = budget;
}

Search *comparison_search(const Comparison *comparison)
{
	return comparison->search;
}

bool comparison_ended(const Comparison *comparison)
{
	return comparison->ended;
}

void comparison_enough(Comparison *comparison)
{
	comparison->enough = true;
	search_stop(comparison->search);
}

double comparison_engine_seconds(const Comparison *comparison)
{
	return now_seconds() - comparison->begin - comparison->native;
}

EvidenceConfig comparison_evidence(Comparison *comparison)
{
	const Search *s = comparison->search;
	const SearchConfig *c = search_config(s);
	return (EvidenceConfig){.subject = {c->subject[OLD], c->subject[NEW]},
							.inputs = c->inputs,
							.entry = c->entry,
							.entry_type = {c->entry_old, c->entry_type},
							.seen = search_observed(s),
							.machine = {search_machine(s, OLD), search_machine(s, NEW)},
							.native = true,
							.budget = search_budget(s),
							.seconds = &comparison->native};
}

bool comparison_exhaustive(const Comparison *comparison)
{
	if (search_unchanged(comparison->search))
		return true;
	if (search_proved(comparison->search))
		return !comparison->refute.failed; /* an input without an end refutes nothing */
	return search_exhaustive(comparison->search) && !overflows_open(comparison) &&
		   refute_holds(comparison) &&
		   !(comparison->client.open && comparison->client.open(comparison->client.ctx));
}

Verdict comparison_verdict(const Comparison *comparison)
{
	const Search *search = comparison->search;
	if (search_found(search))
		return comparison->unproved < search_found(search) ? VERDICT_DIFFERENT
														   : VERDICT_UNCONFIRMED;
	/* That nothing counts which differs is no equivalence. */
	if (!search_unchanged(search) &&
		(search_config(search)->ignore.len || comparison->config.accepts))
		return VERDICT_NO_DIFFERENCE;
	return comparison->ended && comparison_exhaustive(comparison) ? VERDICT_EQUIVALENT
																  : VERDICT_NO_DIFFERENCE;
}
