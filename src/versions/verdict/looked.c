/* looked.c: whether the versions depend on what varies.
 *
 * If nothing varies, or no run depends on what varies, the versions were compared on one input. Then the
 * absence of a difference is no proof about a program: mostly somebody forgot an argument. */
#include "versions/verdict/impl.h"

/* A run that depends on the input has a constraint, or an output that is an expression. */
void looked_after_run(Comparison *comparison)
{
	const ProductRunner *product = search_product(comparison->search);
	Covers *c = &comparison->covers;
	for (int side = OLD; side <= NEW && !c->looked; side++) {
		size_t n = 0;
		if (side == OLD || !product->spared)
			machine_constraints(search_machine(comparison->search, side), &n);
		c->looked = n > 0;
	}
}

static bool items_depend(const OutItems *items)
{
	for (size_t i = 0; i < items->len; i++)
		if (items->at[i].kind != OUT_BYTE)
			return true;
	return false;
}

static bool behaviour_depends(const Behaviour *b)
{
	if (b->status_expr || b->value_expr || items_depend(&b->items[0]) || items_depend(&b->items[1]))
		return true;
	for (size_t i = 0; i < b->files.len; i++)
		if (items_depend(&b->files.at[i].items))
			return true;
	/* Nobody knows what a run would have done after the place where the machine ended it. */
	return b->outcome == RAN_LIMIT || b->outcome == RAN_UNSUPPORTED;
}

/* Observes an input of the shape. If this run has no constraint either, all inputs of the shape take
 * its path. A search that the time ended has perhaps no run but this one. */
static bool shape_looked_at(Comparison *comparison, u32 shape)
{
	Search *search = comparison->search;
	const Shape *s = search_shape(search, shape);
	Assignment a = {0};
	assignment_init(&a, search_pool(search));
	bool looked = true;
	if (solve(search_finder(search)->solver, s->base.at, s->base.len, EXPR_TRUE,
			  &search_finder(search)->start, &a) == SOLVE_SAT) {
		search_observe(search, shape, &a);
		/* Nobody knows what a run would have read that the budget ended. */
		looked = search_cut_short(search) || behaviour_depends(&search_behaviours(search)[OLD]) ||
				 behaviour_depends(&search_behaviours(search)[NEW]);
	}
	looked_after_run(comparison);
	assignment_free(&a);
	return looked || comparison->covers.looked;
}

void looked_settle(Comparison *comparison)
{
	Covers *c = &comparison->covers;
	const Search *search = comparison->search;
	/* A function gets its arguments by its prototype: nobody forgot them. */
	if (search_config(search)->entry || search_unchanged(search) || search_found(search))
		c->looked = true;
	size_t n = search_inputs(search)->shapes.len;
	for (size_t i = 0; i < n && !c->looked && !c->fixed; i++)
		c->looked = shape_looked_at(comparison, (u32)i);
}

bool comparison_one_input(const Comparison *comparison)
{
	Verdict v = comparison_verdict(comparison);
	const Covers *c = &comparison->covers;
	return (v == VERDICT_EQUIVALENT || v == VERDICT_NO_DIFFERENCE) &&
		   !search_unchanged(comparison->search) && !search_found(comparison->search) &&
		   (c->fixed || !c->looked);
}
