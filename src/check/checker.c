/* checker.c: life of a checker: a claim whose pairs of paths are held against rules. */
#include "check/checker.h"

#include <unistd.h>

enum {
	TRIES = 3,       /* witnesses against a rule that may fail to show natively */
	OPEN_TRIES = 32, /* pairs without a known end that are run natively */
};

/* ---- pairs of paths ---- */

/* What could not be worked out of the expressions must not matter on this pair. */
static void look_known(Checker *c, u32 shape, const Assignment *input, ExprList *conds)
{
	Expr unknown = expr_not(c->search->pool, c->eval.known);
	u64 before = c->search->find.unknown;
	if (unknown == EXPR_FALSE)
		return;
	if (find_witness(&c->search->find, shape, input, conds, unknown) ||
		c->search->find.unknown > before)
		c->unknown++;
}

/* Whether some input satisfies a premise, or none of them. */
static void look_met(Checker *c, u32 shape, const Assignment *input, ExprList *conds)
{
	Expr outside = EXPR_TRUE;
	for (size_t i = 0; i < c->cases.len; i++) {
		CaseState *s = &c->cases.at[i];
		outside = expr_and(c->search->pool, outside, expr_not(c->search->pool, s->premise));
		if (!s->met && s->premise != EXPR_FALSE)
			s->met = find_witness(&c->search->find, shape, input, conds, s->premise);
	}
	if (!c->outside && outside != EXPR_FALSE)
		c->outside = find_witness(&c->search->find, shape, input, conds, outside);
}

static void try_rule(Checker *c, Rule *r, u32 shape, const Assignment *input, ExprList *conds)
{
	Finder *f = &c->search->find;
	if (r->violated || r->goal == EXPR_FALSE)
		return;
	if (!r->goal) {
		r->unknown++;
		return;
	}
	if (r->tries >= TRIES || !find_witness(f, shape, input, conds, r->goal))
		return;
	Expr goal = r->goal;
	shape_witness(f, shape, conds, goal, false, &f->witness);
	Assignment a = {0};
	assignment_init(&a, c->search->pool);
	assignment_copy(&a, &f->witness);
	search_observe(c->search, shape, &a);
	if (!joint_was_cut(&c->search->pair)) {
		/* The goal of the run itself, which may be on another pair of paths if something is wrong. */
		bool good = rules_judge(c, shape, &a) && r->goal && expr_eval(c->search->pool, r->goal, &a);
		if (good)
			report_violation(c, r, shape, &a, conds);
		else
			r->unknown++;
	}
	assignment_free(&a);
}

/* One version came to no end that the machine knows: native runs may. */
static void try_open(Checker *c, u32 shape, const Assignment *input, ExprList *conds)
{
	Rule *r = &vec_last(&c->rules);
	c->open++;
	if (c->config.contract || r->violated || c->config.unconfirmed || c->open_tries++ >= OPEN_TRIES)
		return;
	Assignment a = {0};
	assignment_init(&a, c->search->pool);
	assignment_copy(&a, input);
	report_violation(c, r, shape, &a, conds);
	assignment_free(&a);
}

static void on_pair(void *ctx, u32 shape, const Assignment *input, ExprList *conds)
{
	Checker *c = ctx;
	claim_compared(c->claim);
	if (behaviours_open(&c->search->seen)) {
		try_open(c, shape, input, conds);
		return;
	}
	if (!rules_judge(c, shape, input)) {
		c->unknown++;
		return;
	}
	const Behaviour *b = c->search->seen.now;
	u32 see = c->search->config.see;
	if (behaviour_hash(&b[OLD], see) != behaviour_hash(&b[NEW], see))
		changes_infected(c->search);
	look_known(c, shape, input, conds);
	look_met(c, shape, input, conds);
	ExprList goals = {0};
	for (size_t i = 0; i < c->rules.len; i++)
		vec_push(&goals, c->rules.at[i].goal);
	for (size_t i = 0; i < c->rules.len; i++) {
		c->rules.at[i].goal = goals.at[i]; /* observing a witness has judged anew */
		try_rule(c, &c->rules.at[i], shape, input, conds);
	}
	vec_free(&goals);
}

void checker_try(Checker *c, u32 shape, const Assignment *a)
{
	search_observe(c->search, shape, a);
	if (behaviours_open(&c->search->seen)) {
		c->open++;
		return;
	}
	if (!rules_judge(c, shape, a) || !expr_eval(c->search->pool, c->eval.known, a)) {
		c->unknown++;
		return;
	}
	for (size_t i = 0; i < c->cases.len; i++)
		c->cases.at[i].met |= (bool)expr_eval(c->search->pool, c->cases.at[i].premise, a);
	search_condition(c->search, shape);
	for (size_t i = 0; i < c->rules.len; i++) {
		Rule *r = &c->rules.at[i];
		r->unknown += !r->goal;
		if (!r->violated && r->goal && r->tries < TRIES && expr_eval(c->search->pool, r->goal, a))
			report_violation(c, r, shape, a, &c->search->conditions);
	}
}

/* ---- the second opinion ---- */

static Expr on_wrong(void *ctx, u32 shape, const Assignment *input)
{
	Checker *c = ctx;
	Expr any = EXPR_FALSE;
	if (behaviours_open(&c->search->seen))
		return 0;
	if (!rules_judge(c, shape, input))
		return 0;
	for (size_t i = 0; i < c->rules.len; i++)
		if (!c->rules.at[i].violated && c->rules.at[i].goal)
			any = expr_or(c->search->pool, any, c->rules.at[i].goal);
	return any;
}

static void on_differs(void *ctx, u32 shape, const Assignment *input, ExprList *conds)
{
	Checker *c = ctx;
	if (behaviours_open(&c->search->seen) || !rules_judge(c, shape, input))
		return;
	for (size_t i = 0; i < c->rules.len; i++) {
		Rule *r = &c->rules.at[i];
		if (r->violated || !r->goal || !expr_eval(c->search->pool, r->goal, input))
			continue;
		report_violation(c, r, shape, input, conds);
		return;
	}
}

static void on_overflow(void *ctx, u32 shape, const ExprList *conds, Expr goal)
{
	(void)ctx, (void)shape, (void)conds, (void)goal; /* it is a note */
}

static bool is_open(const void *ctx)
{
	const Checker *c = ctx;
	return c->refuted || c->unconfirmable || c->unknown;
}

static bool claims(const void *ctx)
{
	const Checker *c = ctx;
	bool some = false;
	for (size_t i = 0; i < c->rules.len; i++)
		some |= !c->rules.at[i].violated;
	return some && claim_exhaustive(c->claim);
}

static void on_notes(void *ctx, Result *r)
{
	const Checker *c = ctx;
	if (c->refuted)
		result_note(r, "unconfirmed", "violations of the machine that do not show natively",
					result_nowhere, c->refuted, true);
	if (c->unconfirmable)
		result_note(r, "unconfirmed", c->trouble.text, result_nowhere, c->unconfirmable, true);
	if (c->unknown)
		result_note(r, "unknown", "pairs of paths on which the contract could not be worked out",
					result_nowhere, c->unknown, true);
}

/* ---- life ---- */

static bool start_before(Checker *c, Err *err)
{
	const SearchConfig *s = &c->search->config;
	if (!s->entry)
		return true;
	MachineWish wish = {.purpose = MACHINE_PLAIN, .budget = c->search->until};
	c->has_before = true;
	if (!subject_start(s->subject[NEW], s->inputs, &wish, &c->before, err))
		return false;
	c->before.keep_objects = true;
	return true;
}

Checker *checker_new(const CheckConfig *config, Err *err)
{
	Checker *c = xcalloc(1, sizeof *c);
	ClaimClient client = {.ctx = c,
						  .pair = on_pair,
						  .differs = on_differs,
						  .overflow = on_overflow,
						  .wrong = config->contract ? on_wrong : NULL,
						  .claims = claims,
						  .open = is_open,
						  .notes = on_notes};
	c->config = *config;
	c->tests_fd = -1;
	/* A cut says that both versions do the same from there on, not what. */
	if (config->contract) {
		c->config.claim.search.prune = 0;
		c->config.claim.search.same_too = true;
	}
	c->claim = claim_new(&c->config.claim, &client, err);
	c->search = c->claim ? c->claim->search : NULL;
	if (!c->claim || !start_before(c, err) || !rules_make(c, err) ||
		(config->dir && !check_tests_begin(c, err))) {
		checker_free(c);
		return NULL;
	}
	return c;
}

void checker_free(Checker *c)
{
	if (!c)
		return;
	rules_free(c);
	if (c->has_before)
		subject_stop(&c->before);
	claim_free(c->claim);
	confirmer_free(c->confirmer);
	if (c->tests_fd >= 0)
		close(c->tests_fd);
	free(c->lost_why);
	free(c->scratch);
	free(c->log);
	free(c->native[OLD]);
	free(c->native[NEW]);
	free(c);
}

bool checker_run(Checker *c, Err *err)
{
	bool good = claim_run(c->claim, err);
	if (good && c->io_trouble.text[0])
		good = err_set(err, "%s", c->io_trouble.text);
	return good;
}
