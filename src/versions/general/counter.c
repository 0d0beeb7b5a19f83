/* counter.c: keeps inputs that refuted an implication.
 *
 * Most questions of this module are about conditions of one difference, or of differences that are
 * alike. One input often refutes many of them, and evaluating it is much cheaper than a query. */
#include "versions/general/impl.h"

enum { MOST_COUNTERS = 16 }; /* the oldest is replaced */

void counters_keep(General *g, u32 shape, const Assignment *a)
{
	Counter *c;
	if (g->counters.len < MOST_COUNTERS) {
		vec_push(&g->counters, ((Counter){0}));
		c = &vec_last(&g->counters);
	} else {
		c = &g->counters.at[g->next_counter];
		g->next_counter = (g->next_counter + 1) % MOST_COUNTERS;
	}
	c->shape = shape;
	assignment_copy(&c->input, a);
	g->refuted_by = &c->input;
}

static bool satisfies(General *g, const ExprList *conds)
{
	for (size_t i = conds->len; i-- > 0;)
		if (!expr_eval_value(g->eval, conds->at[i]))
			return false;
	return true;
}

bool counters_refute(General *g, u32 shape, const ExprList *conds, Expr e)
{
	g->refuted_by = NULL;
	for (size_t i = 0; i < g->counters.len; i++) {
		Counter *c = &g->counters.at[i];
		if (c->shape != shape)
			continue;
		expr_eval_begin(g->eval, &c->input);
		if (!satisfies(g, conds) || expr_eval_value(g->eval, e))
			continue;
		g->refuted_by = &c->input;
		return true;
	}
	return false;
}

const Assignment *general_counterexample(const General *g)
{
	return g->refuted_by;
}

void counters_free(General *g)
{
	for (size_t i = 0; i < g->counters.len; i++)
		assignment_free(&g->counters.at[i].input);
	vec_free(&g->counters);
}
