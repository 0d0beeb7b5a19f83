/* witness.c: finds witnesses. */
#include "versions/search/witness.h"

enum { TRIES = 32 }; /* witnesses of one pair of paths that may be left out by --ignore */

void finder_init(Finder *f, const Inputs *in, const Behaviours *seen, const SolveOptions *opt,
				 Budget *budget)
{
	*f = (Finder){.pool = in->pool, .inputs = in, .seen = seen};
	f->eval = expr_eval_new(f->pool);
	assignment_init(&f->start, f->pool);
	assignment_init(&f->witness, f->pool);
	assignment_init(&f->other, f->pool);
	inputs_start(in, &in->starts.at[0], &f->start);
	f->solver = solver_new(f->pool, opt);
	solver_until(f->solver, budget);
}

void finder_free(Finder *f)
{
	if (!f->solver)
		return;
	solver_free(f->solver);
	if (f->proves)
		solver_free(f->proves);
	expr_eval_free(f->eval);
	assignment_free(&f->start);
	assignment_free(&f->witness);
	assignment_free(&f->other);
}

bool conditions_hold(Finder *f, const ExprList *conds, Expr differs, const Assignment *a)
{
	expr_eval_next(f->eval, a);
	if (!expr_eval_value(f->eval, differs))
		return false;
	for (size_t i = 0; i < conds->len; i++)
		if (!expr_eval_value(f->eval, conds->at[i]))
			return false;
	return true;
}

SolveResult solve_near(Finder *f, u32 shape, const Assignment *input, ExprList *conds, Expr goal,
					   Assignment *out)
{
	SolveResult r = solve(f->solver, conds->at, conds->len, goal, input, out);
	if (r == SOLVE_SAT && inputs_canonical(f->inputs, shape, out) &&
		!conditions_hold(f, conds, goal, out)) {
		size_t n = conds->len;
		inputs_canonical_conditions(f->inputs, shape, conds);
		r = solve(f->solver, conds->at, conds->len, goal, input, out);
		conds->len = n;
	}
	return r;
}

/* As find_witness, where lines are ignored: on an input that shows the difference. Those that do not
 * are excluded with all that are like them. When none is left, the difference never counts; when
 * the tries are used up, the pair of paths is open. */
static bool find_shown(Finder *f, u32 shape, const Assignment *input, ExprList *conds, Expr differs)
{
	size_t n = conds->len;
	SolveResult r = SOLVE_SAT;
	bool found = false;
	Expr hint = EXPR_FALSE;
	for (int i = 0; i < TRIES && r == SOLVE_SAT && !found; i++) {
		r = SOLVE_UNKNOWN;
		if (i % 2 && hint != EXPR_FALSE)
			r = solve_near(f, shape, input, conds, expr_and(f->pool, differs, hint), &f->witness);
		if (r != SOLVE_SAT)
			r = solve_near(f, shape, input, conds, differs, &f->witness);
		if (r != SOLVE_SAT || (found = behaviours_show(f->seen, &f->witness)))
			continue;
		expr_eval_next(f->eval, &f->witness);
		hint = behaviours_other_length(f->seen);
		vec_push(conds, expr_not(f->pool, behaviours_alike(f->seen)));
	}
	conds->len = n;
	f->filtered += !found && r == SOLVE_SAT;
	f->unknown += r == SOLVE_UNKNOWN && !solver_over(f->solver);
	return found;
}

bool find_witness(Finder *f, u32 shape, const Assignment *input, ExprList *conds, Expr differs)
{
	assignment_copy(&f->witness, input);
	if (conditions_hold(f, conds, differs, input) && behaviours_show(f->seen, input))
		return true;
	if (f->unsolved)
		return false;
	f->solved++;
	if (f->seen->filter.automata.len)
		return find_shown(f, shape, input, conds, differs);
	SolveResult r = solve_near(f, shape, input, conds, differs, &f->witness);
	f->unknown += r == SOLVE_UNKNOWN && !solver_over(f->solver);
	return r == SOLVE_SAT;
}
