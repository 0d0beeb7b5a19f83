/* refute_paths.c: a small separate search that prunes nothing.
 *
 * It runs both versions to the end and negates their decisions one by one, a few times for each
 * location. It uses neither cuts nor knowledge from earlier decisions. It is far from complete; its
 * purpose is to look behind the first decision of what was cut. */
#include "versions/verdict/refute_inputs.h"

enum {
	KEPT_RUNS = 64,  /* runs whose decisions are negated */
	TURNS = 8,       /* negations of the decisions of one location */
	DECISIONS = 100, /* of a run */
};

void paths_free(Paths *p)
{
	for (size_t i = 0; i < p->runs.len; i++) {
		kept_input_free(&p->runs.at[i].input);
		vec_free(&p->runs.at[i].decisions);
	}
	vec_free(&p->runs);
	intmap_free(&p->sequences);
	intmap_free(&p->turned);
	intmap_free(&p->turns);
}

void paths_follow(RefuteInputs *k)
{
	Comparison *comparison = k->comparison;
	const ConstraintList *all = &search_product(comparison->search)->all;
	if (k->paths.runs.len < KEPT_RUNS && search_product(comparison->search)->by == BY_PATH) {
		ObservedRun r = {.input = inputs_keep(search_inputs(comparison->search), k->shape, &k->a)};
		for (size_t i = 0; i < all->len && i < DECISIONS; i++)
			vec_push(&r.decisions, all->at[i]);
		vec_push(&k->paths.runs, r);
	}
	refute_ask(comparison, k->shape, &k->a);
}

static u64 turns_of(const Paths *p, u64 location)
{
	u64 n = 0;
	return intmap_get(&p->turns, location, &n) ? n : 0;
}

static void turn_all(RefuteInputs *k, size_t number)
{
	Comparison *comparison = k->comparison;
	Paths *p = &k->paths;
	const ObservedRun *r = &p->runs.at[number];
	const ExprList *base = &search_shape(comparison->search, r->input.shape)->base;
	ExprList conds = {0};
	u64 prefix = intmap_number(&p->sequences, r->input.shape + 1ull);
	k->shape = r->input.shape;
	inputs_recall(search_inputs(comparison->search), &r->input, &k->start);
	vec_append(&conds, base->at, base->len);
	for (size_t i = 0; i < r->decisions.len && refute_inputs_goes_on(k); i++) {
		const Constraint *c = &r->decisions.at[i];
		Expr other = expr_not(search_pool(comparison->search), c->cond);
		u64 location = ((u64)c->function << 32 | c->ins) + 1, after = prefix << 32 | other;
		if (turns_of(p, location) < TURNS && !intmap_get(&p->turned, after, NULL) &&
			refute_inputs_model(k, comparison->refute.solver, &conds, other, &k->start)) {
			intmap_put(&p->turns, location, turns_of(p, location) + 1);
			intmap_put(&p->turned, after, 1);
			paths_follow(k);
			r = &p->runs.at[number]; /* the list may have moved */
			c = &r->decisions.at[i];
		}
		vec_push(&conds, c->cond);
		prefix = intmap_number(&p->sequences, prefix << 32 | c->cond);
	}
	vec_free(&conds);
}

void refute_inputs_starts(RefuteInputs *k)
{
	Comparison *comparison = k->comparison;
	const Inputs *in = search_inputs(comparison->search);
	for (size_t i = 0; i < in->starts.len && i < KEPT_RUNS / 4 && refute_inputs_goes_on(k); i++) {
		u64 before = comparison->refute.inputs;
		k->shape = in->starts.at[i].shape;
		inputs_start(in, &in->starts.at[i], &k->a);
		if (refute_try(comparison, k->shape, &k->a) && comparison->refute.inputs > before)
			paths_follow(k);
	}
}

void refute_paths(RefuteInputs *k)
{
	for (size_t i = 0; i < k->paths.runs.len && refute_inputs_goes_on(k); i++)
		turn_all(k, i);
}
