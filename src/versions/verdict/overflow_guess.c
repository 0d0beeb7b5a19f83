/* overflow_guess.c: an input on which a product overflows, by fixing one of its factors.
 *
 * Whether a product of two inputs overflows is the hardest question that Z3 is asked: it may use up its
 * limit though almost every large input is an answer. With one input fixed to a small number, the
 * product is linear, and the cheap layers of the solver find the answer; if not, we look beside the
 * edges of the overflow (overflow_edge.c). Only answers count: if no guess leads to one, we ask the
 * question as it is. */
#include "versions/verdict/impl.h"

enum { MOST_GUESSED = 4 }; /* inputs that are fixed, one after the other */

static bool guess(Finder *f, u32 shape, const Assignment *input, ExprList *conds, Expr goal,
				  u32 var)
{
	static const i64 values[] = {2, -2, 1000, -1000};
	Expr e = expr_var(f->pool, var);
	unsigned width = input_width(f->pool, var);
	bool found = false;
	for (size_t i = 0; !found && width > 8 && i < countof(values); i++) {
		vec_push(conds, expr_eq(f->pool, e, expr_const(f->pool, width, (u64)values[i])));
		found = solve_near(f, shape, input, conds, goal, &f->witness) == SOLVE_SAT;
		conds->len--;
	}
	return found;
}

SolveResult overflow_solve(Finder *f, u32 shape, const Assignment *input, ExprList *conds,
						   Expr goal, SolveEffort effort)
{
	VarList vars = {0};
	solver_effort(f->solver, EFFORT_QUICK);
	SolveResult r = solve_near(f, shape, input, conds, goal, &f->witness);
	if (r == SOLVE_UNKNOWN)
		varset_list(f->pool, expr_vars(f->pool, goal), &vars);
	for (size_t i = 0; r == SOLVE_UNKNOWN && i < vars.len && i < MOST_GUESSED; i++)
		if (guess(f, shape, input, conds, goal, vars.at[i]))
			r = SOLVE_SAT;
	if (r == SOLVE_UNKNOWN && overflow_edge(f, shape, input, conds, goal, &vars))
		r = SOLVE_SAT;
	vec_free(&vars);
	solver_effort(f->solver, effort);
	if (r == SOLVE_UNKNOWN)
		r = solve_near(f, shape, input, conds, goal, &f->witness);
	solver_effort(f->solver, EFFORT_FULL);
	return r;
}
