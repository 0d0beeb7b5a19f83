/* postpone.c: differences whose native confirmation waits.
 *
 * A native run of both versions costs as much as many runs in the machine, and some programs have
 * hundreds of groups. The first are confirmed at once; then so many as the runs of the machine
 * allow, simple inputs first, and the rest when there is nothing left to explore. How much that is
 * goes by numbers of runs and not by time, so that the same command makes the same tests.
 */
#include "test/tester.h"

enum {
	AT_ONCE = 8, /* confirmations before any has to wait */
	SHARE = 32,  /* runs for one more */
};

/* A difference of the machine. */
struct Postponed {
	u64 key; /* of its group */
	KeptInput input;
	Expr differs;
	ExprList conds; /* the pair of paths */
};

bool postpone_now(const Tester *t)
{
	const TestConfig *c = &t->config;
	u64 tried = t->differences.len + t->refuted + t->unconfirmable;
	if (c->unconfirmed ||
		(c->stop_after && t->search->found + t->postponed.len + 1 >= c->stop_after))
		return false;
	return tried >= AT_ONCE + t->search->pair.runs / SHARE;
}

void postpone_add(Tester *t, Group *g, u32 shape, const Assignment *a, const ExprList *conds,
				  Expr differs)
{
	Postponed l = {.key = g->key,
				   .input = inputs_keep(t->search->config.inputs, shape, a),
				   .differs = differs};
	for (size_t i = 0; i < conds->len; i++)
		vec_push(&l.conds, conds->at[i]);
	vec_push(&t->postponed, l);
	t->search->waiting = t->postponed.len;
	g->waiting++;
}

static void drop(Postponed *l)
{
	kept_input_free(&l->input);
	vec_free(&l->conds);
}

/* The one with the shortest condition, the oldest of several. */
static Postponed take_simplest(Tester *t)
{
	size_t best = 0;
	for (size_t i = 1; i < t->postponed.len; i++)
		if (t->postponed.at[i].conds.len < t->postponed.at[best].conds.len)
			best = i;
	Postponed l = t->postponed.at[best];
	memmove(&t->postponed.at[best], &t->postponed.at[best + 1],
			(t->postponed.len - best - 1) * sizeof *t->postponed.at);
	t->search->waiting = --t->postponed.len;
	return l;
}

static void confirm_one(Tester *t)
{
	Postponed l = take_simplest(t);
	Group *g = group_of_key(t, l.key);
	g->waiting--;
	if (g->difference == NO_OPERAND || t->config.all) {
		inputs_recall(t->search->config.inputs, &l.input, &t->search->find.witness);
		search_observe(t->search, l.input.shape, &t->search->find.witness);
		if (joint_was_cut(&t->search->pair)) {
			g->waiting++;
			vec_push(&t->postponed, l);
			t->search->waiting = t->postponed.len;
			return;
		}
		report_difference(t, g, l.input.shape, &t->search->find.witness, &l.conds, l.differs);
	}
	drop(&l);
}

void postponed_some(Tester *t)
{
	while (t->postponed.len && !solver_over(t->search->find.solver) && !postpone_now(t))
		confirm_one(t);
}

void postponed_all(Tester *t)
{
	while (t->postponed.len && !solver_over(t->search->find.solver))
		confirm_one(t);
}

void postponed_free(Tester *t)
{
	for (size_t i = 0; i < t->postponed.len; i++)
		drop(&t->postponed.at[i]);
	vec_free(&t->postponed);
}
