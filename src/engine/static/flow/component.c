/* component.c: strongly connected components, then recursively those inside them without their
 * header (Bourdoncle): loops of any shape with their nesting and exit edges.
 */
#include "engine/static/flow/flow.h"

typedef struct Tarjan {
	const u32 *at, *to;
	const bool *alive; /* NULL: all */
	u32 *index, *low;  /* index 0 = not visited */
	u32 *stack, n_stack;
	u32 *path, *next; /* the recursion, spelled out */
	u32 *comp, n_comp;
	u32 count;
} Tarjan;

static void open_node(Tarjan *t, u32 v, u32 depth)
{
	t->index[v] = t->low[v] = ++t->count;
	t->stack[t->n_stack++] = v;
	t->path[depth] = v;
	t->next[depth] = t->at[v];
}

static void close_node(Tarjan *t, u32 v)
{
	if (t->low[v] != t->index[v])
		return;
	u32 w;
	do {
		w = t->stack[--t->n_stack];
		t->comp[w] = t->n_comp;
	} while (w != v);
	t->n_comp++;
}

static void visit(Tarjan *t, u32 root)
{
	u32 depth = 0;
	open_node(t, root, 0);
	for (;;) {
		u32 v = t->path[depth];
		if (t->next[depth] < t->at[v + 1]) {
			u32 w = t->to[t->next[depth]++];
			if (t->alive && !t->alive[w])
				continue;
			if (!t->index[w])
				open_node(t, w, ++depth);
			else if (t->comp[w] == NO_BLOCK && t->index[w] < t->low[v])
				t->low[v] = t->index[w];
			continue;
		}
		close_node(t, v);
		if (!depth)
			return;
		u32 up = t->path[--depth];
		if (t->low[v] < t->low[up])
			t->low[up] = t->low[v];
	}
}

u32 scc_find(u32 n, const u32 *at, const u32 *to, const bool *alive, u32 *comp)
{
	u32 *room = xcalloc((size_t)n * 5 + 1, sizeof *room);
	Tarjan t = {.at = at,
				.to = to,
				.alive = alive,
				.index = room,
				.low = room + n,
				.stack = room + 2 * (size_t)n,
				.path = room + 3 * (size_t)n,
				.next = room + 4 * (size_t)n,
				.comp = comp};
	for (u32 v = 0; v < n; v++)
		comp[v] = NO_BLOCK;
	for (u32 v = 0; v < n; v++)
		if (!t.index[v] && (!alive || alive[v]))
			visit(&t, v);
	free(room);
	return t.n_comp;
}

/* ---- nesting ---- */

typedef VEC(Component) ComponentList;

typedef struct Nesting {
	Flow *f;
	Arena *arena;
	ComponentList list;
	u32 *rank;   /* of a block in reverse post-order */
	bool *alive; /* blocks looked at now */
	u32 *comp;
} Nesting;

static bool has_self_edge(const Flow *f, u32 b)
{
	for (u32 k = f->succ_at[b]; k < f->succ_at[b + 1]; k++)
		if (f->succ[k] == b)
			return true;
	return false;
}

static void find_exits(Nesting *s, Component *c, u32 id)
{
	const Flow *f = s->f;
	EdgeList exits = {0};
	for (u32 i = 0; i < c->n_blocks; i++) {
		u32 b = c->blocks[i];
		for (u32 k = f->succ_at[b]; k < f->succ_at[b + 1]; k++) {
			u32 in = f->succ[k] == f->n ? NO_BLOCK : f->component[f->succ[k]];
			while (in != NO_BLOCK && in != id)
				in = s->list.at[in].parent;
			if (in != id)
				vec_push(&exits, ((FlowEdge){b, k - f->succ_at[b], f->succ[k]}));
		}
	}
	c->n_exits = (u32)exits.len;
	c->exits = arena_array(s->arena, FlowEdge, exits.len + 1);
	if (exits.len)
		memcpy(c->exits, exits.at, exits.len * sizeof *exits.at);
	vec_free(&exits);
}

/* Adds the components among the blocks given, all alive, as children of parent. */
static void add_level(Nesting *s, const u32 *blocks, u32 n, u32 parent)
{
	Flow *f = s->f;
	memset(s->alive, 0, f->n + 1);
	for (u32 i = 0; i < n; i++)
		s->alive[blocks[i]] = true;
	u32 n_comp = scc_find(f->n + 1, f->succ_at, f->succ, s->alive, s->comp);
	u32 *size = xcalloc(n_comp + 1, sizeof *size);
	u32 *id = xmalloc((n_comp + 1) * sizeof *id);
	for (u32 i = 0; i < n; i++) {
		size[s->comp[blocks[i]]]++;
		id[s->comp[blocks[i]]] = NO_BLOCK;
	}
	for (u32 i = 0; i < n; i++) {
		u32 b = blocks[i], c = s->comp[b];
		if (size[c] == 1 && !has_self_edge(f, b))
			continue;
		if (id[c] == NO_BLOCK) {
			id[c] = (u32)s->list.len;
			Component made = {.parent = parent, .header = b};
			made.depth = parent == NO_BLOCK ? 0 : s->list.at[parent].depth + 1;
			made.blocks = arena_array(s->arena, u32, size[c]);
			vec_push(&s->list, made);
		}
		Component *to = &s->list.at[id[c]];
		to->blocks[to->n_blocks++] = b;
		if (s->rank[b] < s->rank[to->header])
			to->header = b;
		f->component[b] = id[c];
	}
	free(size);
	free(id);
}

void flow_components(Flow *f, Arena *a)
{
	u32 n = f->n + 1;
	Nesting s = {.f = f, .arena = a};
	s.rank = xmalloc(n * sizeof *s.rank);
	s.alive = xcalloc(n, sizeof *s.alive);
	s.comp = xmalloc(n * sizeof *s.comp);
	u32 *blocks = xmalloc(n * sizeof *blocks);
	f->component = arena_array(a, u32, n);
	for (u32 b = 0; b < n; b++) {
		s.rank[b] = f->component[b] = NO_BLOCK;
		blocks[b] = b;
	}
	for (u32 i = 0; i < f->n_order; i++)
		s.rank[f->order[i]] = i;
	add_level(&s, blocks, f->n, NO_BLOCK);
	for (u32 c = 0; c < s.list.len; c++) {
		u32 inner = 0;
		for (u32 i = 0; i < s.list.at[c].n_blocks; i++)
			if (s.list.at[c].blocks[i] != s.list.at[c].header)
				blocks[inner++] = s.list.at[c].blocks[i];
		if (inner)
			add_level(&s, blocks, inner, c);
	}
	for (u32 c = 0; c < s.list.len; c++)
		find_exits(&s, &s.list.at[c], c);
	f->n_components = (u32)s.list.len;
	f->components = arena_array(a, Component, s.list.len + 1);
	if (s.list.len)
		memcpy(f->components, s.list.at, s.list.len * sizeof(Component));
	vec_free(&s.list);
	free(s.rank);
	free(s.alive);
	free(s.comp);
	free(blocks);
}
