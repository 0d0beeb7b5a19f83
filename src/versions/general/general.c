/* general.c: life cycle of a General, and its questions to the solver. */
#include "versions/general/impl.h"

/* Work for all conditions of a search is a share of the search's own. Both are counted, not timed, so
 * that the same command prints the same conditions. The unit is that of solve/effort.c, about 10 ns;
 * the others were measured on the mutation bench. */
enum {
	SHARE = 8,            /* one of so many units */
	LEAST_WORK = 2500000, /* however small the search is */
	RUN_WORK = 60000,     /* of a joint run, beside its instructions */
	TRACKED_WORK = 30000, /* the same with dependences, without search */
	INS_WORK = 5,         /* of an instruction */
	TRACKED_INS_WORK = 10,
	CALL_WORK = 5000 /* of a query, beside what the solver counts */
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

static u64 search_work(const General *g)
{
	const ProductRunner *p = search_product(g->search);
	return p->runs * RUN_WORK + p->instructions * INS_WORK;
}

static u64 own_work(const General *g)
{
	const SolveStats *s = solver_stats(g->proves);
	u64 work = s->work + s->calls * CALL_WORK;
	if (g->machines == MACHINES_READY)
		work += g->pair.runs * TRACKED_WORK + g->pair.instructions * TRACKED_INS_WORK;
	return work;
}

bool general_may(General *g)
{
	return !solver_over(general_solver(g)) && own_work(g) < LEAST_WORK + search_work(g) / SHARE;
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
