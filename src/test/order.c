/* order.c: which pair of paths next: reach a change, then make its effect visible.
 *
 * A decision that only NEW takes is where the versions part: to decide it otherwise forces
 * a difference in control, so it comes first, and with it what feeds a branch in front of a part of
 * a change that was not executed (feed.c). Then come the decisions of runs that executed a
 * change, and then the others, by their distance to the nearest change that no run has reached;
 * when all are reached, to the nearest of all.
 */
#include "test/tester.h"

enum { RANK_PARTING, RANK_CARRIED, RANK_EXECUTED, RANK_NEAREST, RANK_FAR = 1 << 20 };

static Distance *distance_of(Tester *t, int side)
{
	VEC(Target) targets = {0};
	bool all = t->reach_epoch >= t->changes.len;
	for (u32 i = 0; i < t->changes.len; i++) {
		const ChangePart *part = &change_map_at(t->map, i)->part[side];
		for (u32 k = 0; (all || !t->changes.at[i].reached) && k < part->n_points; k++)
			vec_push(&targets, ((Target){part->points[k].function, part->points[k].ins}));
	}
	Distance *d =
		static_distance(subject_flow(t->config.subject[side]), targets.at, (u32)targets.len);
	vec_free(&targets);
	return d;
}

/* Distances from here on to what is not reached now. */
static void measure(Tester *t)
{
	for (int side = OLD; side <= NEW; side++) {
		if (t->distance[side])
			distance_free(t->distance[side]);
		t->distance[side] = distance_of(t, side);
	}
	t->measured = t->reach_epoch;
}

static u32 distance_at(Tester *t, int side, u32 function, u32 ins)
{
	Static *s = subject_flow(t->config.subject[side]);
	u32 block = static_block(s, function, ins);
	const Flow *flow = static_flow(s, function);
	u32 least = FAR;
	for (u32 k = 0; flow && k < flow->succ_at[block + 1] - flow->succ_at[block]; k++) {
		u32 d = static_distance_way(s, t->distance[side], function, block, k);
		least = d < least ? d : least;
	}
	return least;
}

/* Whether OLD does not decide the same thing, wherever in its run. */
static bool is_parting(Tester *t, int side, const Node *n)
{
	u64 known;
	if (side == OLD)
		return false;
	if (t->old_decided_run != t->pair.runs) {
		size_t n_old;
		const Constraint *c = machine_constraints(t->machine[OLD], &n_old);
		t->old_decided_run = t->pair.runs;
		intmap_clear(&t->old_decided);
		for (size_t i = 0; i < n_old; i++)
			intmap_put(&t->old_decided, constraint_key(t->pool, &c[i]) + 1ull, 1);
	}
	return !intmap_get(&t->old_decided, n->key + 1ull, &known);
}

static u32 rank(void *ctx, const Tree *tree, u32 node)
{
	Tester *t = ctx;
	const Node *n = &tree->nodes.at[node];
	u32 function = n->function;
	int side = pair_side(&t->pair, &function);
	while (t->from_change.len <= node) {
		vec_push(&t->from_change, t->executed.len > 0);
		vec_push(&t->parting, is_parting(t, side, n));
		vec_push(&t->carried, t->carrying);
	}
	bool further = t->config.strategy != STRATEGY_REACH; /* than to the change */
	if (further &&
		(t->parting.at[node] || (t->from_change.at[node] && feed_has(t, side, function))))
		return RANK_PARTING;
	if (further && t->carried.at[node] && !t->semantic && !t->tired)
		return RANK_CARRIED;
	if (further && t->from_change.at[node])
		return RANK_EXECUTED;
	u32 d = distance_at(t, side, function, n->ins);
	return d >= RANK_FAR ? RANK_FAR : RANK_NEAREST + d;
}

void order_prepare(Tester *t)
{
	if (t->same_code || t->config.strategy == STRATEGY_PATH)
		return;
	measure(t);
	explorer_set_rank(t->explorer, rank, t);
}

/* Decisions that an earlier run met first belong to this one as well if it executed a change. */
static bool mark_path(Tester *t)
{
	const Tree *tree = explorer_tree(t->explorer);
	bool any = false;
	for (size_t i = 0; t->executed.len && i < tree->walk.len; i++) {
		u32 node = tree->edges.at[tree->walk.at[i]].from;
		if (!node || node >= t->from_change.len || t->from_change.at[node])
			continue;
		t->from_change.at[node] = true;
		const Node *n = &tree->nodes.at[node];
		u32 function = n->function;
		int side = pair_side(&t->pair, &function);
		any |= n->queued && feed_has(t, side, function);
	}
	return any;
}

void order_update(Tester *t)
{
	if (t->same_code || t->config.strategy == STRATEGY_PATH)
		return;
	bool fed = feed_update(t);
	fed |= mark_path(t);
	bool tired = t->tired;
	t->tired = spread_tired(t);
	if (!fed && tired == t->tired && t->measured == t->reach_epoch)
		return;
	if (t->measured != t->reach_epoch)
		measure(t);
	explorer_rerank(t->explorer);
}

void order_free(Tester *t)
{
	for (int side = OLD; side <= NEW; side++)
		if (t->distance[side])
			distance_free(t->distance[side]);
	vec_free(&t->from_change);
	vec_free(&t->parting);
	vec_free(&t->carried);
	intmap_free(&t->old_decided);
	feed_free(t);
}
