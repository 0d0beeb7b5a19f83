/* exercise.c: a test for each clause of a contract that is not violated.
 *
 * During the search we keep the first input that exercises a clause: it satisfies the premise, and
 * NEW ends in the way that the clause is about. For "equal by default" it satisfies no premise. When
 * the search is over the input is run again, judged again, and confirmed natively: each version must
 * do what the machine says. If a native run does something else, the clause is not shown, because
 * the proof rests on the same machine. */
#include "clients/check/checker.h"

static Expr exercises(Checker *c, const Rule *r)
{
	ExprPool *p = search_pool(c->search);
	const Behaviour *newer = &search_behaviours(c->search)[NEW];
	Expr e = EXPR_TRUE;
	if (r->kind == RULE_DEFAULT) {
		for (size_t i = 0; i < c->cases.len; i++)
			e = expr_and(p, e, expr_not(p, c->cases.at[i].premise));
		return e;
	}
	if (r->kind == RULE_ENSURES)
		e = expr_bool(ends_normally(c, newer));
	else if (r->kind == RULE_SIGNALS && !clause_only_forbids(r->clause))
		e = ends_as(c, r->clause, newer);
	return expr_and(p, e, c->cases.at[r->of].premise);
}

void exercise_look(Checker *c, u32 shape, const Assignment *input, ExprList *conds)
{
	ExprPool *p = search_pool(c->search);
	Finder *f = search_finder(c->search);
	Expr path = rules_path(c);
	if (!c->config.contract || !c->config.dir)
		return;
	for (size_t i = 0; i < c->rules.len; i++) {
		Rule *r = &c->rules.at[i];
		if (r->exercise.found || r->violated || !r->goal)
			continue;
		Expr e = expr_and(p, expr_and(p, exercises(c, r), path), expr_not(p, r->goal));
		/* A clause about a change is exercised best where something changed. */
		Expr differs = r->kind < RULE_FRAME ? all_differs(c) : EXPR_FALSE;
		Expr best = differs ? expr_and(p, e, differs) : EXPR_FALSE;
		if (e == EXPR_FALSE ||
			((best == EXPR_FALSE || !find_witness(f, shape, input, conds, best)) &&
			 !find_witness(f, shape, input, conds, e)))
			continue;
		r->exercise = (Exercise){.found = true, .shape = shape};
		assignment_init(&r->exercise.input, p);
		assignment_copy(&r->exercise.input, &f->witness);
	}
}

/* The test of another clause with the same input; 0: there is none. */
static u32 known_test(const Checker *c, const Rule *r)
{
	const Exercise *own = &r->exercise;
	for (const Rule *other = c->rules.at; other < r; other++) {
		const Exercise *e = &other->exercise;
		if (e->test && e->shape == own->shape && e->input.n == own->input.n &&
			!memcmp(e->input.at, own->input.at, own->input.n * sizeof *own->input.at))
			return e->test;
	}
	return 0;
}

static void leave_one(Checker *c, Rule *r)
{
	Exercise *e = &r->exercise;
	WitnessJudge judge;
	search_observe(c->search, e->shape, &e->input);
	if (search_inconclusive(c->search) || !rules_judge(c, e->shape, &e->input) || !r->goal ||
		!expr_eval(search_pool(c->search), exercises(c, r), &e->input) ||
		expr_eval(search_pool(c->search), r->goal, &e->input))
		return;
	/* What was never set need not be natively what the machine has. */
	if (!check_judge(c, &(Rule){.kind = RULE_ENSURES}, &judge))
		return;
	Witness seen = witness_describe(c->evidence, e->shape, &e->input);
	WitnessCounts before = *evidence_counts(c->evidence);
	WitnessFate fate = witness_settle(c->evidence, &seen, e->shape, &e->input, &judge);
	evidence_put_counts(c->evidence, &before);
	if (fate == WITNESS_KEPT && !seen.unconfirmed)
		e->test = seen.test;
	else if (fate == WITNESS_KEPT)
		witness_forget(c->evidence, &seen);
	r->tries += fate == WITNESS_REFUTED;
	witness_free(&seen);
}

void checker_leave_tests(Checker *c)
{
	bool any = false;
	for (size_t i = 0; i < c->rules.len; i++)
		any |= c->rules.at[i].exercise.found;
	if (!any || (checker_clean(c) && !checker_reopen(c)))
		return;
	for (size_t i = 0; i < c->rules.len; i++) {
		Rule *r = &c->rules.at[i];
		if (!r->exercise.found || r->violated)
			continue;
		r->exercise.test = known_test(c, r);
		if (!r->exercise.test)
			leave_one(c, r);
	}
}
