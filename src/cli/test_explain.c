/* test_explain.c: explains differences that drift test found, one after the other. */
#include "cli/test_explain.h"

#include "cli/between.h"

enum { MOST = 5, BUILDS = 40 };   /* differences; builds for each of them */
static const double SECONDS = 20; /* for each */
static const double SUSPECT = 0.1;

struct Explained {
	Explanation *of[MOST];
	ResultExplained output[MOST];
	Budget budget[MOST];
	size_t n;
};

static Explanation *explain_one(const PairJob *job, const Tester *t, size_t at, Budget *budget)
{
	const SearchConfig *search = &job->config.search;
	Assignment a;
	Err err;
	bool same;
	assignment_init(&a, search->inputs->pool);
	ExplainConfig c = {.subject = {search->subject[OLD], search->subject[NEW]},
					   .inputs = search->inputs,
					   .shape = tester_input(t, at, &a),
					   .start = &a,
					   .entry = {.name = search->entry,
								 .type = search->entry_type,
								 .old = search->entry_old,
								 .depth = search->bounds.depth,
								 .map = search_map(comparison_search(tester_comparison(t)))},
					   .by = BY_OUTPUT,
					   .map = search_map(comparison_search(tester_comparison(t))),
					   .observe = search->observe,
					   .z3_limit = solve_units(SUSPECT),
					   .budget = budget};
	Explanation *x = explain_new(&c, &err);
	if (x && !explain_look(x, &same, &err)) {
		explain_free(x);
		x = NULL;
	}
	assignment_free(&a);
	return x;
}

static void blame_one(PairJob *job, Explanation *x)
{
	Err err;
	Budget until = {.stop = &session_stop, .end = job->config.search.end};
	Between between;
	ExplainSources from = {.trees = job->trees,
						   .builds = BUILDS,
						   .jobs = (u32)job->o.jobs,
						   .unsafe = job->o.confirm_unsafe,
						   .budget = &until};
	char *scratch = temp_dir(&err);
	between_begin(&between, job, &from);
	if (scratch)
		explain_blame(x, &from, scratch);
	between_end(&between);
	free(scratch);
}

Explained *explain_differences(PairJob *job, const Tester *t, Result *r)
{
	Explained *e = xcalloc(1, sizeof *e);
	double end = job->config.search.end; /* of everything */
	for (size_t i = 0; i < r->versions.differences.len && e->n < MOST && !session_stop; i++) {
		ResultDifference *d = &r->versions.differences.at[i];
		Budget *budget = &e->budget[e->n];
		if (d->like)
			continue;
		*budget = (Budget){.stop = &session_stop, .end = now_seconds() + budget_default(SECONDS)};
		if (end > 0 && budget->end > end)
			budget->end = end;
		if (budget->end <= now_seconds())
			break;
		Explanation *x = explain_one(job, t, i, budget);
		if (!x)
			continue;
		explain_suspects(x);
		if (!job->o.no_confirm)
			blame_one(job, x);
		explain_fill(x, r, &e->output[e->n]);
		e->output[e->n].test = d->test;
		d->explained = &e->output[e->n];
		e->of[e->n++] = x;
	}
	return e;
}

void explained_end(Explained *e)
{
	for (size_t i = 0; e && i < e->n; i++) {
		explained_free(&e->output[i]);
		explain_free(e->of[i]);
	}
	free(e);
}
