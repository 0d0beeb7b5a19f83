/* suite.c: runs the tests of a suite in both versions. */
#include "clients/suite/impl.h"

const char *const suite_measures[N_SUITE_MEASURES] = {"output", "change", "coverage"};

/* ---- one test ---- */

/* The number of the pair of symbolic behaviours: one semantic change, as drift test counts them. */
static u32 semantic_of(Suite *s)
{
	Buf key = {0};
	u64 number = s->n_semantic + 1;
	search_semantic_key(s->search, &key);
	if (!keymap_get(&s->semantic, buf_key(&key), &number)) {
		keymap_put(&s->semantic, buf_key(&key), number);
		s->n_semantic++;
	}
	buf_free(&key);
	return (u32)number;
}

/* Runs a test that differs natively, before it counts. */
static void settle(Suite *s, SuiteTest *t)
{
	t->seen = witness_describe(s->evidence, t->start->shape, &s->input);
	switch (witness_settle(s->evidence, &t->seen, t->start->shape, &s->input, NULL)) {
	case WITNESS_KEPT: break;
	case WITNESS_REFUTED: t->refuted = true; break;
	case WITNESS_LATE:
	case WITNESS_TROUBLE:
	case WITNESS_UNWRITTEN: t->open = "no native run could confirm its difference"; break;
	}
}

static const char *why_open(Suite *s)
{
	if (search_cut_short(s->search))
		return "the time is up";
	return search_inconclusive(s->search) ? "drift's machine cannot run it to its end" : NULL;
}

static bool run_test(Suite *s, SuiteTest *t, Err *err)
{
	const Inputs *in = search_inputs(s->search);
	u32 shape = t->start->shape;
	inputs_start(in, t->start, &s->input);
	inputs_canonical(in, shape, &s->input);
	const ExprList *base = &search_shape(s->search, shape)->base;
	if (!conditions_hold(search_finder(s->search), base, EXPR_TRUE, &s->input)) {
		t->open = "it does not satisfy --assume";
		return true;
	}
	search_observe(s->search, shape, &s->input);
	t->open = why_open(s);
	if (t->open)
		return true;
	vec_append(&t->changes, search_executed(s->search)->at, search_executed(s->search)->len);
	t->machine = search_differs_on(s->search, &s->input, s->config.overflow);
	if (!suite_measure(s, t, err))
		return false;
	if (t->machine) {
		t->semantic = semantic_of(s);
		settle(s, t);
	}
	return true;
}

bool suite_run(Suite *s, Err *err)
{
	for (size_t i = 0; i < s->tests.len; i++) {
		SuiteTest *t = &s->tests.at[i];
		if (!t->start)
			t->open = "it does not fit the shape of the inputs";
		else if (budget_over(search_budget(s->search)))
			t->open = "the time is up";
		else if (!search_unchanged(s->search) && !run_test(s, t, err))
			return false;
		if (s->config.status)
			fprintf(s->config.status, "\rtest %zu of %zu\033[K", i + 1, s->tests.len);
	}
	if (s->config.status)
		fprintf(s->config.status, "\r\033[K");
	const char *trouble = evidence_io_trouble(s->evidence);
	if (*trouble)
		return err_set(err, "%s", trouble);
	suite_choose(s);
	return true;
}

bool suite_differs(const Suite *s)
{
	for (size_t i = 0; i < s->tests.len; i++)
		if (suite_test_differs(&s->tests.at[i]) && !s->tests.at[i].open)
			return true;
	return false;
}

void suite_covers(const Suite *s, SuiteCovered *to)
{
	bool *done = xcalloc(s->n_semantic + 1, 1);
	for (size_t i = 0; i < s->tests.len; i++) {
		const SuiteTest *t = &s->tests.at[i];
		if (!t->semantic || t->open || t->refuted || done[t->semantic])
			continue;
		done[t->semantic] = true;
		vec_push(&to->starts, *t->start);
		vec_push(&to->names, t->text);
	}
	free(done);
}

/* ---- life ---- */

static void ignore_path(void *ctx, u32 shape, const Assignment *input, const ExprList *conds)
{
	(void)ctx, (void)shape, (void)input, (void)conds;
}

static void ignore_pair(void *ctx, u32 shape, const Assignment *input, ExprList *conds)
{
	(void)ctx, (void)shape, (void)input, (void)conds;
}

static void list_tests(Suite *s)
{
	const Inputs *in = search_inputs(s->search);
	for (size_t i = 0; i < in->origins.len; i++)
		vec_push(&s->tests, ((SuiteTest){.text = in->origins.at[i]}));
	for (size_t i = 0; i < in->starts.len; i++)
		if (in->starts.at[i].origin)
			s->tests.at[in->starts.at[i].origin - 1].start = &in->starts.at[i];
}

static Evidence *open_evidence(Suite *s, Err *err)
{
	const SearchConfig *c = search_config(s->search);
	char *dir = xasprintf("%s/suite", s->config.dir);
	EvidenceConfig config = {
		.subject = {c->subject[OLD], c->subject[NEW]},
		.inputs = c->inputs,
		.seen = search_observed(s->search),
		.machine = {search_machine(s->search, OLD), search_machine(s->search, NEW)},
		.native = true,
		.dir = arena_strdup(&s->arena, dir),
		.unsafe = s->config.unsafe,
		.unconfirmed = s->config.unconfirmed,
		.budget = search_budget(s->search),
		.seconds = &s->native};
	free(dir);
	return evidence_open(&config, err);
}

Suite *suite_new(const SuiteConfig *config, Err *err)
{
	static const Strategy by[] = {STRATEGY_OUTPUT, STRATEGY_SIGNATURE, STRATEGY_PATH};
	Suite *s = xcalloc(1, sizeof *s);
	SearchClient client = {.ctx = s, .path = ignore_path, .pair = ignore_pair};
	s->config = *config;
	s->config.search.strategy = by[config->measure];
	s->search = search_new(&s->config.search, &client, err);
	if (!s->search || !(s->evidence = open_evidence(s, err))) {
		suite_free(s);
		return NULL;
	}
	assignment_init(&s->input, search_pool(s->search));
	list_tests(s);
	return s;
}

void suite_free(Suite *s)
{
	if (!s)
		return;
	for (size_t i = 0; i < s->tests.len; i++) {
		vec_free(&s->tests.at[i].changes);
		vec_free(&s->tests.at[i].items);
		witness_free(&s->tests.at[i].seen);
	}
	vec_free(&s->tests);
	keymap_free(&s->items);
	keymap_free(&s->semantic);
	vec_free(&s->order);
	reduction_free(&s->reduction);
	assignment_free(&s->input);
	evidence_close(s->evidence);
	search_free(s->search);
	result_suite_free(&s->result);
	arena_free(&s->arena);
	free(s);
}
