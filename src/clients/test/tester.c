/* tester.c: life cycle of a tester: a comparison whose differences become tests. */
#include "clients/test/condition.h"

/* ---- for the claim ---- */

static void on_pair(void *ctx, u32 shape, const Assignment *input, ExprList *conds)
{
	Tester *t = ctx;
	confirm_ahead(t, shape);
	if (t->config.more.tested)
		t->config.more.tested(t->config.more.ctx, shape, input);
	why_consider(t, shape, input);
	compare_pair(t, shape, input, conds);
	postponed_some(t);
}

static void on_differs(void *ctx, u32 shape, const Assignment *input, ExprList *conds)
{
	compare_found(ctx, shape, input, conds);
}

static void on_seed(void *ctx, u32 shape, const Assignment *input, ExprList *conds)
{
	compare_seed(ctx, shape, input, conds);
}

static void on_overflow(void *ctx, u32 shape, const ExprList *conds, Expr goal)
{
	compare_overflow(ctx, shape, conds, goal);
}

static void on_finish(void *ctx)
{
	postponed_all(ctx);
	conditions_join(ctx);
}

static bool is_open(const void *ctx)
{
	const Tester *t = ctx;
	const WitnessCounts *n = evidence_counts(t->evidence);
	return n->refuted || n->unconfirmable || t->postponed.len;
}

static void on_tick(void *ctx)
{
	tester_tick(ctx);
}

/* ---- life ---- */

static Evidence *open_evidence(Tester *t, Err *err)
{
	EvidenceConfig config = comparison_evidence(t->comparison);
	config.dir = t->config.dir;
	config.unsafe = t->config.unsafe;
	config.unconfirmed = t->config.unconfirmed;
	return evidence_open(&config, err);
}

Tester *tester_new(const TestConfig *config, Err *err)
{
	Tester *t = xcalloc(1, sizeof *t);
	ComparisonClient client = {.ctx = t,
							   .pair = on_pair,
							   .differs = on_differs,
							   .seed = on_seed,
							   .overflow = on_overflow,
							   .finish = on_finish,
							   .open = is_open,
							   .notes = tester_notes,
							   .tick = on_tick};
	t->config = *config;
	t->comparison = comparison_new(&config->comparison, &client, err);
	t->search = t->comparison ? comparison_search(t->comparison) : NULL;
	if (!t->comparison ||
		(config->baseline && !baseline_read(&t->baseline, config->baseline, err)) ||
		!(t->evidence = open_evidence(t, err))) {
		tester_free(t);
		return NULL;
	}
	accept_tests(t);
	if (!golden_begin(t, err)) {
		tester_free(t);
		return NULL;
	}
	conditions_begin(t);
	return t;
}

void tester_free(Tester *t)
{
	if (!t)
		return;
	interactions_free(t);
	conditions_free(t);
	golden_free(t);
	evidence_close(t->evidence);
	comparison_free(t->comparison);
	why_forget(t);
	for (size_t i = 0; i < t->differences.len; i++)
		difference_free(&t->differences.at[i]);
	vec_free(&t->differences);
	postponed_free(t);
	vec_free(&t->groups);
	vec_free(&t->accepted);
	baseline_free(&t->baseline);
	keymap_free(&t->numbers);
	intmap_free(&t->group_of);
	keymap_free(&t->seeds);
	free(t);
}

bool tester_run(Tester *t, Err *err)
{
	tester_begin_file(t);
	t->file.news = true; /* the changes are known */
	tester_tick(t);
	bool good = comparison_run(t->comparison, err);
	if (good)
		interactions_judge(t);
	const char *trouble = evidence_io_trouble(t->evidence);
	if (good && *trouble)
		good = err_set(err, "%s", trouble);
	return good;
}

Comparison *tester_comparison(const Tester *t)
{
	return t->comparison;
}

bool tester_all_progress(const Tester *t)
{
	for (size_t i = 0; i < t->differences.len; i++)
		if (!golden_is_progress(t, t->differences.at[i].key))
			return false;
	return t->golden;
}
