/* tree_sets.c: enters conditions that are sets of constraints into the tree.
 *
 * A condition by output or change contains only the constraints that matter, so two runs need
 * not test the same things in the same order. The tree determines the order of tests. A run
 * follows existing nodes: if it has the node's constraint it uses that, otherwise it evaluates
 * the node on its input. Then it adds nodes for its remaining constraints. Each input has
 * exactly one path through such a tree, whatever the order was. A good order only saves nodes
 * that matter on one side alone. Leaves with the same set are one partition.
 */
#include "engine/explore/tree.h"

static int by_number(const void *x, const void *y)
{
	Expr a = *(const Expr *)x, b = *(const Expr *)y;
	return a < b ? -1 : a > b;
}

/* A set, whatever the order; the caller frees it. */
static Buf set_key(const Constraint *c, size_t n, u32 root)
{
	Buf key = {0};
	buf_add(&key, &root, sizeof root);
	for (size_t i = 0; i < n; i++)
		buf_add(&key, &c[i].cond, sizeof c[i].cond);
	if (n)
		qsort(key.at + sizeof root, n, sizeof(Expr), by_number);
	return key;
}

static bool holds(WalkInput *in, Expr cond)
{
	if (!in->begun)
		expr_eval_next(in->eval, in->a);
	in->begun = true;
	return expr_eval_value(in->eval, cond);
}

/* A way out of the node that nobody has taken: the condition of an edge for this input. */
static Expr new_way(Tree *t, ExprPool *p, Node *n, WalkInput *in)
{
	if (node_two_way(n))
		return expr_not(p, t->edges.at[n->first].cond);
	n->mixed = true;
	if (n->kind == CON_SWITCH || !n->key)
		return n->others;
	holds(in, EXPR_TRUE); /* so that it can be evaluated */
	return expr_eq(p, n->key,
				   expr_const128(p, expr_width(p, n->key), expr_eval_value(in->eval, n->key)));
}

static u32 follow(Tree *t, ExprPool *p, u32 node, WalkInput *in)
{
	Node *n = &t->nodes.at[node];
	for (u32 e = n->first; e; e = t->edges.at[e].next)
		if (holds(in, t->edges.at[e].cond))
			return e;
	return tree_add_edge(t, p, node, new_way(t, p, n, in), in->run);
}

/* The run's own constraint for the node, if there is one: its position. */
static bool own_constraint(const Tree *t, const Node *n, const Constraint *c, u64 *at)
{
	return intmap_get(&t->keys, n->key, at) && !t->used.at[*at] && c[*at].kind == n->kind;
}

static u32 step(Tree *t, ExprPool *p, u32 node, const Constraint *c, WalkInput *in)
{
	u64 at;
	u32 edge = follow(t, p, node, in);
	if (own_constraint(t, &t->nodes.at[node], c, &at) && t->edges.at[edge].cond == c[at].cond)
		t->used.at[at] = 1;
	return edge;
}

static void begin(Tree *t, ExprPool *p, const Constraint *c, size_t n)
{
	intmap_clear(&t->keys);
	vec_reserve(&t->used, n + 1);
	t->used.len = n;
	memset(t->used.at, 0, n);
	for (size_t i = n; i-- > 0;)
		intmap_put(&t->keys, constraint_key(p, &c[i]), i);
	t->walk.len = t->created.len = 0;
}

/* A leaf: which partition it is. */
static WalkResult end(Tree *t, u32 edge, Buf set)
{
	Edge *e = &t->edges.at[edge];
	e->leaf = true;
	e->partition = (u32)keymap_number(&t->partitions, buf_key(&set));
	buf_free(&set);
	if (e->partition <= t->n_partitions)
		return WALK_KNOWN;
	t->n_partitions++;
	return WALK_NEW;
}

WalkResult tree_walk_set(Tree *t, ExprPool *p, u32 root, const Constraint *c, size_t n,
						 WalkInput *in, u32 *where)
{
	u32 edge = root + 1;
	size_t next = 0;
	begin(t, p, c, n);
	vec_push(&t->walk, edge);
	for (;;) {
		u32 node = t->edges.at[edge].to;
		if (!node) {
			while (next < n && t->used.at[next])
				next++;
			if (next == n)
				return end(t, edge, set_key(c, n, root));
			if (t->edges.at[edge].leaf) { /* the same partition decides more here */
				*where = c[next].loc;
				return WALK_DIVERGED;
			}
			node = tree_add_node(t, p, &c[next], edge);
			t->used.at[next] = 1;
			edge = tree_add_edge(t, p, node, c[next].cond, in->run);
		} else {
			edge = step(t, p, node, c, in);
		}
		vec_push(&t->walk, edge);
	}
}
