/* flow.c: control flow graphs as numbers: edges, paths to the exit, all derived tables. */
#include "engine/static/flow/flow.h"

#include "base/check.h"

void flow_set_edges(Flow *f, Arena *a, const FlowEdge *edges, size_t n)
{
	f->succ_at = arena_array(a, u32, f->n + 2);
	f->succ = arena_array(a, u32, n + 1);
	for (size_t i = 0; i < n; i++) {
		f->succ_at[edges[i].from + 1]++;
		f->succ[i] = edges[i].to;
	}
	for (u32 b = 0; b <= f->n; b++)
		f->succ_at[b + 1] += f->succ_at[b];
}

static void set_preds(Flow *f, Arena *a)
{
	u32 n = f->n + 1, n_edges = f->succ_at[n];
	f->pred_at = arena_array(a, u32, n + 1);
	f->pred = arena_array(a, u32, n_edges + 1);
	u32 *fill = xmalloc(n * sizeof *fill);
	for (u32 i = 0; i < n_edges; i++)
		f->pred_at[f->succ[i] + 1]++;
	for (u32 b = 0; b < n; b++) {
		f->pred_at[b + 1] += f->pred_at[b];
		fill[b] = f->pred_at[b];
	}
	for (u32 b = 0; b < n; b++)
		for (u32 k = f->succ_at[b]; k < f->succ_at[b + 1]; k++)
			f->pred[fill[f->succ[k]]++] = b;
	free(fill);
}

/* Components come numbered so that edges go to lower numbers: one whose blocks have no edge
 * out of it, and which is not the exit, has no way to the exit. All others lead to such a one
 * or to the exit. */
void flow_reach_exit(const Flow *f, EdgeList *edges)
{
	u32 n = f->n + 1;
	u32 *comp = xmalloc(n * sizeof *comp);
	u32 n_comp = scc_find(n, f->succ_at, f->succ, NULL, comp);
	bool *ends = xmalloc(n_comp * sizeof *ends);
	memset(ends, 1, n_comp);
	ends[comp[f->n]] = false;
	for (u32 b = 0; b < f->n; b++)
		for (u32 k = f->succ_at[b]; k < f->succ_at[b + 1]; k++)
			if (comp[f->succ[k]] != comp[b])
				ends[comp[b]] = false;
	for (u32 b = 0; b < f->n; b++)
		if (ends[comp[b]]) {
			vec_push(edges, ((FlowEdge){b, f->succ_at[b + 1] - f->succ_at[b], f->n}));
			ends[comp[b]] = false;
		}
	free(comp);
	free(ends);
}

void flow_finish(Flow *f, Arena *a)
{
	set_preds(f, a);
	flow_dominators(f, a);
	flow_control(f, a);
	flow_components(f, a);
	if (CHECKED)
		flow_check(f);
}

bool flow_is_exit(const Flow *f, u32 b, u32 k)
{
	return f->succ[f->succ_at[b] + k] == f->n;
}
