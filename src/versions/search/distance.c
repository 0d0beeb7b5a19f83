/* distance.c: ranks decisions: first reach a change, then make its effect visible.
 *
 * A decision that only NEW makes is where the versions diverge. Negating it forces a difference in
 * control, so it comes first, together with decisions that feed a branch before an unexecuted part
 * of a change (influence.c). Next come the decisions of runs that executed a change. Then come the
 * others, by their distance to the nearest location of a change that no run has reached; if all are
 * reached, to the nearest of all. */
#include "versions/search/impl.h"

enum { RANK_PARTING, RANK_EFFECT, RANK_EXECUTED, RANK_NEAREST, RANK_FAR = 1 << 20 };

/* Points of both versions that decisions are to lead to. */
typedef struct TargetSet {
	Distance *distance[2]; /* to them; NULL: there are none */
	u32 epoch;             /* locations that were reached when they were chosen */
} TargetSet;

/* What is known of a decision since it first waited. */
typedef struct NodeMark {
	bool from_change; /* the run that brought it executed a change */
	bool parting;     /* only NEW decides it */
	bool effect;      /* the run had an effect that was asked for */
} NodeMark;

typedef struct Ranks {
	TargetSet targets;   /* changes that no run has reached, or all of them */
	VEC(NodeMark) marks; /* by node */
	IntMap old_decided;  /* keys of what OLD decided in a run, + 1 */
	u64 old_decided_run; /* its number */
	bool effect_done; /* true if the search has run with this effect: see propagate_effect_done */
} Ranks;

static Distance *distance_of(Search *search, int side)
{
	VEC(Target) targets = {0};
	bool all = search->changes.epoch >= search->changes.locations.len;
	for (u32 i = 0; i < search->changes.list.len; i++) {
		const ChangePart *part = &change_map_at(search->changes.map, i)->part[side];
		for (u32 k = 0; k < part->n_points; k++)
			if (all || !changes_location_reached(search, side, i, part->points[k].function))
				vec_push(&targets, ((Target){part->points[k].function, part->points[k].ins}));
	}
	Distance *d =
		static_distance(subject_flow(search->config.subject[side]), targets.at, (u32)targets.len);
	vec_free(&targets);
	return d;
}

static void drop_set(TargetSet *t)
{
	for (int side = OLD; side <= NEW; side++)
		if (t->distance[side])
			distance_free(t->distance[side]);
}

/* Distances from here on to what is not reached now. */
static void measure(Search *search, TargetSet *t)
{
	drop_set(t);
	for (int side = OLD; side <= NEW; side++)
		t->distance[side] = distance_of(search, side);
	t->epoch = search->changes.epoch;
}

static u32 distance_at(Search *search, const TargetSet *t, int side, u32 function, u32 ins)
{
	Static *s = subject_flow(search->config.subject[side]);
	u32 block = static_block(s, function, ins);
	const Flow *flow = static_flow(s, function);
	u32 least = FAR;
	for (u32 k = 0; flow && k < flow->succ_at[block + 1] - flow->succ_at[block]; k++) {
		u32 d = static_distance_way(s, t->distance[side], function, block, k);
		least = d < least ? d : least;
	}
	return least;
}

/* True if OLD does not decide the same thing, wherever in its run. */
static bool is_parting(Search *search, Ranks *r, int side, const Node *n)
{
	u64 known;
	if (side == OLD)
		return false;
	if (r->old_decided_run != search->pair.runs) {
		size_t n_old;
		const Constraint *c = machine_constraints(search->machine[OLD], &n_old);
		r->old_decided_run = search->pair.runs;
		intmap_clear(&r->old_decided);
		for (size_t i = 0; i < n_old; i++)
			intmap_put(&r->old_decided, constraint_key(search->pool, &c[i]) + 1ull, 1);
	}
	return !intmap_get(&r->old_decided, n->key + 1ull, &known);
}

static u32 rank(void *ctx, const Tree *tree, u32 node)
{
	Search *search = ctx;
	Ranks *r = search->guide[GUIDE_DISTANCE];
	const Node *n = &tree->nodes.at[node];
	u32 function = n->function;
	int side = product_side(&search->pair, &function);
	while (r->marks.len <= node)
		vec_push(&r->marks, ((NodeMark){.from_change = search->changes.executed.len > 0,
										.parting = is_parting(search, r, side, n),
										.effect = propagate_has_effect(search)}));
	const NodeMark *m = &r->marks.at[node];
	bool further = !search->row->only_reach; /* than to the change */
	if (further && (m->parting || (m->from_change && influence_has(search, side, function))))
		return RANK_PARTING;
	if (further && m->effect && !search->found && !r->effect_done)
		return RANK_EFFECT;
	if (further && m->from_change)
		return RANK_EXECUTED;
	u32 d = distance_at(search, &r->targets, side, function, n->ins);
	return d >= RANK_FAR ? RANK_FAR : RANK_NEAREST + d;
}

static void *begin(Search *search)
{
	Ranks *r = xcalloc(1, sizeof *r);
	measure(search, &r->targets);
	return r;
}

/* Decisions that an earlier run met first belong to this one as well if it executed a change. */
static bool mark_path(Search *search, Ranks *r)
{
	const Tree *tree = explorer_tree(search->explorer);
	bool any = false;
	for (size_t i = 0; search->changes.executed.len && i < tree->walk.len; i++) {
		u32 node = tree->edges.at[tree->walk.at[i]].from;
		if (!node || node >= r->marks.len || r->marks.at[node].from_change)
			continue;
		r->marks.at[node].from_change = true;
		const Node *n = &tree->nodes.at[node];
		u32 function = n->function;
		int side = product_side(&search->pair, &function);
		any |= n->queued && influence_has(search, side, function);
	}
	return any;
}

static void after_path(Search *search, const Path *path)
{
	(void)path;
	Ranks *r = search->guide[GUIDE_DISTANCE];
	bool fed = influence_changed(search), done = r->effect_done;
	fed |= mark_path(search, r);
	r->effect_done = propagate_effect_done(search);
	if (!fed && done == r->effect_done && r->targets.epoch == search->changes.epoch)
		return;
	if (r->targets.epoch != search->changes.epoch)
		measure(search, &r->targets);
	explorer_rerank(search->explorer);
}

static void free_ranks(void *state)
{
	Ranks *r = state;
	drop_set(&r->targets);
	vec_free(&r->marks);
	intmap_free(&r->old_decided);
	free(r);
}

const Guide guide_distance = {
	.begin = begin, .after_path = after_path, .rank = rank, .free = free_ranks};
