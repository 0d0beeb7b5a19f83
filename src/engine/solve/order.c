/* order.c: refutes sets of comparisons between terms.
 *
 * a == b, b == c, a != c have no model; neither have a < b, b <= c, c <= a. Bounds cannot refute
 * them as long as each term may have many values, and splitting sets refutes them only value by
 * value. Therefore terms become nodes and a <= b becomes an edge: terms on a cycle are equal.
 * This takes one pass over the constraints for each order, signed and unsigned.
 */
#include "engine/solve/direct.h"

/* The comparison that a constraint is. */
typedef struct OrderTerm {
	ExprOp op; /* EQ, ULT, ULE, SLT or SLE; NONE: no comparison */
	Expr a, b;
	bool differ; /* EQ: that they are not */
} OrderTerm;

typedef struct OrderEdge {
	u32 from, to; /* nodes: from <= to */
	u32 next;     /* 1 + the next edge of from; 0: none */
	bool strict;  /* from < to */
} OrderEdge;

typedef struct OrderedTerm {
	u32 first;  /* 1 + its first edge; 0: none */
	u32 cursor; /* 1 + the edge to follow next */
	u32 index;  /* when it was met, from 1; 0: not yet */
	u32 low;    /* the earliest node it leads back to, as far as known */
	u32 circle; /* number of its circle, from 1; 0: not known yet */
} OrderedTerm;

typedef struct TermOrder {
	IntMap node_of; /* term -> its node */
	VEC(OrderedTerm) nodes;
	VEC(OrderEdge) edges;
	VEC(OrderEdge) apart; /* pairs that differ */
	VEC(u32) way;         /* from the root to where the walk is */
	VEC(u32) open;        /* met, and not in a circle yet */
	u32 met, circles;     /* so far */
} TermOrder;

static OrderTerm comparison(const ExprPool *p, Expr e)
{
	const ExprNode *n = nd(p, e);
	bool no = n->op == EXPR_NOT;
	if (no)
		n = nd(p, n->a);
	OrderTerm c = {n->op, n->a, n->b, no};
	if (!op_compares(n->op))
		return (OrderTerm){0};
	/* !(a < b) is b <= a. */
	if (no && n->op != EXPR_EQ) {
		static const ExprOp other[] = {[EXPR_ULT] = EXPR_ULE,
									   [EXPR_ULE] = EXPR_ULT,
									   [EXPR_SLT] = EXPR_SLE,
									   [EXPR_SLE] = EXPR_SLT};
		c = (OrderTerm){other[n->op], n->b, n->a, false};
	}
	return c;
}

static u32 node(TermOrder *o, Expr term)
{
	u64 at;
	if (!intmap_get(&o->node_of, term, &at)) {
		at = o->nodes.len;
		intmap_put(&o->node_of, term, at);
		vec_push(&o->nodes, (OrderedTerm){0});
	}
	return (u32)at;
}

static void edge(TermOrder *o, u32 from, u32 to, bool strict)
{
	vec_push(&o->edges, ((OrderEdge){from, to, o->nodes.at[from].first, strict}));
	o->nodes.at[from].first = (u32)o->edges.len;
}

/* All comparisons that say something in one of the two orders. */
static void build(TermOrder *o, const Direct *d, ExprOp less, ExprOp at_most)
{
	for (size_t i = 0; i < d->rest.len; i++) {
		OrderTerm c = comparison(d->p, d->rest.at[i]);
		if (c.op != EXPR_EQ && c.op != less && c.op != at_most)
			continue;
		u32 a = node(o, c.a), b = node(o, c.b);
		if (c.differ) {
			vec_push(&o->apart, ((OrderEdge){.from = a, .to = b}));
			continue;
		}
		edge(o, a, b, c.op == less);
		if (c.op == EXPR_EQ)
			edge(o, b, a, false);
	}
}

/* The node leads to none before it: what is open since then is its circle. */
static void close_circle(TermOrder *o, u32 at)
{
	u32 last;
	o->circles++;
	do {
		last = o->open.at[--o->open.len];
		o->nodes.at[last].circle = o->circles;
	} while (last != at);
}

static void meet(TermOrder *o, u32 at)
{
	OrderedTerm *n = &o->nodes.at[at];
	n->index = n->low = ++o->met;
	n->cursor = n->first;
	vec_push(&o->way, at);
	vec_push(&o->open, at);
}

/* Circles of all that can be reached from a node: Tarjan's walk, without recursion. */
static void walk(TermOrder *o, u32 root)
{
	meet(o, root);
	while (o->way.len) {
		u32 at = vec_last(&o->way);
		OrderedTerm *n = &o->nodes.at[at];
		if (n->cursor) {
			const OrderEdge *e = &o->edges.at[n->cursor - 1];
			const OrderedTerm *to = &o->nodes.at[e->to];
			n->cursor = e->next;
			if (!to->index)
				meet(o, e->to);
			else if (!to->circle && to->index < n->low)
				n->low = to->index;
			continue;
		}
		o->way.len--;
		if (n->low == n->index)
			close_circle(o, at);
		else if (n->low < o->nodes.at[vec_last(&o->way)].low)
			o->nodes.at[vec_last(&o->way)].low = n->low;
	}
}

static bool same_circle(const TermOrder *o, const OrderEdge *e)
{
	return o->nodes.at[e->from].circle == o->nodes.at[e->to].circle;
}

static bool refutes(const Direct *d, ExprOp less, ExprOp at_most)
{
	TermOrder o = {0};
	bool refuted = false;
	build(&o, d, less, at_most);
	for (u32 i = 0; i < o.nodes.len; i++)
		if (!o.nodes.at[i].index)
			walk(&o, i);
	for (size_t i = 0; i < o.edges.len && !refuted; i++)
		refuted = o.edges.at[i].strict && same_circle(&o, &o.edges.at[i]);
	for (size_t i = 0; i < o.apart.len && !refuted; i++)
		refuted = same_circle(&o, &o.apart.at[i]);
	intmap_free(&o.node_of);
	vec_free(&o.nodes);
	vec_free(&o.edges);
	vec_free(&o.apart);
	vec_free(&o.way);
	vec_free(&o.open);
	return refuted;
}

bool order_refutes(const Direct *d)
{
	return d->rest.len > 1 && (refutes(d, EXPR_ULT, EXPR_ULE) || refutes(d, EXPR_SLT, EXPR_SLE));
}
