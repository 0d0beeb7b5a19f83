/* pointer_solve.c: solves the constraints in waves. */
#include "engine/static/flow/flow.h"
#include "engine/static/points/pointer_impl.h"

/* The graph of merged nodes in the form that scc_find reads. */
static void adjacency(Pointers *pt, u32 **at, u32 **to)
{
	size_t n = pt->nodes.len, n_edges = 0;
	for (size_t i = 0; i < n; i++)
		n_edges += pt->nodes.at[i].edges.len;
	*at = xmalloc((n + 1) * sizeof **at);
	*to = xmalloc((n_edges + 1) * sizeof **to);
	u32 k = 0;
	for (size_t i = 0; i < n; i++) {
		(*at)[i] = k;
		for (size_t e = 0; e < pt->nodes.at[i].edges.len; e++)
			(*to)[k++] = pt->nodes.at[i].edges.at[e].to =
				node_find(pt, pt->nodes.at[i].edges.at[e].to);
	}
	(*at)[n] = k;
}

static int by_edge(const void *a, const void *b)
{
	const PtEdge *x = a, *y = b;
	if (x->to != y->to)
		return x->to < y->to ? -1 : 1;
	if (x->op != y->op)
		return x->op < y->op ? -1 : 1;
	if (x->stride != y->stride)
		return x->stride < y->stride ? -1 : 1;
	return x->imm < y->imm ? -1 : x->imm > y->imm;
}

/* Drops doubles, and edges from the node to itself: what they do is in its stride. */
static void tidy_edges(Pointers *pt, u32 n)
{
	PtNode *node = &pt->nodes.at[n];
	size_t out = 0;
	if (node->edges.len)
		qsort(node->edges.at, node->edges.len, sizeof(PtEdge), by_edge);
	for (size_t i = 0; i < node->edges.len; i++) {
		const PtEdge *e = &node->edges.at[i];
		if (e->to != n && (!out || by_edge(&node->edges.at[out - 1], e)))
			node->edges.at[out++] = *e;
	}
	node->edges.len = out;
}

static u32 inner_stride(Pointers *pt, u32 n, const u32 *comp, u32 stride)
{
	const PtNode *node = &pt->nodes.at[n];
	stride = (u32)gcd64(stride, node->stride);
	for (size_t i = 0; i < node->edges.len; i++) {
		const PtEdge *e = &node->edges.at[i];
		if (comp[e->to] != comp[n])
			continue;
		if (e->op != EDGE_ADD)
			return 1;
		u64 step = (u64)(e->imm < 0 ? -e->imm : e->imm);
		stride = (u32)gcd64(gcd64(stride, e->stride), step > UINT32_MAX ? 8 : step);
	}
	return stride;
}

/* Two nodes hold what is loaded (or stored) through the same addresses from now on: one is
 * dropped, and a cycle of edges makes them one in the next wave. */
static void unite(Pointers *pt, u32 *mine, u32 other)
{
	if (other == NO_NODE)
		return;
	if (*mine == NO_NODE) {
		*mine = other;
		return;
	}
	vec_push(&pt->twins, *mine);
	vec_push(&pt->twins, other);
}

static bool is_twin(const PtNode *a, const Complex *c)
{
	if (c->kind >= COMPLEX_COPY_TO)
		return false;
	u32 all = c->kind < COMPLEX_STORE ? a->loads[c->kind - COMPLEX_LOAD]
									  : a->stores[c->kind - COMPLEX_STORE];
	return c->index != all;
}

static void merge_into(Pointers *pt, u32 to, u32 n)
{
	PtNode *a = &pt->nodes.at[to], *b = &pt->nodes.at[n];
	for (u32 w = 0; w < PT_WIDTHS; w++) {
		unite(pt, &a->loads[w], b->loads[w]);
		unite(pt, &a->stores[w], b->stores[w]);
	}
	a->closed = false;
	refset_join(&a->set, &b->set);
	refset_meet(&a->sent, &b->sent);
	refset_meet(&a->seen, &b->seen);
	vec_append(&a->edges, b->edges.at, b->edges.len);
	for (size_t i = 0; i < b->complex.len; i++)
		if (!is_twin(a, &b->complex.at[i]))
			vec_push(&a->complex, b->complex.at[i]);
	refset_free(&b->set);
	refset_free(&b->sent);
	refset_free(&b->seen);
	vec_free(&b->edges);
	vec_free(&b->complex);
	b->parent = to;
}

static void fold_set(Pointers *pt, u32 n, u32 stride)
{
	RefSet old = pt->nodes.at[n].set;
	u32 ref;
	pt->nodes.at[n].set = (RefSet){0};
	pt->nodes.at[n].stride = stride;
	for (RefWalk w = {&old, 0, 0}; refset_next(&w, &ref);)
		pt_address(pt, n, ref);
	refset_free(&old);
	pt->nodes.at[n].sent.n = pt->nodes.at[n].seen.n = 0;
}

/* ---- nodes that must hold the same as another ---- */

static void settle_edges(Pointers *pt, u32 n)
{
	PtNode *node = &pt->nodes.at[n];
	for (size_t i = 0; i < node->edges.len; i++)
		node->edges.at[i].to = node_find(pt, node->edges.at[i].to);
	tidy_edges(pt, n);
}

static bool is_only_way(const Pointers *pt, const u32 *n_in, u32 n)
{
	const PtNode *node = &pt->nodes.at[n];
	return node->closed && n_in[n] == 1 && !node->stride;
}

static int by_step(const void *a, const void *b)
{
	const PtEdge *x = a, *y = b;
	if (x->op != y->op)
		return x->op < y->op ? -1 : 1;
	if (x->stride != y->stride)
		return x->stride < y->stride ? -1 : 1;
	if (x->imm != y->imm)
		return x->imm < y->imm ? -1 : 1;
	return x->to < y->to ? -1 : x->to > y->to;
}

/* One round of substitution below n; true: something was merged. */
static bool substitute(Pointers *pt, u32 n, const u32 *n_in)
{
	bool merged = false;
	u32 n_edges = (u32)pt->nodes.at[n].edges.len;
	PtEdge *edges = xmalloc((n_edges + 1) * sizeof *edges);
	if (n_edges)
		memcpy(edges, pt->nodes.at[n].edges.at, n_edges * sizeof *edges);
	qsort(edges, n_edges, sizeof *edges, by_step);
	u32 leader = NO_NODE;
	for (u32 i = 0; i < n_edges; i++) {
		const PtEdge *e = &edges[i], *before = i ? &edges[i - 1] : NULL;
		if (!before || before->op != e->op || before->stride != e->stride || before->imm != e->imm)
			leader = NO_NODE;
		bool copy = e->op == EDGE_ADD && !e->stride && !e->imm;
		if (e->to == n || !is_only_way(pt, n_in, e->to))
			continue;
		if (copy) {
			merge_into(pt, n, e->to);
		} else if (leader == NO_NODE) {
			leader = e->to;
			continue;
		} else {
			merge_into(pt, leader, e->to);
			pt->nodes.at[leader].closed = true;
		}
		merged = true;
	}
	free(edges);
	return merged;
}

/* A closed node with one way in holds what that way brings: a copy is the source itself, and two
 * that add the same to the same are one. */
static void merge_equal(Pointers *pt, const u32 *order, u32 n)
{
	u32 *n_in = xcalloc(pt->nodes.len + 1, sizeof *n_in);
	for (u32 i = 0; i < n; i++) {
		const PtNode *node = &pt->nodes.at[order[i]];
		for (size_t k = 0; k < node->edges.len; k++)
			n_in[node->edges.at[k].to]++;
	}
	for (u32 i = 0; i < n; i++) {
		u32 v = order[i];
		while (pt->nodes.at[v].parent == v && substitute(pt, v, n_in))
			settle_edges(pt, v);
	}
	free(n_in);
	for (size_t i = 0; i + 1 < pt->twins.len; i += 2) {
		pt_copy(pt, pt->twins.at[i], pt->twins.at[i + 1]);
		pt_copy(pt, pt->twins.at[i + 1], pt->twins.at[i]);
	}
	pt->twins.len = 0;
}

/* Merges cycles and gives the nodes left in topological order, sources first. */
static u32 merge_cycles(Pointers *pt, u32 **order)
{
	u32 n = (u32)pt->nodes.len, *at, *to, *comp = xmalloc((n + 1) * sizeof *comp);
	adjacency(pt, &at, &to);
	u32 n_comp = scc_find(n, at, to, NULL, comp);
	u32 *first = xmalloc((n_comp + 1) * sizeof *first);
	u32 *stride = xcalloc(n_comp + 1, sizeof *stride);
	bool *joined = xcalloc(n_comp + 1, sizeof *joined);
	for (u32 c = 0; c < n_comp; c++)
		first[c] = NO_NODE;
	for (u32 v = 0; v < n; v++)
		if (pt->nodes.at[v].parent == v)
			stride[comp[v]] = inner_stride(pt, v, comp, stride[comp[v]]);
	for (u32 v = 0; v < n; v++) {
		if (pt->nodes.at[v].parent != v)
			continue;
		u32 *rep = &first[comp[v]];
		if (*rep == NO_NODE)
			*rep = v;
		else {
			merge_into(pt, *rep, v);
			joined[comp[v]] = true;
		}
	}
	*order = xmalloc((n_comp + 1) * sizeof **order);
	u32 out = 0;
	for (u32 c = n_comp; c-- > 0;) {
		u32 v = first[c];
		if (v == NO_NODE)
			continue;
		settle_edges(pt, v);
		if (stride[c] != pt->nodes.at[v].stride || (stride[c] && joined[c]))
			fold_set(pt, v, stride[c]);
		(*order)[out++] = v;
	}
	merge_equal(pt, *order, out);
	free(at);
	free(to);
	free(comp);
	free(first);
	free(stride);
	free(joined);
	return out;
}

static void map_folded(Pointers *pt, RefSet *s)
{
	RefSet out = {0};
	u32 ref;
	for (RefWalk w = {s, 0, 0}; refset_next(&w, &ref);) {
		Ref r = pt->refs.at[ref];
		if (pt->objects.at[r.object].folded || pt->field_blind)
			ref = pt_ref(pt, r.object, r.offset, r.stride);
		if (ref != NO_NODE)
			refset_add(&out, ref);
	}
	refset_free(s);
	*s = out;
}

/* After an object was folded: many refs become few in every set. Folding and adding commute, so
 * what was sent stays sent; what loads and stores have not seen in its folded form, they must. */
static void refold(Pointers *pt)
{
	pt->refold = false;
	memset(pt->moved, 0, MOVED_SIZE * sizeof *pt->moved);
	for (size_t i = 0; i < pt->nodes.len; i++) {
		PtNode *n = &pt->nodes.at[i];
		if (n->parent != i || !n->set.n)
			continue;
		map_folded(pt, &n->set);
		map_folded(pt, &n->sent);
		refset_meet(&n->seen, &n->set);
	}
}

static void propagate(Pointers *pt, u32 n)
{
	PtNode *node = &pt->nodes.at[n];
	if (!node->edges.len)
		return;
	refset_minus(&node->set, &node->sent, &pt->delta);
	if (!pt->delta.n)
		return;
	refset_copy(&node->sent, &node->set);
	for (size_t i = 0; i < node->edges.len; i++)
		pass_on(pt, &pt->delta, node->edges.at[i]);
}

/* The budget is used up: fields are given up, which makes all sets small. */
static bool go_blind(Pointers *pt)
{
	if (pt->work <= pt->budget || pt->field_blind)
		return false;
	pt->field_blind = pt->refold = pt->changed = pt->gave_up = true;
	return true;
}

bool pt_solve(Pointers *pt)
{
	do {
		u32 *order, n;
		if (pt->refold)
			refold(pt);
		n = merge_cycles(pt, &order);
		pt->changed = false;
		bool stop = false;
		for (u32 i = 0; i < n && !stop; i++) {
			propagate(pt, order[i]);
			stop = go_blind(pt);
		}
		for (u32 i = 0; i < n && !stop; i++)
			if (pt->nodes.at[order[i]].complex.len) {
				run_complex(pt, order[i]);
				stop = go_blind(pt);
			}
		free(order);
	} while (pt->changed || pt->refold);
	return !pt->gave_up;
}

bool pt_gave_up(const Pointers *pt)
{
	return pt->gave_up;
}
