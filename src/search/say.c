/* say.c: conditions as text, without parts that say nothing.
 *
 * What is proved here is proved by a solver of its own: when a text is asked for must not show in
 * any result. It gives up early, since a part too many does no harm.
 */
#include "search/witness.h"

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
	for (size_t i = 0; i < base->len; i++)
		vec_push(&always, base->at[i]);
	inputs_canonical_conditions(f->inputs, shape, &always);
	Prover who = {f, input};
	TextAsk ask = {always.at, always.len, implies, &who};
	expr_text_asking(f->pool, &ask, conds, n, limit, out);
	vec_free(&always);
}
