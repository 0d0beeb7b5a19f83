/* tree.h: all decisions seen so far.
 *
 * A trie over the conditions of all runs. A node is a place where runs part: it is named by its
 * site, and has one edge for each answer seen. A path
 * condition is the list of conditions from the root to a leaf. Nodes are numbered from 1, in order
 * of creation; edges 1 to n_roots are the roots, one for each shape of the inputs.
 *
 *        root edge ── node (arg1 < 4) ──┬─ edge arg1 < 4 ──── leaf
 *                                       └─ edge arg1 >= 4 ─── node ...
 *
 * A node is open until it is known that its edges are all there can be: two for a branch, and
 * for a switch or a concretised value until excluding all of them is unsatisfiable.
 */
#ifndef DRIFT_EXPLORE_TREE_H
#define DRIFT_EXPLORE_TREE_H

#include "machine/symbolic.h"

typedef enum NodeState {
	NODE_OPEN,    /* there may be more edges: to be solved */
	NODE_CLOSED,  /* all edges known */
	NODE_UNKNOWN, /* the solver could not tell */
	NODE_CUT,     /* deeper than the user wants to look */
} NodeState;

typedef struct Node {
	Expr key;     /* two-way: the lesser of condition and negation; else the value looked at */
	Expr others;  /* what a further edge must satisfy: none of the conditions seen */
	u32 function; /* site, as in Constraint */
	u32 ins;
	u32 loc;   /* innermost place in the user's own code */
	u32 asker; /* as in Constraint */
	u32 asker_ins;
	u32 parent;  /* edge that leads here */
	u32 first;   /* newest edge from here */
	u32 depth;   /* nodes above this one */
	u32 n_edges; /* from here */
	u8 kind;     /* ConstraintKind */
	u8 state;    /* NodeState */
	bool mixed;  /* runs looked at it in different ways: closed only by the solver */
	bool queued; /* waits in the queue, or with a worker */
	u8 effort;   /* SolveEffort that it is asked with next */
} Node;

typedef struct Edge {
	Expr cond;     /* EXPR_TRUE for a root */
	u32 from;      /* node; 0 for a root */
	u32 to;        /* node, 0 = none yet */
	u32 next;      /* older edge of the same node, 0 = none */
	u32 run;       /* first run that took it */
	u32 preferred; /* first such run that the runner prefers, 0 = none */
	bool leaf;     /* a run ended here */
	u32 partition; /* of a leaf, when conditions are sets: from 1 */
} Edge;

typedef struct Tree {
	VEC(Node) nodes;   /* [0] is none */
	VEC(Edge) edges;   /* [0] is none */
	u32 n_roots;       /* shapes */
	u32 max_depth;     /* 0 = no limit */
	VEC(u32) walk;     /* edges of the latest walk, root first */
	VEC(u32) created;  /* nodes that the latest walk made */
	VEC(u8) used;      /* scratch of tree_walk_set: constraints that a node has */
	IntMap keys;       /* scratch: key -> constraint */
	IntMap partitions; /* hash of a set -> number */
	u32 n_partitions;
} Tree;

/* The run to start from when an edge is wanted that the node does not have. */
u32 tree_start(const Tree *t, u32 node);

typedef enum WalkResult {
	WALK_NEW,      /* a path not seen before */
	WALK_KNOWN,    /* the same path again */
	WALK_DIVERGED, /* not what an earlier run with the same prefix showed: see where */
} WalkResult;

/* The run whose condition is entered. */
typedef struct WalkInput {
	u32 run; /* its number */
	const Assignment *a;
	ExprEval *eval; /* scratch */
	bool begun;     /* eval is set to a; false at first */
} WalkInput;

void tree_init(Tree *t, u32 n_roots);
void tree_free(Tree *t);
/* Enters the condition of a run. *where is the place of a divergence. */
WalkResult tree_walk(Tree *t, ExprPool *p, u32 root, const Constraint *c, size_t n, WalkInput *in,
					 u32 *where);
/* The same for a condition that is a set: WALK_NEW is a partition not seen before. A divergence is
 * a run that decides more than an earlier one of the same partition. */
WalkResult tree_walk_set(Tree *t, ExprPool *p, u32 root, const Constraint *c, size_t n,
						 WalkInput *in, u32 *where);
/* For both walks. */
Expr constraint_key(ExprPool *p, const Constraint *c);
u32 tree_add_node(Tree *t, ExprPool *p, const Constraint *c, u32 parent);
u32 tree_add_edge(Tree *t, ExprPool *p, u32 node, Expr cond, u32 run);
/* Conditions from the root to the node, without its own; appends. */
void tree_prefix(const Tree *t, u32 node, ExprList *out);
/* Conditions from the root to the edge, its own included; appends. */
void tree_path(const Tree *t, u32 edge, ExprList *out);
/* True if the latest walk went through node; else *where is the place at which it left the way
 * there. */
bool tree_passed(const Tree *t, u32 node, u32 *where);
/* Number of the root (shape) below which the node is. */
u32 tree_root(const Tree *t, u32 node);
static inline bool node_two_way(const Node *n)
{
	return n->kind != CON_SWITCH && n->kind != CON_VALUE && !n->mixed;
}
static inline u32 tree_leaf(const Tree *t)
{
	return vec_last(&t->walk);
}

#endif
