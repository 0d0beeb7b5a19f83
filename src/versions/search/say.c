/* say.c: prints conditions as text, without redundant parts.
 *
 * A separate solver proves parts redundant, so that printing a text never affects a result. It
 * gives up early, since a redundant part does no harm. */
#include "versions/search/witness.h"

enum { MOST_CHECKS = 2000 }; /* of Z3, for all texts of a search */

/* Who is asked, and an input on which everything that is given holds. */
typedef struct Prover {
	Finder *f;
	const Assignment *input;
} Prover;

static bool implies(void *who, const Expr *given, size_t n, Expr e)
{
	Prover *a = who;
	Solver *s = a->f->proves;
	if (solver_stats(s)->z3_checks >= MOST_CHECKS || solver_over(a->f->solver))
		return false;
	return solve_implies(s, given, n, e, a->input);
}

void finder_say(Finder *f, u32 shape, const Assignment *input, const Expr *conds, size_t n,
				size_t limit, Buf *out)
{
	const ExprList *base = &f->inputs->shapes.at[shape].base;
	ExprList always = {0};
	if (!f->proves) {
		SolveOptions opt = {.z3_limit = solve_units(0.02)};
		f->proves = solver_new(f->pool, &opt);
	}
	solver_until(f->proves, solver_budget(f->solver)); /* one question may take long */
	vec_append(&always, base->at, base->len);
	inputs_canonical_conditions(f->inputs, shape, &always);
	Prover who = {f, input};
	TextAsk ask = {always.at, always.len, implies, &who};
	expr_text_asking(f->pool, &ask, conds, n, limit, out);
	vec_free(&always);
}
