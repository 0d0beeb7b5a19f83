/* dep.c: the graph of decisions that values depend on. */
#include "base/check.h"
#include "engine/machine/dep.h"

enum {
	KNOWN = 64, /* leaves that each node lists */
	TABLE_MIN = limit_of(256, 2),
	LOOKS = 8, /* nodes that a join looks at to see that one set is in the other */
};

#define DONE UINT32_MAX

void dep_init(DepGraph *g)
{
	*g = (DepGraph){.cap = TABLE_MIN, .first = 1, .once = check_wanted()};
	g->table = xcalloc(g->cap, sizeof *g->table);
	vec_push(&g->nodes, (DepNode){0});
	vec_push(&g->leaves, (DepLeaves){0});
}

void dep_free(DepGraph *g)
{
	vec_free(&g->nodes);
	vec_free(&g->leaves);
	free(g->table);
}

static u32 slot_of(const DepGraph *g, u32 kind, u32 a, u32 b)
{
	return (u32)hash_slot(hash_mix(hash_number((u64)kind << 32 | a), b), g->cap);
}

/* A set of a former run means nothing, and chains above a number that is none would not end. */
static inline void of_this_run(const DepGraph *g, Dep d)
{
	if (unlikely((size_t)d - g->first >= g->nodes.len - g->first) && d)
		check_failed("a dependence that is none of this run", d);
}

/* Costs what the run made, not what the largest one did. */
void dep_reset(DepGraph *g)
{
	if ((g->nodes.len - g->first) * 8 > g->cap) {
		memset(g->table, 0, g->cap * sizeof *g->table);
	} else {
		for (size_t i = g->nodes.len; i-- > g->first;) {
			const DepNode *n = &g->nodes.at[i];
			u32 k = slot_of(g, n->kind, n->a, n->b);
			while (g->table[k] && g->table[k] != i)
				k = (k + 1) & (g->cap - 1);
			g->table[k] = 0;
		}
	}
	if (g->once)
		g->first = (u32)g->nodes.len;
	else
		g->nodes.len = g->leaves.len = 1;
	memset(g->joins, 0, sizeof g->joins);
}

static void grow(DepGraph *g)
{
	free(g->table);
	g->cap *= 2;
	g->table = xcalloc(g->cap, sizeof *g->table);
	for (u32 i = g->first; i < g->nodes.len; i++) {
		const DepNode *n = &g->nodes.at[i];
		u32 k = slot_of(g, n->kind, n->a, n->b);
		while (g->table[k])
			k = (k + 1) & (g->cap - 1);
		g->table[k] = i;
	}
}

static u32 above(const DepNode *n)
{
	return n->kind == DEP_JOIN ? n->b : n->a;
}

/* Where the jump of a node below p leads: two jumps of the same length are one of twice it, so that
 * any node of a chain is found in a logarithm of its length. */
static u32 far_above(const DepGraph *g, u32 p)
{
	const DepNode *at = g->nodes.at;
	u32 j = at[p].jump, k = at[j].jump;
	return at[p].depth - at[j].depth == at[j].depth - at[k].depth ? k : p;
}

/* True if a is in the chain above b, or is b. */
static bool in_chain(const DepGraph *g, u32 b, u32 a)
{
	while (b > a) {
		const DepNode *n = &g->nodes.at[b];
		b = n->jump >= a ? n->jump : above(n);
	}
	return b == a;
}

/* Of a join of sets with these newest leaves. */
static DepLeaves unite(const DepLeaves *x, u32 x_top, const DepLeaves *y, u32 y_top)
{
	if (x_top > y_top)
		return unite(y, y_top, x, x_top);
	DepLeaves l = {x->low | y->low, y->first, y->since};
	if (!y->first || (x->first && x->first < y->first))
		l.first = x->first;
	if (x->since && x->since < y->since && x_top + 1 >= y->since)
		l.since = x->since;
	return l;
}

/* Of a constraint's set: those of what it depends on, and itself. */
static DepLeaves add_leaf(const DepLeaves *on, u32 on_top, u32 constraint)
{
	DepLeaves l = {.low = on->low, .first = on->first};
	if (constraint < KNOWN) {
		l.low |= 1ull << constraint;
		return l;
	}
	l.since = on->since && on_top == constraint ? on->since : constraint + 1;
	if (!l.first)
		l.first = constraint + 1;
	return l;
}

static void add_node(DepGraph *g, DepNode n)
{
	const DepNode *x = &g->nodes.at[n.a], *y = &g->nodes.at[n.kind == DEP_JOIN ? n.b : 0];
	n.top = n.kind == DEP_LEAF ? (n.b + 1) & 0x3fffffff : x->top > y->top ? x->top : y->top;
	u32 p = above(&n);
	n.depth = g->nodes.at[p].depth + 1;
	n.jump = far_above(g, p);
	if (!g->statements) {
		const DepLeaves *l = g->leaves.at;
		DepLeaves all = n.kind == DEP_JOIN ? unite(&l[n.a], x->top, &l[n.b], y->top)
										   : add_leaf(&l[n.a], x->top, n.b);
		vec_push(&g->leaves, all);
	}
	vec_push(&g->nodes, n);
}

static Dep make(DepGraph *g, DepKind kind, u32 a, u32 b)
{
	u32 k = slot_of(g, kind, a, b);
	for (; g->table[k]; k = (k + 1) & (g->cap - 1)) {
		const DepNode *n = &g->nodes.at[g->table[k]];
		if (n->kind == kind && n->a == a && n->b == b)
			return g->table[k];
	}
	of_this_run(g, a);
	add_node(g, (DepNode){.kind = kind, .a = a, .b = b});
	u32 id = (u32)g->nodes.len - 1;
	g->table[k] = id;
	if ((g->nodes.len - g->first) * 2 > g->cap)
		grow(g);
	return id;
}

/* True if set b was made from set a; looks at a few nodes only, so false may be wrong. */
static bool made_with(const DepGraph *g, u32 b, u32 a, u32 *looks)
{
	if (b == a)
		return true;
	if (b < a || !*looks) /* parts are older */
		return false;
	--*looks;
	const DepNode *n = &g->nodes.at[b];
	return made_with(g, n->a, a, looks) || (n->kind == DEP_JOIN && made_with(g, n->b, a, looks));
}

bool dep_within(const DepGraph *g, Dep part, Dep whole)
{
	u32 looks = LOOKS;
	of_this_run(g, part);
	of_this_run(g, whole);
	if (g->nodes.at[part].top > g->nodes.at[whole].top)
		return false;
	if (!g->statements) {
		const DepLeaves *few = &g->leaves.at[part], *many = &g->leaves.at[whole];
		if (few->low & ~many->low)
			return false;
		if (!few->first || (many->since && few->first >= many->since))
			return true;
		if (many->first == many->since) /* no gap: the part has an older one */
			return false;
	}
	return in_chain(g, whole, part) || made_with(g, whole, part, &looks);
}

bool dep_parts_within(const DepGraph *g, Dep part, Dep whole)
{
	const DepNode *n = &g->nodes.at[part];
	return dep_within(g, part, whole) ||
		   (n->kind == DEP_JOIN && dep_within(g, n->b, whole) && dep_within(g, n->a, whole));
}

Dep dep_join(DepGraph *g, Dep a, Dep b)
{
	Dep undefined = (a | b) & DEP_UNDEFINED;
	a &= ~DEP_UNDEFINED;
	b &= ~DEP_UNDEFINED;
	of_this_run(g, a);
	of_this_run(g, b);
	if (!a || a == b)
		return b | undefined;
	if (!b)
		return a | undefined;
	u32 old = a < b ? a : b, young = a < b ? b : a;
	DepJoin *known = &g->joins[hash_slot(hash_from(old * 31 + young), countof(g->joins))];
	if (known->old != old || known->young != young)
		*known = (DepJoin){old, young,
						   dep_within(g, old, young)   ? young
						   : dep_within(g, young, old) ? old
													   : make(g, DEP_JOIN, old, young)};
	return known->both | undefined;
}

Dep dep_leaf(DepGraph *g, u32 constraint, Dep on)
{
	return make(g, DEP_LEAF, on & ~DEP_UNDEFINED, constraint);
}

Dep dep_statement(DepGraph *g, u32 statement, Dep on)
{
	Dep undefined = on & DEP_UNDEFINED;
	on &= ~DEP_UNDEFINED;
	g->statements = true;
	return make(g, DEP_STATEMENT, on, statement) | undefined;
}

/* ---- walks ---- */

void dep_walk_begin(DepWalk *w, const DepGraph *g)
{
	w->g = g;
	w->heaps.len = w->seen.len = w->frames.len = 0;
	vec_reserve(&w->mark, g->nodes.len);
	w->mark.len = g->nodes.len;
	memset(w->mark.at, 0, g->nodes.len * sizeof *w->mark.at);
	w->serial = 0;
}

void dep_walk_grow(DepWalk *w)
{
	size_t n = w->g->nodes.len, had = w->mark.len;
	vec_reserve(&w->mark, n);
	w->mark.len = n;
	memset(w->mark.at + had, 0, (n - had) * sizeof *w->mark.at);
}

void dep_walk_free(DepWalk *w)
{
	vec_free(&w->mark);
	vec_free(&w->heaps);
	vec_free(&w->seen);
	vec_free(&w->frames);
}

/* Newest leaf first; of two nodes with the same one the younger, which may be around the other. */
static bool before(const DepWalk *w, u32 a, u32 b)
{
	u32 x = w->g->nodes.at[a].top, y = w->g->nodes.at[b].top;
	return x != y ? x > y : a > b;
}

static void heap_push(DepWalk *w, u32 base, u32 node)
{
	of_this_run(w->g, node);
	if (!node || w->mark.at[node] == DONE)
		return;
	vec_push(&w->heaps, node);
	u32 *h = w->heaps.at + base;
	for (size_t i = w->heaps.len - base - 1; i > 0; i = (i - 1) / 2) {
		if (!before(w, h[i], h[(i - 1) / 2]))
			break;
		u32 swap = h[i];
		h[i] = h[(i - 1) / 2];
		h[(i - 1) / 2] = swap;
	}
}

static u32 heap_pop(DepWalk *w, u32 base)
{
	u32 *h = w->heaps.at + base, first = h[0];
	u32 n = (u32)--w->heaps.len - base;
	h[0] = h[n];
	for (u32 i = 0;;) {
		u32 k = 2 * i + 1;
		if (k >= n)
			break;
		if (k + 1 < n && before(w, h[k + 1], h[k]))
			k++;
		if (!before(w, h[k], h[i]))
			break;
		u32 swap = h[i];
		h[i] = h[k];
		h[k] = swap;
		i = k;
	}
	return first;
}

static void enter(DepWalk *w, u32 leaf, u32 on)
{
	DepFrame f = {leaf, (u32)w->heaps.len, (u32)w->seen.len, ++w->serial};
	vec_push(&w->frames, f);
	heap_push(w, f.heap, on);
}

/* Everything below the newest frame has been listed. */
static void leave(DepWalk *w, DepList *out)
{
	DepFrame f = vec_pop(&w->frames);
	while (w->seen.len > f.seen)
		w->mark.at[vec_pop(&w->seen)] = DONE;
	if (!f.leaf)
		return;
	w->mark.at[f.leaf] = DONE;
	vec_push(out, w->g->nodes.at[f.leaf].b);
}

void dep_walk_order(DepWalk *w, Dep set, DepList *out)
{
	enter(w, 0, set & ~DEP_UNDEFINED);
	while (w->frames.len) {
		DepFrame f = vec_last(&w->frames);
		if (w->heaps.len == f.heap) {
			leave(w, out);
			continue;
		}
		u32 id = heap_pop(w, f.heap);
		const DepNode *n = &w->g->nodes.at[id];
		if (w->mark.at[id] == DONE || w->mark.at[id] == f.serial)
			continue;
		if (n->kind == DEP_LEAF) {
			enter(w, id, n->a);
			continue;
		}
		w->mark.at[id] = f.serial;
		vec_push(&w->seen, id);
		heap_push(w, f.heap, n->a);
		if (n->kind == DEP_JOIN)
			heap_push(w, f.heap, n->b);
	}
}

/* Every node of the set once; those of one kind are appended. direct: what leaves depend on does
 * not count. */
static void collect(DepWalk *w, Dep set, DepKind kind, bool direct, DepList *out)
{
	w->heaps.len = 0;
	vec_push(&w->heaps, set & ~DEP_UNDEFINED);
	while (w->heaps.len) {
		u32 id = vec_pop(&w->heaps);
		of_this_run(w->g, id);
		if (!id || w->mark.at[id] == DONE)
			continue;
		w->mark.at[id] = DONE;
		const DepNode *n = &w->g->nodes.at[id];
		if (n->kind == kind)
			vec_push(out, n->b);
		if (direct && n->kind == DEP_LEAF)
			continue;
		vec_push(&w->heaps, n->a);
		if (n->kind == DEP_JOIN)
			vec_push(&w->heaps, n->b);
	}
}

static int ascending(const void *a, const void *b)
{
	u32 x = *(const u32 *)a, y = *(const u32 *)b;
	return x < y ? -1 : x > y;
}

static void walk_sorted(DepWalk *w, Dep set, bool direct, DepList *out)
{
	size_t begin = out->len;
	collect(w, set, DEP_LEAF, direct, out);
	if (out->len > begin)
		qsort(out->at + begin, out->len - begin, sizeof *out->at, ascending);
}

void dep_walk_set(DepWalk *w, Dep set, DepList *out)
{
	walk_sorted(w, set, false, out);
}

void dep_walk_direct(DepWalk *w, Dep set, DepList *out)
{
	walk_sorted(w, set, true, out);
}

void dep_walk_statements(DepWalk *w, Dep set, DepList *out)
{
	collect(w, set, DEP_STATEMENT, false, out);
}
