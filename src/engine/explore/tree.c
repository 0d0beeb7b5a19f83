/* tree.c: the trie of decisions. */
#include "engine/explore/tree.h"

#include "base/check.h"

void tree_init(Tree *t, u32 n_roots)
{
	*t = (Tree){.n_roots = n_roots};
	vec_push(&t->nodes, (Node){0});
	vec_push(&t->edges, (Edge){0});
	for (u32 i = 0; i < n_roots; i++)
		vec_push(&t->edges, (Edge){.cond = EXPR_TRUE});
}

void tree_free(Tree *t)
{
	vec_free(&t->nodes);
	vec_free(&t->edges);
	vec_free(&t->walk);
	vec_free(&t->created);
	vec_free(&t->used);
	intmap_free(&t->keys);
	keymap_free(&t->partitions);
}

static bool two_way(const Constraint *c)
{
	return c->kind != CON_SWITCH && c->kind != CON_VALUE;
}

Expr constraint_key(ExprPool *p, const Constraint *c)
{
	if (!two_way(c))
		return c->value;
	Expr other = expr_not(p, c->cond);
	return c->cond < other ? c->cond : other;
}

u32 tree_add_node(Tree *t, ExprPool *p, const Constraint *c, u32 parent)
{
	u32 above = t->edges.at[parent].from;
	Node n = {.key = constraint_key(p, c),
			  .others = c->closed ? expr_not(p, c->closed) : EXPR_TRUE,
			  .closed = c->closed,
			  .closed_by = c->number,
			  .function = c->function,
			  .ins = c->ins,
			  .loc = c->loc,
			  .asker = c->asker,
			  .asker_ins = c->asker_ins,
			  .parent = parent,
			  .depth = above ? t->nodes.at[above].depth + 1 : 0,
			  .kind = c->kind};
	if (above ? t->nodes.at[above].state == NODE_GIVEN : t->given)
		n.state = NODE_GIVEN;
	else if (t->max_depth && n.depth >= t->max_depth)
		n.state = NODE_CUT;
	vec_push(&t->nodes, n);
	u32 number = (u32)t->nodes.len - 1;
	t->edges.at[parent].to = number;
	vec_push(&t->created, number);
	return number;
}

/* An edge that the input satisfies though its condition is written otherwise: the machine may
 * describe the same memory in several ways. 0 = none. */
static u32 edge_by_value(const Tree *t, const Node *n, WalkInput *in)
{
	for (u32 e = n->first; e; e = t->edges.at[e].next) {
		if (!in->begun)
			expr_eval_next(in->eval, in->a);
		in->begun = true;
		if (expr_eval_value(in->eval, t->edges.at[e].cond))
			return e;
	}
	return 0;
}

u32 tree_add_edge(Tree *t, ExprPool *p, u32 node, Expr cond, u32 run)
{
	Node *n = &t->nodes.at[node];
	/* The solver, or the conditions before, said that every input takes one of the edges there are. */
	must_that(n->state != NODE_CLOSED || n->closed, "node %u is closed and run %u leaves it anew",
			  node, run);
	Edge edge = {.cond = cond, .from = node, .next = n->first, .run = run};
	vec_push(&t->edges, edge);
	n->first = (u32)t->edges.len - 1;
	n->n_edges++;
	n->others = expr_and(p, n->others, expr_not(p, cond));
	bool all_closed = n->closed && n->closed == expr_not(p, cond);
	if (n->state == NODE_GIVEN)
		return n->first;
	if ((node_two_way(n) && n->n_edges == 2) || all_closed || n->others == EXPR_FALSE)
		n->state = NODE_CLOSED;
	return n->first;
}

/* The edge for the condition of a constraint; made when it is not there. */
static u32 edge_for(Tree *t, ExprPool *p, u32 node, const Constraint *c, WalkInput *in)
{
	Node *n = &t->nodes.at[node];
	Expr cond = c->cond;
	for (u32 e = n->first; e; e = t->edges.at[e].next)
		if (t->edges.at[e].cond == cond)
			return e;
	if (n->n_edges && (n->key != constraint_key(p, c) || n->mixed)) {
		n->mixed = true;
		u32 same = edge_by_value(t, n, in);
		if (same)
			return same;
	}
	return tree_add_edge(t, p, node, cond, in->run);
}

WalkResult tree_walk(Tree *t, ExprPool *p, u32 root, const Constraint *c, size_t n, WalkInput *in,
					 u32 *where)
{
	u32 edge = root + 1;
	t->walk.len = t->created.len = 0;
	vec_push(&t->walk, edge);
	for (size_t i = 0; i < n; i++) {
		u32 node = t->edges.at[edge].to;
		const Node *known = &t->nodes.at[node];
		bool ended = !node && t->edges.at[edge].leaf;
		if (ended || (node && (known->function != c[i].function || known->ins != c[i].ins))) {
			*where = c[i].loc;
			return WALK_DIVERGED;
		}
		if (!node)
			node = tree_add_node(t, p, &c[i], edge);
		edge = edge_for(t, p, node, &c[i], in);
		vec_push(&t->walk, edge);
	}
	if (t->edges.at[edge].to) {
		*where = t->nodes.at[t->edges.at[edge].to].loc;
		return WALK_DIVERGED;
	}
	if (t->edges.at[edge].leaf)
		return WALK_KNOWN;
	t->edges.at[edge].leaf = true;
	return WALK_NEW;
}

void tree_path(const Tree *t, u32 edge, ExprList *out)
{
	size_t begin = out->len;
	for (u32 e = edge; t->edges.at[e].from; e = t->nodes.at[t->edges.at[e].from].parent)
		vec_push(out, t->edges.at[e].cond);
	for (size_t i = begin, k = out->len; i + 1 < k; i++) {
		Expr swap = out->at[i];
		out->at[i] = out->at[--k];
		out->at[k] = swap;
	}
}

void tree_prefix(const Tree *t, u32 node, ExprList *out)
{
	tree_path(t, t->nodes.at[node].parent, out);
}

bool tree_passed(const Tree *t, u32 node, u32 *where)
{
	u32 depth = t->nodes.at[node].depth;
	if (t->walk.len > depth + 1 && t->edges.at[t->walk.at[depth + 1]].from == node)
		return true;
	/* Climb from the node until the walk is met. */
	*where = t->nodes.at[node].loc;
	for (u32 n = node;;) {
		u32 edge = t->nodes.at[n].parent, d = t->nodes.at[n].depth;
		if ((t->walk.len > d && t->walk.at[d] == edge) || !t->edges.at[edge].from)
			break;
		n = t->edges.at[edge].from;
		*where = t->nodes.at[n].loc;
	}
	return false;
}

bool tree_left(const Tree *t)
{
	u32 from = t->edges.at[tree_leaf(t)].from;
	return from ? t->nodes.at[from].state == NODE_GIVEN : t->given;
}

u32 tree_root(const Tree *t, u32 node)
{
	u32 edge = t->nodes.at[node].parent;
	while (t->edges.at[edge].from)
		edge = t->nodes.at[t->edges.at[edge].from].parent;
	return edge - 1;
}

u32 tree_start(const Tree *t, u32 node)
{
	u32 first = t->nodes.at[node].first;
	for (u32 e = first; e; e = t->edges.at[e].next)
		if (t->edges.at[e].preferred)
			return t->edges.at[e].preferred;
	return t->edges.at[first].run;
}
