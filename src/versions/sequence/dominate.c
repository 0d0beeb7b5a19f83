/* dominate.c: finds the statements that all paths from a change pass.
 *
 * These are the dominators of the dependence graph, with the points of one change as its root
 * (Georgiadis and Tarjan's semi-NCA). Only statements count: memory, blocks, parameters and calls
 * of the user's own functions connect statements and separate nothing. */
#include "versions/sequence/impl.h"

/* A depth first walk from the root, which is 0; other nodes have numbers from 1 on. */
typedef struct Dominate {
	const Depend *d;
	u32 *number;    /* by node: in the walk, 0 = not reached */
	u8 *root;       /* by node: it is the change itself, 2: the change leads there at once */
	U32List node;   /* by number, [0] is none */
	U32List parent; /* by number */
	U32List semi;   /* by number: semidominator */
	U32List label;  /* by number: the best on the way up that was compressed */
	U32List up;     /* by number: ancestor in the forest */
	U32List idom;   /* by number */
	U32List edge;   /* scratch: where the walk goes on, by depth */
	U32List stack;  /* scratch */
	u32 *into_at;   /* by node: where its edges begin in into */
	u32 *into;      /* where edges of the graph come from */
} Dominate;

static void reverse(Dominate *x)
{
	const Depend *d = x->d;
	size_t n = d->nodes.len;
	x->into_at = xcalloc(n + 2, sizeof *x->into_at);
	x->into = xcalloc(d->edges.len + 1, sizeof *x->into);
	for (size_t e = 1; e < d->edges.len; e++)
		x->into_at[d->edges.at[e].to + 2]++;
	for (size_t i = 1; i < n; i++)
		x->into_at[i + 1] += x->into_at[i];
	for (u32 i = 0; i < n; i++)
		for (u32 e = d->nodes.at[i].first; e; e = d->edges.at[e].next)
			x->into[x->into_at[d->edges.at[e].to + 1]++] = i;
}

Dominate *dominate_new(const Depend *d)
{
	Dominate *x = xcalloc(1, sizeof *x);
	x->d = d;
	x->number = xcalloc(d->nodes.len + 1, sizeof *x->number);
	x->root = xcalloc(d->nodes.len + 1, sizeof *x->root);
	reverse(x);
	return x;
}

void dominate_free(Dominate *x)
{
	vec_free(&x->node);
	vec_free(&x->parent);
	vec_free(&x->semi);
	vec_free(&x->label);
	vec_free(&x->up);
	vec_free(&x->idom);
	vec_free(&x->edge);
	vec_free(&x->stack);
	free(x->into_at);
	free(x->into);
	free(x->number);
	free(x->root);
	free(x);
}

static void add_number(Dominate *x, u32 node, u32 parent)
{
	u32 at = (u32)x->node.len;
	if (at)
		x->number[node] = at;
	vec_push(&x->node, node);
	vec_push(&x->parent, parent);
	vec_push(&x->semi, at);
	vec_push(&x->label, at);
	vec_push(&x->up, parent);
	vec_push(&x->idom, parent);
}

static void walk(Dominate *x, u32 from, u32 parent)
{
	const Depend *d = x->d;
	if (x->number[from] || x->root[from] == 1)
		return;
	add_number(x, from, parent);
	x->stack.len = x->edge.len = 0;
	vec_push(&x->stack, x->number[from]);
	vec_push(&x->edge, d->nodes.at[from].first);
	while (x->stack.len) {
		u32 e = vec_last(&x->edge);
		if (!e) {
			x->stack.len--;
			x->edge.len--;
			continue;
		}
		vec_last(&x->edge) = d->edges.at[e].next;
		u32 to = d->edges.at[e].to;
		if (x->number[to] || x->root[to] == 1)
			continue;
		add_number(x, to, vec_last(&x->stack));
		vec_push(&x->stack, x->number[to]);
		vec_push(&x->edge, d->nodes.at[to].first);
	}
}

static void begin(Dominate *x, const ChangeSeeds *seeds)
{
	const Depend *d = x->d;
	memset(x->number, 0, d->nodes.len * sizeof *x->number);
	memset(x->root, 0, d->nodes.len);
	x->node.len = x->parent.len = x->semi.len = x->label.len = x->up.len = x->idom.len = 0;
	add_number(x, NO_OPERAND, 0);
	for (size_t i = 0; i < seeds->direct.len; i++)
		x->root[seeds->direct.at[i]] = 2;
	for (size_t i = 0; i < seeds->own.len; i++)
		x->root[seeds->own.at[i]] = 1;
	for (size_t i = 0; i < seeds->own.len; i++)
		for (u32 e = d->nodes.at[seeds->own.at[i]].first; e; e = d->edges.at[e].next)
			walk(x, d->edges.at[e].to, 0);
	for (size_t i = 0; i < seeds->direct.len; i++)
		walk(x, seeds->direct.at[i], 0);
}

/* The best label from v up to where the forest ends so far: numbers from last on are linked. */
static u32 eval(Dominate *x, u32 v, u32 last)
{
	if (v < last)
		return v;
	x->stack.len = 0;
	while (x->up.at[v] >= last) {
		vec_push(&x->stack, v);
		v = x->up.at[v];
	}
	while (x->stack.len) {
		u32 w = vec_pop(&x->stack), above = x->up.at[w];
		if (x->semi.at[x->label.at[above]] < x->semi.at[x->label.at[w]])
			x->label.at[w] = x->label.at[above];
		x->up.at[w] = x->up.at[above];
		v = w;
	}
	return x->label.at[v];
}

static void find_dominators(Dominate *x)
{
	u32 n = (u32)x->node.len;
	for (u32 w = n; w-- > 1;) {
		u32 node = x->node.at[w], semi = x->parent.at[w];
		if (x->root[node] == 2)
			semi = 0;
		for (u32 k = x->into_at[node]; k < x->into_at[node + 1] && semi; k++) {
			u32 from = x->into[k], v = x->number[from];
			u32 best = x->root[from] == 1 ? 0 : v ? x->semi.at[eval(x, v, w + 1)] : semi;
			semi = best < semi ? best : semi;
		}
		x->semi.at[w] = semi;
	}
	for (u32 w = 1; w < n; w++)
		while (x->idom.at[w] > x->semi.at[w])
			x->idom.at[w] = x->idom.at[x->idom.at[w]];
}

u32 *dominate_from(Dominate *x, const ChangeSeeds *seeds)
{
	u32 *out = xmalloc((x->d->nodes.len + 1) * sizeof *out);
	for (size_t i = 0; i < x->d->nodes.len; i++)
		out[i] = NOT_REACHED;
	begin(x, seeds);
	find_dominators(x);
	for (u32 w = 1; w < x->node.len; w++) {
		u32 by = x->idom.at[w] ? x->node.at[x->idom.at[w]] : NO_OPERAND;
		out[x->node.at[w]] = by != NO_OPERAND && !depend_is_statement(x->d, by) ? out[by] : by;
	}
	return out;
}
