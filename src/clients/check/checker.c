/* checker.c: life cycle of a checker: a comparison whose pairs of paths are checked against
 * rules. */
#include "clients/check/checker.h"

enum {
	TRIES = 3,         /* witnesses against a rule that may fail to show natively */
	OPEN_TRIES = 32,   /* pairs without a known end that are run natively */
	MOST_PARTS = 1024, /* of a pair of paths, by what calls in predicates decide */
};

/* ---- pairs of paths ---- */

/* Expressions that could not be evaluated must be irrelevant on this pair. */
static void look_known(Checker *c, u32 shape, const Assignment *input, ExprList *conds)
{
	ExprPool *p = search_pool(c->search);
	Expr unknown = expr_and(p, expr_not(p, c->eval.known), rules_path(c));
	u64 before = search_finder(c->search)->unknown;
	if (unknown == EXPR_FALSE)
		return;
	if (find_witness(search_finder(c->search), shape, input, conds, unknown) ||
		search_finder(c->search)->unknown > before)
		c->unknown++;
}

/* Whether some input satisfies a premise, or none of them. */
static void look_met(Checker *c, u32 shape, const Assignment *input, ExprList *conds)
{
	ExprPool *p = search_pool(c->search);
	Expr path = rules_path(c), outside = path;
	for (size_t i = 0; i < c->cases.len; i++) {
		CaseState *s = &c->cases.at[i];
		Expr met = expr_and(p, path, s->premise);
		outside = expr_and(p, outside, expr_not(p, s->premise));
		if (!s->met && met != EXPR_FALSE)
			s->met = find_witness(search_finder(c->search), shape, input, conds, met);
	}
	if (!c->outside && outside != EXPR_FALSE)
		c->outside = find_witness(search_finder(c->search), shape, input, conds, outside);
}

static void try_rule(Checker *c, Rule *r, u32 shape, const Assignment *input, ExprList *conds)
{
	Finder *f = search_finder(c->search);
	if (r->violated || r->goal == EXPR_FALSE)
		return;
	if (!r->goal) {
		r->unknown++;
		return;
	}
	if (r->tries >= TRIES || !find_witness(f, shape, input, conds, r->goal))
		return;
	Expr goal = r->goal;
	/* A clause may be broken though the versions do the same. */
	shape_witness(f, shape, conds, goal, r->kind >= RULE_FRAME, &f->witness);
	Assignment a = {0};
	assignment_init(&a, search_pool(c->search));
	assignment_copy(&a, &f->witness);
	search_observe(c->search, shape, &a);
	if (!search_cut_short(c->search)) {
		/* The goal of the run itself, which may be on another pair of paths if something is wrong. */
		bool good =
			rules_judge(c, shape, &a) && r->goal && expr_eval(search_pool(c->search), r->goal, &a);
		if (good)
			report_violation(c, r, shape, &a, conds);
		else
			r->unknown++;
	} else {
		c->late++;
	}
	assignment_free(&a);
}

/* The machine does not know the end of one version: native runs may. */
static void try_open(Checker *c, u32 shape, const Assignment *input, ExprList *conds)
{
	Rule *r = &vec_last(&c->rules);
	c->open++;
	if (c->config.contract || r->violated || c->config.unconfirmed || c->open_tries++ >= OPEN_TRIES)
		return;
	Assignment a = {0};
	assignment_init(&a, search_pool(c->search));
	assignment_copy(&a, input);
	report_violation(c, r, shape, &a, conds);
	assignment_free(&a);
}

/* Looks at the inputs of a pair of paths for which rules_judge was exact. */
static void look_part(Checker *c, u32 shape, const Assignment *input, ExprList *conds)
{
	look_known(c, shape, input, conds);
	look_met(c, shape, input, conds);
	exercise_look(c, shape, input, conds);
	ExprList goals = {0};
	for (size_t i = 0; i < c->rules.len; i++)
		vec_push(&goals, c->rules.at[i].goal);
	for (size_t i = 0; i < c->rules.len; i++) {
		c->rules.at[i].goal = goals.at[i]; /* observing a witness has judged anew */
		try_rule(c, &c->rules.at[i], shape, input, conds);
	}
	vec_free(&goals);
}

static void look_parts(Checker *c, u32 shape, const Assignment *input, ExprList *conds, size_t from,
					   u32 *left);

/* The inputs that agree with the first k decisions and not with the next one. */
static void look_other(Checker *c, u32 shape, const Assignment *input, ExprList *conds,
					   const ExprList *path, size_t k, u32 *left)
{
	Finder *f = search_finder(c->search);
	Expr other = expr_not(search_pool(c->search), path->at[k]);
	size_t before = conds->len;
	u64 unknown = f->unknown;
	vec_append(conds, path->at, k);
	if (find_witness(f, shape, input, conds, other)) {
		Assignment a = {0};
		assignment_init(&a, search_pool(c->search));
		assignment_copy(&a, &f->witness);
		search_observe(c->search, shape, &a);
		vec_push(conds, other);
		if (!*left || search_cut_short(c->search) || search_inconclusive(c->search))
			c->unknown++;
		else
			look_parts(c, shape, &a, conds, k + 1, left);
		assignment_free(&a);
	} else if (f->unknown > unknown) {
		c->unknown++;
	}
	conds->len = before;
}

/* Splits a pair of paths by what the calls in predicates decide: each part is judged by an input of
 * its own, and the decisions from number `from` on are negated one after the other. */
static void look_parts(Checker *c, u32 shape, const Assignment *input, ExprList *conds, size_t from,
					   u32 *left)
{
	if (!rules_judge(c, shape, input)) {
		c->unknown++;
		if (c->eval.wrong_call)
			search_stop(c->search);
		return;
	}
	ExprList path = {0};
	vec_append(&path, c->eval.path.at, c->eval.path.len);
	--*left;
	look_part(c, shape, input, conds);
	for (size_t k = from; k < path.len && !c->eval.failed; k++)
		look_other(c, shape, input, conds, &path, k, left);
	vec_free(&path);
}

static void on_pair(void *ctx, u32 shape, const Assignment *input, ExprList *conds)
{
	Checker *c = ctx;
	u32 left = MOST_PARTS;
	comparison_compared(c->comparison);
	if (search_inconclusive(c->search)) {
		try_open(c, shape, input, conds);
		return;
	}
	if (!search_same(c->search))
		changes_infected(c->search);
	look_parts(c, shape, input, conds, 0, &left);
}

void checker_try(Checker *c, u32 shape, const Assignment *a)
{
	search_observe(c->search, shape, a);
	if (search_inconclusive(c->search)) {
		c->open++;
		return;
	}
	if (!rules_judge(c, shape, a) || !expr_eval(search_pool(c->search), c->eval.known, a)) {
		c->unknown++;
		return;
	}
	for (size_t i = 0; i < c->cases.len; i++)
		c->cases.at[i].met |= (bool)expr_eval(search_pool(c->search), c->cases.at[i].premise, a);
	const ExprList *conds = search_condition(c->search, shape);
	for (size_t i = 0; i < c->rules.len; i++) {
		Rule *r = &c->rules.at[i];
		r->unknown += !r->goal;
		if (!r->violated && r->goal && r->tries < TRIES &&
			expr_eval(search_pool(c->search), r->goal, a))
			report_violation(c, r, shape, a, conds);
	}
}

/* ---- the second opinion ---- */

static Expr on_wrong(void *ctx, u32 shape, const Assignment *input)
{
	Checker *c = ctx;
	Expr any = EXPR_FALSE;
	if (search_inconclusive(c->search))
		return 0;
	if (!rules_judge(c, shape, input))
		return 0;
	for (size_t i = 0; i < c->rules.len; i++)
		if (!c->rules.at[i].violated && c->rules.at[i].goal)
			any = expr_or(search_pool(c->search), any, c->rules.at[i].goal);
	return any;
}

static void on_differs(void *ctx, u32 shape, const Assignment *input, ExprList *conds)
{
	Checker *c = ctx;
	if (search_inconclusive(c->search) || !rules_judge(c, shape, input))
		return;
	for (size_t i = 0; i < c->rules.len; i++) {
		Rule *r = &c->rules.at[i];
		if (r->violated || !r->goal || !expr_eval(search_pool(c->search), r->goal, input))
			continue;
		report_violation(c, r, shape, input, conds);
		return;
	}
}

static void on_overflow(void *ctx, u32 shape, const ExprList *conds, Expr goal)
{
	Checker *c = ctx;
	Rule *r = &vec_last(&c->rules); /* equal by default */
	const Assignment *a = &search_finder(c->search)->witness;
	if (r->violated || r->tries >= TRIES)
		return;
	if (!rules_judge(c, shape, a)) {
		c->unknown++;
		return;
	}
	for (size_t i = 0; i < c->cases.len; i++)
		if (expr_eval(search_pool(c->search), c->cases.at[i].premise, a))
			return; /* the contract mentions this input */
	r->goal = goal;
	report_violation(c, r, shape, a, conds);
}

static bool is_open(const void *ctx)
{
	const Checker *c = ctx;
	const WitnessCounts *n = evidence_counts(c->evidence);
	return n->refuted || n->unconfirmable || c->late || c->unknown;
}

static bool claims(const void *ctx)
{
	const Checker *c = ctx;
	bool some = false;
	for (size_t i = 0; i < c->rules.len; i++)
		some |= !c->rules.at[i].violated;
	return some && comparison_exhaustive(c->comparison);
}

static void on_notes(void *ctx, Result *r)
{
	const Checker *c = ctx;
	const WitnessCounts *n = evidence_counts(c->evidence);
	if (n->refuted)
		result_note(r, "unconfirmed", "violations that native runs do not show", result_nowhere,
					n->refuted, true);
	if (n->unconfirmable)
		result_note(r, "unconfirmed", n->why.text, result_nowhere, n->unconfirmable, true);
	if (c->late)
		result_note(r, "unconfirmed", "violations that drift had no time to confirm natively",
					result_nowhere, c->late, true);
	if (c->unknown)
		result_note(r, "unknown", "drift could not evaluate the contract on these pairs of paths",
					result_nowhere, c->unknown, true);
}

/* ---- life ---- */

static bool start_before(Checker *c, Err *err)
{
	const SearchConfig *s = search_config(c->search);
	if (!s->entry)
		return true;
	MachineOptions options = {.purpose = MACHINE_PLAIN, .budget = search_budget(c->search)};
	c->has_before = true;
	if (!subject_start(s->subject[NEW], s->inputs, &options, &c->before, err))
		return false;
	c->before.keep_objects = true;
	return true;
}

static Evidence *open_evidence(Checker *c, Err *err)
{
	EvidenceConfig config = comparison_evidence(c->comparison);
	config.dir = c->config.dir;
	config.unsafe = c->config.unsafe;
	config.unconfirmed = c->config.unconfirmed;
	config.budget = c->config.native;
	return evidence_open(&config, err);
}

bool checker_reopen(Checker *c)
{
	Err ignored;
	evidence_close(c->evidence);
	c->evidence = open_evidence(c, &ignored);
	return c->evidence;
}

Checker *checker_new(const CheckConfig *config, Err *err)
{
	Checker *c = xcalloc(1, sizeof *c);
	ComparisonClient client = {.ctx = c,
							   .pair = on_pair,
							   .differs = on_differs,
							   .overflow = on_overflow,
							   .wrong = config->contract ? on_wrong : NULL,
							   .claims = claims,
							   .open = is_open,
							   .notes = on_notes};
	c->config = *config;
	/* A cut says that both versions do the same from there on, not what. */
	if (config->contract) {
		c->config.comparison.search.prune = 0;
		c->config.comparison.search.same_too = true;
	}
	c->comparison = comparison_new(&c->config.comparison, &client, err);
	c->search = c->comparison ? comparison_search(c->comparison) : NULL;
	if (!c->comparison || !start_before(c, err) || !rules_make(c, err) ||
		!(c->evidence = open_evidence(c, err))) {
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
	evidence_close(c->evidence);
	comparison_free(c->comparison);
	free(c->lost_why);
	free(c);
}

bool checker_sound(const Checker *c, Err *err)
{
	return !c->eval.wrong_call || err_set(err, "%s", c->eval_err.text);
}

bool checker_run(Checker *c, Err *err)
{
	bool good = comparison_run(c->comparison, err);
	const char *trouble = evidence_io_trouble(c->evidence);
	good = good && checker_sound(c, err);
	if (good && *trouble)
		good = err_set(err, "%s", trouble);
	return good;
}
