/* tree_checked.c: checks the invariants of the tree of decisions and of the queue of its open
 * nodes. */
#include "base/check.h"
#include "engine/explore/queue.h"

/* Following a path up and down must lead to the same node; otherwise prefixes belong to another
 * path. */
static void node_check(const Tree *t, const ExprPool *p, u32 k)
{
	const Node *n = &t->nodes.at[k];
	u32 edges = 0;
	must_that(n->parent && n->parent < t->edges.len, "node %u has no edge above it", k);
	must_that(t->edges.at[n->parent].to == k, "node %u: its edge leads to %u", k,
			  t->edges.at[n->parent].to);
	u32 above = t->edges.at[n->parent].from;
	must_that(above < k, "node %u is older than the node above it, %u", k, above);
	must_that(n->depth == (above ? t->nodes.at[above].depth + 1 : 0), "node %u: depth %u", k,
			  n->depth);
	must_that(n->key < expr_pool_len(p) && n->others < expr_pool_len(p),
			  "node %u has an expression that was released", k);
	for (u32 e = n->first; e; e = t->edges.at[e].next, edges++) {
		/* Newest first, and each once: a list with a circle has no end. */
		must_that(t->edges.at[e].next < e, "edges of node %u are not newest first", k);
		must_that(t->edges.at[e].from == k, "edge %u is in the list of node %u", e, k);
	}
	must_that(edges == n->n_edges && edges, "node %u: %u edges, counted as %u", k, edges,
			  n->n_edges);
	/* The second edge of a branch closes it. */
	must_that(!node_two_way(n) || edges < 2 || n->state == NODE_CLOSED || n->state == NODE_GIVEN,
			  "node %u has both edges and is open", k);
	must_that(!node_two_way(n) || edges <= 2, "node %u is a branch of %u edges", k, edges);
}

static void edge_check(const Tree *t, const ExprPool *p, u32 k, u32 n_runs)
{
	const Edge *e = &t->edges.at[k];
	bool root = k <= t->n_roots;
	must_that(root == !e->from, "edge %u is or is not a root", k);
	must_that(e->cond && e->cond < expr_pool_len(p) && expr_width(p, e->cond) == 1,
			  "edge %u: condition %u", k, e->cond);
	/* A run ends on each edge or goes on there: a prefix of a condition is no condition. */
	must_that(root || e->leaf == !e->to, "edge %u: leaf %d, node %u below", k, e->leaf, e->to);
	must_that(e->to < t->nodes.len && (!e->to || t->nodes.at[e->to].parent == k),
			  "edge %u: node %u below has another edge above it", k, e->to);
	must_that(e->run < n_runs && e->preferred < n_runs, "edge %u: run %u", k, e->run);
	/* Whoever takes an edge took those above it. */
	u32 above = root ? 0 : t->nodes.at[e->from].parent;
	must_that(above <= t->n_roots || e->run >= t->edges.at[above].run,
			  "edge %u was first taken by run %u, the one above it by run %u", k, e->run,
			  t->edges.at[above].run);
	must_that(e->partition <= t->n_partitions, "edge %u: partition %u", k, e->partition);
}

void tree_check(const Tree *t, const ExprPool *p, u32 n_runs)
{
	for (u32 k = 1; k < t->nodes.len; k++)
		node_check(t, p, k);
	for (u32 k = 1; k < t->edges.len; k++)
		edge_check(t, p, k, n_runs);
}

void tree_check_walk(const Tree *t, const ExprPool *p, u32 root, const Assignment *a)
{
	ExprEval *eval = expr_eval_new((ExprPool *)p);
	expr_eval_next(eval, a);
	must(t->walk.len && t->walk.at[0] == root + 1);
	for (size_t i = 1; i < t->walk.len; i++) {
		const Edge *e = &t->edges.at[t->walk.at[i]];
		const Node *n = &t->nodes.at[e->from];
		must(t->edges.at[t->walk.at[i - 1]].to == e->from);
		/* The run took the edge, so its input satisfies the condition: otherwise the condition is of
		 * a value that the run did not have, and negating it asks for nothing. */
		must_that(expr_eval_value(eval, e->cond),
				  "the run's input does not satisfy the condition of edge %u (node %u, loc %u)",
				  t->walk.at[i], e->from, n->loc);
		must_that(!expr_eval_value(eval, n->others),
				  "the run took an edge of node %u and belongs to a further one as well", e->from);
		/* An input has one way through the tree: what is exclusive is counted once. */
		for (u32 k = n->first; k && !n->mixed; k = t->edges.at[k].next)
			must_that(k == t->walk.at[i] || !expr_eval_value(eval, t->edges.at[k].cond),
					  "an input satisfies edges %u and %u of node %u", k, t->walk.at[i], e->from);
	}
	expr_eval_free(eval);
}

/* ---- the queue ---- */

typedef struct Locations {
	u8 *in;  /* by node: how many of the lists that hold a node once have it */
	u32 all; /* nodes in these lists */
} Locations;

static void location(Locations *p, const Tree *t, u32 node)
{
	must_that(node && node < t->nodes.len, "the queue has node %u of %zu", node, t->nodes.len);
	must_that(t->nodes.at[node].queued, "node %u is in the queue and is not marked so", node);
	must_that(!p->in[node]++, "node %u is in the queue twice", node);
	p->all++;
}

static void sites_check(const Queue *q, const Tree *t, const SiteList *list)
{
	u8 *has = xcalloc(t->nodes.len, 1);
	for (size_t i = 0; i < list->len; i++) {
		const Site *s = &list->at[i];
		must(s->head <= s->plain.len);
		for (size_t k = 0; k < s->fresh.len; k++)
			has[s->fresh.at[k]] = 1;
		for (size_t k = s->head; k < s->plain.len; k++)
			has[s->plain.at[k]] = 1;
	}
	/* A node that waits and is in no list is never tried: the search would end without it. */
	for (u32 k = 0; k < q->waits.len; k++)
		must_that(!q->waits.at[k] || has[k], "node %u waits and is in no list", k);
	free(has);
}

void queue_check(const Queue *q, const Tree *t)
{
	Locations locations = {.in = xcalloc(t->nodes.len, 1)};
	must(q->head <= q->list.len && q->late_head <= q->late.len);
	for (size_t i = q->head; i < q->list.len; i++)
		location(&locations, t, q->list.at[i]);
	for (size_t i = q->late_head; i < q->late.len; i++)
		location(&locations, t, q->late.at[i]);
	for (size_t i = 0; i < q->hard.len; i++)
		location(&locations, t, q->hard.at[i].node);
	for (u32 k = 0; k < q->waits.len; k++)
		if (q->waits.at[k])
			location(&locations, t, k);
	must_that(locations.all == q->len, "the queue has %u nodes and counts %zu", locations.all,
			  q->len);
	if (q->order >= ORDER_COVERAGE && q->order != ORDER_RANKED)
		sites_check(q, t, &q->sites);
	if (q->order > ORDER_COVERAGE)
		sites_check(q, t, &q->ranked);
	/* An open node that does not wait is lost, and the search would call itself exhaustive. */
	for (u32 k = 1; k < t->nodes.len; k++)
		must_that(t->nodes.at[k].state != NODE_OPEN || t->nodes.at[k].queued,
				  "node %u is open and nobody will try it", k);
	for (u32 k = 1; k < t->nodes.len; k++)
		must_that(locations.in[k] == t->nodes.at[k].queued, "node %u is marked as in the queue", k);
	free(locations.in);
}
