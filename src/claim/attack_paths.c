/* attack_paths.c: a small search of its own, that leaves nothing out.
 *
 * Runs as they are, both versions to the end; their decisions are turned round one by one, those of
 * a place a few times. Neither cuts nor what is known of earlier decisions play a part. It is far
 * from complete, and is there to look behind the first decision of what was cut.
 */
#include "claim/attack.h"

enum {
	KEPT_RUNS = 64,  /* whose decisions are turned round */
	TURNS = 8,       /* of the decisions of one place */
	DECISIONS = 100, /* of a run */
};

void paths_free(Paths *p)
{
	for (size_t i = 0; i < p->runs.len; i++) {
		kept_input_free(&p->runs.at[i].input);
		vec_free(&p->runs.at[i].decisions);
	}
	vec_free(&p->runs);
	intmap_free(&p->turns);
}

void paths_follow(Attack *k)
{
	Claim *claim = k->claim;
	const ConstraintList *all = &claim->search->pair.all;
	if (k->paths.runs.len < KEPT_RUNS && claim->search->pair.by == BY_PATH) {
		SeenRun r = {.input = inputs_keep(claim->search->config.inputs, k->shape, &k->a)};
		for (size_t i = 0; i < all->len && i < DECISIONS; i++)
			vec_push(&r.decisions, all->at[i]);
		vec_push(&k->paths.runs, r);
	}
	opinion_ask(claim, k->shape, &k->a);
}

static u64 turns_of(const Paths *p, u64 key)
{
	u64 n = 0;
	return intmap_get(&p->turns, key | 1, &n) ? n : 0;
}

static void count_turn(Paths *p, u64 key)
{
	intmap_put(&p->turns, key | 1, turns_of(p, key) + 1);
}

static void turn_all(Attack *k, size_t number)
{
	Claim *claim = k->claim;
	Paths *p = &k->paths;
	const SeenRun *r = &p->runs.at[number];
	const ExprList *base = &claim->search->config.inputs->shapes.at[r->input.shape].base;
	ExprList conds = {0};
	u64 prefix = r->input.shape;
	k->shape = r->input.shape;
	inputs_recall(claim->search->config.inputs, &r->input, &k->start);
	for (size_t i = 0; i < base->len; i++)
		vec_push(&conds, base->at[i]);
	for (size_t i = 0; i < r->decisions.len && attack_goes_on(k); i++) {
		const Constraint *c = &r->decisions.at[i];
		Expr other = expr_not(claim->search->pool, c->cond);
		u64 place = hash_mix((u64)c->function << 32 | c->ins, 7);
		if (turns_of(p, place) < TURNS && !turns_of(p, hash_mix(prefix, other)) &&
			attack_model(k, claim->opinion.solver, &conds, other, &k->start)) {
			count_turn(p, place);
			count_turn(p, hash_mix(prefix, other));
			paths_follow(k);
			r = &p->runs.at[number]; /* the list may have moved */
			c = &r->decisions.at[i];
		}
		vec_push(&conds, c->cond);
		prefix = hash_mix(prefix, c->cond);
	}
	vec_free(&conds);
}

void attack_starts(Attack *k)
{
	Claim *claim = k->claim;
	const Inputs *in = claim->search->config.inputs;
	for (size_t i = 0; i < in->starts.len && i < KEPT_RUNS / 4 && attack_goes_on(k); i++) {
		u64 before = claim->opinion.inputs;
		k->shape = in->starts.at[i].shape;
		inputs_start(in, &in->starts.at[i], &k->a);
		if (opinion_try(claim, k->shape, &k->a) && claim->opinion.inputs > before)
			paths_follow(k);
	}
}

void attack_paths(Attack *k)
{
	for (size_t i = 0; i < k->paths.runs.len && attack_goes_on(k); i++)
		turn_all(k, i);
}
