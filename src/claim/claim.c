/* claim.c: life of a claim: a search, what attacks it, a verdict. */
#include "claim/claim.h"

#include "native/testdir.h"

static const double EXPLAINING = 0.5; /* seconds */

static void on_ran(void *ctx)
{
	covers_after_run(ctx);
}

static void on_cut(void *ctx, const Constraint *const list[], const JointCut *all,
				   const JointCut *kept)
{
	opinion_cut(ctx, list, all, kept);
}

static void on_path(void *ctx, u32 shape, const Assignment *input, const ExprList *conds)
{
	overflows_after_path(ctx, shape, input, conds);
}

static void on_pair(void *ctx, u32 shape, const Assignment *input, ExprList *conds)
{
	Claim *claim = ctx;
	claim->client.pair(claim->client.ctx, shape, input, conds);
}

static void on_seed(void *ctx, u32 shape, const Assignment *input, ExprList *conds)
{
	Claim *claim = ctx;
	claim->client.seed(claim->client.ctx, shape, input, conds);
}

static void status_line(Claim *claim)
{
	const Search *search = claim->search;
	const ExploreStats *s = explorer_stats(search->explorer);
	fprintf(stderr,
			"\r\033[K%.0f s  %.0f runs/s  %u of %zu changes reached  %u differences  %zu waiting  "
			"solver %.0f %%",
			s->seconds, s->seconds > 0 ? (double)s->runs / s->seconds : 0.0,
			changes_reached(search), search->changes.list.len, search->found,
			explorer_waiting(search->explorer),
			s->seconds > 0 ? 100 * s->solve.total_seconds / s->seconds : 0.0);
	fflush(stderr);
}

static void on_tick(void *ctx)
{
	Claim *claim = ctx;
	if (claim->client.tick)
		claim->client.tick(claim->client.ctx);
	curve_tick(&claim->curve, explorer_stats(claim->search->explorer), claim->search->found);
	if (claim->config.live)
		status_line(claim);
}

Claim *claim_new(const ClaimConfig *config, const ClaimClient *client, Err *err)
{
	Claim *claim = xcalloc(1, sizeof *claim);
	claim->config = *config;
	claim->client = *client;
	claim->first = -1;
	SearchClient own = {.ctx = claim,
						.ran = on_ran,
						.cut = on_cut,
						.path = on_path,
						.pair = on_pair,
						.seed = client->seed ? on_seed : NULL,
						.tick = on_tick};
	claim->search = search_new(&config->search, &own, err);
	if (!claim->search) {
		free(claim);
		return NULL;
	}
	covers_prepare(claim);
	overflows_prepare(claim);
	return claim;
}

void claim_free(Claim *claim)
{
	if (!claim)
		return;
	overflows_free(claim);
	covers_free(claim);
	opinion_free(claim);
	curve_free(&claim->curve);
	search_free(claim->search);
	free(claim);
}

bool claim_run(Claim *claim, Err *err)
{
	Search *search = claim->search;
	claim->begin = now_seconds();
	bool good = search_run(search, err);
	if (good && !claim->enough && claim->client.finish)
		claim->client.finish(claim->client.ctx);
	if (good)
		overflows_ask(claim);
	claim->ended = true;
	bool claims = claim_verdict(claim) == VERDICT_EQUIVALENT ||
				  (claim->client.claims && claim->client.claims(claim->client.ctx));
	if (good && !search->changes.none && claims)
		opinion_run(claim);
	/* What explains the result runs a little longer. */
	claim->after = budget_after(explorer_budget(search->explorer), EXPLAINING);
	search_until(search, &claim->after);
	covers_settle(claim);
	claim->seconds = now_seconds() - claim->begin;
	if (claim->config.live)
		fprintf(stderr, "\r\033[K");
	return good;
}

/* ---- for clients ---- */

void claim_compared(Claim *claim)
{
	claim->compared++;
}

void claim_found(Claim *claim, bool proved, double seconds)
{
	claim->search->found++;
	claim->unproved += !proved;
	if (claim->first < 0)
		claim->first = seconds;
}

void claim_unknown(Claim *claim)
{
	claim->search->find.unknown++;
}

void claim_enough(Claim *claim)
{
	claim->enough = true;
	search_stop(claim->search);
}

double claim_engine_seconds(const Claim *claim)
{
	return now_seconds() - claim->begin - claim->native;
}

void claim_input_text(const Claim *claim, u32 shape, const Assignment *a, Buf *to)
{
	const SearchConfig *c = &claim->config.search;
	const Shape *s = &c->inputs->shapes.at[shape];
	if (c->entry) {
		buf_adds(to, " (");
		test_call(c->inputs, s, a, to);
		buf_addc(to, ')');
	} else {
		test_shown(c->inputs, s, a, to);
	}
}

bool claim_exhaustive(const Claim *claim)
{
	if (claim->search->changes.none)
		return true;
	return search_exhaustive(claim->search) && !overflows_open(claim) && opinion_holds(claim) &&
		   !(claim->client.open && claim->client.open(claim->client.ctx));
}

Verdict claim_verdict(const Claim *claim)
{
	const Search *search = claim->search;
	if (search->found)
		return claim->unproved < search->found ? VERDICT_DIFFERENT : VERDICT_UNCONFIRMED;
	/* That nothing counts which differs is no equivalence. */
	if (!search->changes.none && (search->config.ignore.len || claim->config.accepts))
		return VERDICT_NONE;
	return claim->ended && claim_exhaustive(claim) ? VERDICT_EQUIVALENT : VERDICT_NONE;
}
