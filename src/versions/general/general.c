/* general.c: life cycle of a General, and its questions to the solver. */
#include "versions/general/impl.h"

/* For all conditions of a search: some two seconds. */
enum {
	MOST_CHECKS = 3000,          /* of Z3 */
	MOST_SOLVING = 200 * 1000000 /* units of work, see solve/effort.c */
};

General *general_new(Search *search)
{
	General *g = xcalloc(1, sizeof *g);
	g->search = search;
	g->eval = expr_eval_new(search_pool(search));
	assignment_init(&g->model, search_pool(search));
	return g;
}

void general_free(General *g)
{
	if (!g)
		return;
	if (g->machines != MACHINES_NONE)
		product_runner_free(&g->pair);
	if (g->proves)
		solver_free(g->proves);
	expr_eval_free(g->eval);
	assignment_free(&g->model);
	counters_free(g);
	free(g);
}

Solver *general_solver(General *g)
{
	if (!g->proves) {
		SolveOptions opt = {.z3_limit = solve_units(0.05)};
		g->proves = solver_new(search_pool(g->search), &opt);
	}
	solver_until(g->proves, solver_budget(search_finder(g->search)->solver));
	return g->proves;
}

bool general_may(General *g)
{
	const SolveStats *s = solver_stats(general_solver(g));
	return s->z3_checks < MOST_CHECKS && s->work < MOST_SOLVING && !solver_over(g->proves);
}

bool general_implies(General *g, const GeneralCase *c, const ExprList *conds, Expr e)
{
	ExprList all = {0};
	const ExprList *base = &search_shape(g->search, c->shape)->base;
	if (counters_refute(g, c->shape, conds, e) || !general_may(g))
		return false;
	vec_append(&all, base->at, base->len);
	inputs_canonical_conditions(search_inputs(g->search), c->shape, &all);
	vec_append(&all, conds->at, conds->len);
	SolveResult r =
		solve(g->proves, all.at, all.len, expr_not(search_pool(g->search), e), c->input, &g->model);
	if (r == SOLVE_SAT)
		counters_keep(g, c->shape, &g->model);
	vec_free(&all);
	return r == SOLVE_UNSAT;
}
