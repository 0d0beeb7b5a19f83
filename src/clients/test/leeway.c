/* leeway.c: differences that rest on what C leaves to the compiler and the processor. */
#include "clients/test/tester.h"

/* The input has only been run as bytes so far: sets the conditions of its path and of the difference.
 * Returns false if there are none. */
static bool follow(Tester *t, u32 shape, const Assignment *a, ExprList *conds, Expr *differs)
{
	search_observe(t->search, shape, a);
	*differs = search_inconclusive(t->search) ? 0 : search_differs(t->search);
	ExprList *own = search_condition(t->search, shape);
	conds->len = 0;
	vec_append(conds, own->at, own->len);
	return *differs && conditions_hold(search_finder(t->search), conds, *differs, a);
}

/* What the difference on the input rests on; with a better input, *a becomes that one, observed. */
static Leeway look(Tester *t, u32 shape, const Assignment **a, const ExprList *conds, Expr differs)
{
	Finder *f = search_finder(t->search);
	Assignment before = {0};
	if (*a != &f->witness)
		assignment_copy(&f->witness, *a);
	assignment_copy(&before, &f->witness);
	Leeway is = finder_leeway(f, shape, &before, conds, differs);
	if (is == LEEWAY_NONE && memcmp(before.at, f->witness.at, before.n * sizeof *before.at)) {
		*a = &f->witness;
		search_observe(t->search, shape, *a);
	}
	assignment_free(&before);
	return is;
}

Leeway tester_leeway(Tester *t, u32 shape, const Assignment **a, const ExprList *conds,
					 Expr differs)
{
	ExprList own = {0};
	Leeway is = LEEWAY_NONE;
	vec_append(&own, conds->at, conds->len);
	if (!t->plain || (search_floats(t->search) && follow(t, shape, *a, &own, &differs)))
		is = look(t, shape, a, &own, differs);
	vec_free(&own);
	if (is == LEEWAY_NAN_ALWAYS)
		comparison_nan(t->comparison);
	if (is == LEEWAY_NAN) {
		t->nans++;
		comparison_unknown(t->comparison);
	}
	if (is == LEEWAY_CONVERSION && t->config.comparison.count_overflow)
		return LEEWAY_NONE;
	return is;
}
