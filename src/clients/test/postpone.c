/* postpone.c: differences whose native confirmation waits (evidence/witness/wait.c). */
#include "clients/test/tester.h"

bool postpone_now(const Tester *t)
{
	const TestConfig *c = &t->config;
	const WitnessCounts *n = evidence_counts(t->evidence);
	if (c->unconfirmed ||
		(c->stop_after && search_found(t->search) + t->postponed.len + 1 >= c->stop_after))
		return false;
	return waiting_now(t->differences.len + n->refuted + n->unconfirmable, search_runs(t->search));
}

void postpone_add(Tester *t, Group *g, u32 shape, const Assignment *a, const ExprList *conds,
				  Expr differs)
{
	WaitingWitness w = {
		.key = g->key, .input = inputs_keep(search_inputs(t->search), shape, a), .goal = differs};
	vec_append(&w.conds, conds->at, conds->len);
	waiting_add(&t->postponed, w);
	search_set_waiting(t->search, t->postponed.len);
	g->waiting++;
}

static void confirm_one(Tester *t)
{
	WaitingWitness w = waiting_take(&t->postponed);
	search_set_waiting(t->search, t->postponed.len);
	Group *g = group_of_key(t, w.key);
	g->waiting--;
	if (g->difference == NO_OPERAND || t->config.all) {
		inputs_recall(search_inputs(t->search), &w.input, &search_finder(t->search)->witness);
		search_observe(t->search, w.input.shape, &search_finder(t->search)->witness);
		if (search_cut_short(t->search)) {
			g->waiting++;
			waiting_add(&t->postponed, w);
			search_set_waiting(t->search, t->postponed.len);
			return;
		}
		report_difference(t, g, w.input.shape, &search_finder(t->search)->witness, &w.conds,
						  w.goal);
	}
	waiting_drop(&w);
}

void postponed_some(Tester *t)
{
	while (t->postponed.len && !solver_over(search_finder(t->search)->solver) && !postpone_now(t))
		confirm_one(t);
}

void postponed_all(Tester *t)
{
	while (t->postponed.len && !solver_over(search_finder(t->search)->solver))
		confirm_one(t);
}

void postponed_free(Tester *t)
{
	waiting_free(&t->postponed);
}
