/* fill.c: a suite as a part of a result. */
#include "clients/suite/impl.h"

static ResultSuiteTest test_of(const Suite *s, size_t at)
{
	const SuiteTest *t = &s->tests.at[at];
	bool differs = suite_test_differs(t) && !t->open;
	ResultSuiteTest one = {.text = t->text,
						   .open = t->open,
						   .differs = differs,
						   .refuted = t->refuted,
						   .confirmed = differs && t->seen.proved,
						   .unconfirmed = t->seen.unconfirmed,
						   .test = t->seen.test,
						   .semantic = differs ? t->semantic : 0,
						   .selected = suite_test_selected(t)};
	for (size_t i = 0; i < t->changes.len; i++)
		vec_push(&one.changes, t->changes.at[i] + 1);
	for (size_t i = 0; i < t->items.len; i++)
		vec_push(&one.items, t->items.at[i] + 1);
	return one;
}

/* Semantic changes that a test shows natively; numbers have no gaps. */
static u32 number_semantic(ResultSuite *r, u32 n)
{
	u32 *number = xcalloc(n + 1, sizeof *number), last = 0;
	for (size_t i = 0; i < r->tests.len; i++) {
		ResultSuiteTest *t = &r->tests.at[i];
		if (!t->semantic)
			continue;
		if (!number[t->semantic])
			number[t->semantic] = ++last;
		t->semantic = number[t->semantic];
	}
	free(number);
	return last;
}

/* The verdict of the search, and what the tests of the suite show. */
static Verdict verdict_with(const Suite *s, Verdict found)
{
	bool shown = false;
	for (size_t i = 0; i < s->tests.len; i++) {
		const SuiteTest *t = &s->tests.at[i];
		shown |= suite_test_differs(t) && !t->open && (t->seen.proved || s->config.unconfirmed);
	}
	if (shown || !suite_differs(s))
		return shown ? VERDICT_DIFFERENT : found;
	return found == VERDICT_DIFFERENT ? found : VERDICT_UNCONFIRMED;
}

void suite_fill(const Suite *s, Result *r)
{
	ResultSuite *to = &((Suite *)s)->result;
	result_suite_free(to);
	*to = (ResultSuite){.seeds = s->config.seeds,
						.measure = suite_measures[s->config.measure],
						.items = s->n_items,
						.exact = s->reduction.exact,
						.least = s->reduction.least,
						.bound = s->reduction.bound,
						.native_seconds = s->native};
	for (size_t i = 0; i < s->tests.len; i++)
		vec_push(&to->tests, test_of(s, i));
	for (size_t i = 0; i < s->order.len; i++)
		to->tests.at[s->order.at[i]].rank = (u32)i + 1;
	for (size_t i = 0; i < s->reduction.kept.len; i++)
		to->tests.at[s->reduction.kept.at[i]].kept = true;
	to->semantic = number_semantic(to, s->n_semantic);
	r->command = "suite";
	r->parts |= RESULT_SUITE;
	r->suite = to;
	r->versions.semantic += to->semantic;
	r->verdict = verdict_with(s, r->verdict);
}
