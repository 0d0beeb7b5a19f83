/* distance.c: steps of control dependence to a set of targets, across calls.
 *
 * We go backwards from the targets: a block is one step from the blocks that it is control-
 * dependent on. A block that is executed whenever its function is depends on the calls of the
 * function, which cost no step. Weights are 0 and 1, so Dijkstra's queue is two lists: this
 * distance and the next.
 */
#include "engine/static/impl.h"

typedef VEC(u64) BlockList; /* function << 32 | block; block NO_BLOCK: the function's entry */

typedef struct DistanceSearch {
	Static *s;
	Distance *d;
	BlockList now, next;
} DistanceSearch;

static u32 *slot(DistanceSearch *x, u32 function, u32 block)
{
	return block == NO_BLOCK ? &x->d->entry[function] : &x->d->of[x->d->at[function] + block];
}

static void relax(DistanceSearch *x, u32 function, u32 block, u32 distance, BlockList *to)
{
	u32 *at = slot(x, function, block);
	if (*at <= distance)
		return;
	*at = distance;
	vec_push(to, (u64)function << 32 | block);
}

static void settle_entry(DistanceSearch *x, u32 function, u32 distance)
{
	const u64 *calls;
	u32 n = static_callers(x->s, function, &calls);
	for (u32 i = 0; i < n; i++) {
		u32 f = (u32)(calls[i] >> 32);
		relax(x, f, static_block(x->s, f, (u32)calls[i]), distance, &x->now);
	}
}

static void settle_block(DistanceSearch *x, u32 function, u32 block, u32 distance)
{
	const Flow *flow = static_flow(x->s, function);
	for (u32 k = flow->cdep_at[block]; k < flow->cdep_at[block + 1]; k++)
		relax(x, function, flow->cdep[k].from, distance + 1, &x->next);
	/* What runs whenever the function does. */
	if (flow_postdominates(flow, block, 0))
		relax(x, function, NO_BLOCK, distance, &x->now);
}

static void run(DistanceSearch *x)
{
	for (u32 distance = 0; x->now.len; distance++) {
		while (x->now.len) {
			u64 top = vec_pop(&x->now);
			u32 function = (u32)(top >> 32), block = (u32)top;
			if (*slot(x, function, block) != distance)
				continue; /* reached by a shorter way meanwhile */
			if (block == NO_BLOCK)
				settle_entry(x, function, distance);
			else
				settle_block(x, function, block, distance);
		}
		BlockList done = x->now;
		x->now = x->next;
		x->next = done;
	}
}

Distance *static_distance(Static *s, const Target *targets, u32 n)
{
	const Program *p = s->p;
	Distance *d = xcalloc(1, sizeof *d);
	u32 sum = 0;
	need_calls(s);
	d->at = xmalloc((p->functions.len + 1) * sizeof *d->at);
	d->entry = xmalloc((p->functions.len + 1) * sizeof *d->entry);
	for (u32 f = 0; f < p->functions.len; f++) {
		d->at[f] = sum;
		d->entry[f] = FAR;
		sum += p->functions.at[f].n_blocks;
	}
	d->of = xmalloc((sum + 1) * sizeof *d->of);
	memset(d->of, 0xff, (sum + 1) * sizeof *d->of);
	DistanceSearch x = {.s = s, .d = d};
	for (u32 i = 0; i < n; i++)
		relax(&x, targets[i].function, static_block(s, targets[i].function, targets[i].ins), 0,
			  &x.now);
	run(&x);
	vec_free(&x.now);
	vec_free(&x.next);
	return d;
}

u32 static_distance_way(Static *s, const Distance *d, u32 function, u32 block, u32 k)
{
	const Flow *flow = static_flow(s, function);
	u32 best = FAR;
	u32 v = flow->succ[flow->succ_at[block] + k];
	for (; v != flow->ipdom[block] && v != NO_BLOCK && v != flow->n; v = flow->ipdom[v]) {
		u32 here = d->of[d->at[function] + v];
		if (here != FAR && here + 1 < best)
			best = here + 1;
	}
	return best;
}

void distance_free(Distance *d)
{
	if (!d)
		return;
	free(d->at);
	free(d->of);
	free(d->entry);
	free(d);
}
