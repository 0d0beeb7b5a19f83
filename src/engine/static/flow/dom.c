/* dom.c: reverse post-order, dominators and post-dominators (Cooper, Harvey, Kennedy). */
#include "engine/static/flow/flow.h"

/* Depth first from root; the result is in post-order. */
static u32 post_order(u32 n, u32 root, const u32 *at, const u32 *to, u32 *order)
{
	bool *seen = xcalloc(n, sizeof *seen);
	u32 *stack = xmalloc(n * sizeof *stack), *next = xmalloc(n * sizeof *next);
	u32 depth = 1, done = 0;
	stack[0] = root;
	next[root] = at[root];
	seen[root] = true;
	while (depth) {
		u32 v = stack[depth - 1];
		if (next[v] == at[v + 1]) {
			order[done++] = v;
			depth--;
			continue;
		}
		u32 w = to[next[v]++];
		if (seen[w])
			continue;
		seen[w] = true;
		next[w] = at[w];
		stack[depth++] = w;
	}
	free(seen);
	free(stack);
	free(next);
	return done;
}

static u32 meet(const u32 *idom, const u32 *rank, u32 a, u32 b)
{
	while (a != b) {
		while (rank[a] < rank[b])
			a = idom[a];
		while (rank[b] < rank[a])
			b = idom[b];
	}
	return a;
}

/* Immediate dominators from root over edges `in` given backwards. order is in post-order,
 * so the root comes last. */
static void immediate(u32 n, u32 root, const u32 *order, u32 n_order, const u32 *in_at,
					  const u32 *in, u32 *idom)
{
	u32 *rank = xmalloc(n * sizeof *rank);
	for (u32 v = 0; v < n; v++)
		idom[v] = rank[v] = NO_BLOCK;
	for (u32 i = 0; i < n_order; i++)
		rank[order[i]] = i;
	idom[root] = root;
	for (bool changed = true; changed;) {
		changed = false;
		for (u32 i = n_order - 1; i-- > 0;) {
			u32 v = order[i], best = NO_BLOCK;
			for (u32 k = in_at[v]; k < in_at[v + 1]; k++) {
				u32 p = in[k];
				if (rank[p] == NO_BLOCK || idom[p] == NO_BLOCK)
					continue;
				best = best == NO_BLOCK ? p : meet(idom, rank, p, best);
			}
			if (idom[v] != best) {
				idom[v] = best;
				changed = true;
			}
		}
	}
	idom[root] = NO_BLOCK;
	free(rank);
}

void flow_dominators(Flow *f, Arena *a)
{
	u32 n = f->n + 1;
	f->idom = arena_array(a, u32, n);
	f->ipdom = arena_array(a, u32, n);
	f->order = arena_array(a, u32, n);
	u32 *order = xmalloc(n * sizeof *order);
	f->n_order = post_order(n, 0, f->succ_at, f->succ, order);
	immediate(n, 0, order, f->n_order, f->pred_at, f->pred, f->idom);
	for (u32 i = 0; i < f->n_order; i++)
		f->order[i] = order[f->n_order - 1 - i];
	u32 back = post_order(n, f->n, f->pred_at, f->pred, order);
	immediate(n, f->n, order, back, f->succ_at, f->succ, f->ipdom);
	free(order);
}

static bool above(const u32 *parent, u32 a, u32 b)
{
	while (b != a && b != NO_BLOCK)
		b = parent[b];
	return b == a;
}

bool flow_dominates(const Flow *f, u32 a, u32 b)
{
	return above(f->idom, a, b);
}

bool flow_postdominates(const Flow *f, u32 a, u32 b)
{
	return above(f->ipdom, a, b);
}

/* ---- control dependence (Ferrante, Ottenstein, Warren) ---- */

/* Calls for each block that depends on a way out of a block; returns how many there were. */
static void dependents(const Flow *f, u32 *count, FlowEdge *out)
{
	for (u32 b = 0; b < f->n; b++)
		for (u32 k = f->succ_at[b]; k < f->succ_at[b + 1]; k++) {
			u32 to = f->succ[k];
			for (u32 v = to; v != f->ipdom[b] && v != NO_BLOCK; v = f->ipdom[v]) {
				if (out)
					out[count[v]] = (FlowEdge){b, k - f->succ_at[b], to};
				count[v]++;
			}
		}
}

void flow_control(Flow *f, Arena *a)
{
	u32 *count = xcalloc(f->n + 1, sizeof *count), sum = 0;
	dependents(f, count, NULL);
	f->cdep_at = arena_array(a, u32, f->n + 2);
	for (u32 b = 0; b <= f->n; b++) {
		f->cdep_at[b] = sum;
		sum += count[b];
		count[b] = f->cdep_at[b];
	}
	f->cdep_at[f->n + 1] = sum;
	f->cdep = arena_array(a, FlowEdge, sum + 1);
	dependents(f, count, f->cdep);
	free(count);
}
