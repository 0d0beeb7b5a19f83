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
	if (c->unconfirmed || (c->stop_after && t->semantic + t->postponed.len + 1 >= c->stop_after))
		return false;
	return tried >= AT_ONCE + t->pair.runs / SHARE;
}

void postpone_add(Tester *t, Group *g, u32 shape, const Assignment *a, const ExprList *conds,
				  Expr differs)
{
	Postponed l = {
		.key = g->key, .input = inputs_keep(t->config.inputs, shape, a), .differs = differs};
	for (size_t i = 0; i < conds->len; i++)
		vec_push(&l.conds, conds->at[i]);
	vec_push(&t->postponed, l);
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
	t->postponed.len--;
	return l;
}

static void confirm_one(Tester *t)
{
	Postponed l = take_simplest(t);
	Group *g = group_of_key(t, l.key);
	g->waiting--;
	if (g->difference == NO_OPERAND || t->config.all) {
		inputs_recall(t->config.inputs, &l.input, &t->witness);
		tester_observe(t, l.input.shape, &t->witness);
		if (tester_cut(t)) {
			g->waiting++;
			vec_push(&t->postponed, l);
			return;
		}
		report_difference(t, g, l.input.shape, &t->witness, &l.conds, l.differs);
	}
	drop(&l);
}

void postponed_some(Tester *t)
{
	while (t->postponed.len && !solver_over(t->solver) && !postpone_now(t))
		confirm_one(t);
}

void postponed_all(Tester *t)
{
	while (t->postponed.len && !solver_over(t->solver))
		confirm_one(t);
}

void postponed_free(Tester *t)
{
	for (size_t i = 0; i < t->postponed.len; i++)
		drop(&t->postponed.at[i]);
	vec_free(&t->postponed);
}
