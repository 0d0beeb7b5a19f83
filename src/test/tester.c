/* tester.c: life of a tester: a claim whose differences become tests. */
#include "test/tester.h"

#include <unistd.h>

/* ---- for the claim ---- */

static void on_pair(void *ctx, u32 shape, const Assignment *input, ExprList *conds)
{
	Tester *t = ctx;
	confirm_ahead(t, shape);
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
}

static bool is_open(const void *ctx)
{
	const Tester *t = ctx;
	return t->refuted || t->unconfirmable || t->postponed.len;
}

static void on_tick(void *ctx)
{
	tester_tick(ctx);
}

/* ---- life ---- */

Tester *tester_new(const TestConfig *config, Err *err)
{
	Tester *t = xcalloc(1, sizeof *t);
	ClaimClient client = {.ctx = t,
						  .pair = on_pair,
						  .differs = on_differs,
						  .seed = on_seed,
						  .overflow = on_overflow,
						  .finish = on_finish,
						  .open = is_open,
						  .notes = tester_notes,
						  .tick = on_tick};
	t->config = *config;
	t->tests_fd = -1;
	if (config->dir) {
		t->scratch = xasprintf("%s/scratch", config->dir);
		t->build_log = xasprintf("%s/native.log", config->dir);
	}
	t->claim = claim_new(&config->claim, &client, err);
	t->search = t->claim ? t->claim->search : NULL;
	if (!t->claim || (config->baseline && !baseline_read(&t->baseline, config->baseline, err)) ||
		(config->dir && !tests_begin(t, err))) {
		tester_free(t);
		return NULL;
	}
	accept_tests(t);
	if (!golden_begin(t, err)) {
		tester_free(t);
		return NULL;
	}
	return t;
}

void tester_free(Tester *t)
{
	if (!t)
		return;
	interactions_free(t);
	golden_free(t);
	claim_free(t->claim);
	why_forget(t);
	for (size_t i = 0; i < t->differences.len; i++)
		difference_free(&t->differences.at[i]);
	vec_free(&t->differences);
	postponed_free(t);
	vec_free(&t->groups);
	vec_free(&t->accepted);
	baseline_free(&t->baseline);
	intmap_free(&t->group_of);
	intmap_free(&t->seeds);
	confirmer_free(t->confirmer);
	if (t->tests_fd >= 0)
		close(t->tests_fd);
	free(t->scratch);
	free(t->build_log);
	free(t->native[OLD]);
	free(t->native[NEW]);
	free(t);
}

bool tester_run(Tester *t, Err *err)
{
	tester_begin_file(t);
	bool good = claim_run(t->claim, err);
	if (good)
		interactions_judge(t);
	if (good && t->trouble.text[0])
		good = err_set(err, "%s", t->trouble.text);
	return good;
}

const Claim *tester_claim(const Tester *t)
{
	return t->claim;
}

bool tester_all_progress(const Tester *t)
{
	for (size_t i = 0; i < t->differences.len; i++)
		if (!golden_is_progress(t, t->differences.at[i].key))
			return false;
	return t->golden;
}
