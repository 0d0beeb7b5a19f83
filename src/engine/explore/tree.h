/* tree.h: all decisions seen so far.
 *
 * The tree is a trie over the conditions of all runs. Runs diverge at a node. A node is
 * identified by its site, and has one edge for each answer seen. A path condition is the list of
 * conditions from the root to a leaf. Nodes are numbered from 1, in order of creation. Edges 1
 * to n_roots are the roots, one for each shape of the inputs.
 *
 *        root edge ── node (arg1 < 4) ──┬─ edge arg1 < 4 ──── leaf
 *                                       └─ edge arg1 >= 4 ─── node ...
 *
 * A node is open until all of its possible edges are known. For a branch these are two. A switch
 * or a concretised value is open until excluding all known edges is unsatisfiable. Sides that a
 * constraint declares closed need no edge: the search has an argument that it need not try them.
 * A run may take one nevertheless.
 */
#ifndef DRIFT_EXPLORE_TREE_H
#define DRIFT_EXPLORE_TREE_H

#include "engine/machine/symbolic.h"

typedef enum NodeState {
	NODE_OPEN,    /* there may be more edges: to be solved */
	NODE_CLOSED,  /* all edges known */
	NODE_UNKNOWN, /* the solver could not decide */
	NODE_CUT,     /* deeper than the user's limit */
	NODE_GIVEN,   /* another job searches the edges that are not here */
} NodeState;

typedef struct Node {
	Expr key;    /* two-way: the lesser of condition and negation; otherwise the tested value */
	Expr others; /* what another edge must satisfy: the negation of all conditions seen or closed */
	Expr closed; /* sides that need not be tried, as in Constraint; 0: none */
	u32 closed_by; /* the number of the decision that closes them, as in Constraint */
	u32 function;  /* site, as in Constraint */
	u32 ins;
	u32 loc;   /* innermost location in the user's own code */
	u32 asker; /* as in Constraint */
	u32 asker_ins;
	u32 parent;  /* edge that leads here */
	u32 first;   /* newest edge from here */
	u32 depth;   /* nodes above this one */
	u32 n_edges; /* edges from here */
	u8 kind;     /* ConstraintKind */
	u8 state;    /* NodeState */
	bool mixed;  /* true if runs tested it in different ways: only the solver closes it */
	bool queued; /* true if it waits in the queue, or a worker has it */
	u8 effort;   /* SolveEffort of the next query */
} Node;

typedef struct Edge {
	Expr cond;     /* EXPR_TRUE for a root */
	u32 from;      /* node; 0 for a root */
	u32 to;        /* node, 0 = none yet */
	u32 next;      /* older edge of the same node, 0 = none */
	u32 run;       /* first run that took it */
	u32 preferred; /* first such run with PathRun.preferred, 0 = none */
	bool leaf;     /* true if a run ended here */
	u32 partition; /* of a leaf, if conditions are sets: from 1 */
} Edge;

typedef struct Tree {
	VEC(Node) nodes;   /* [0] is none */
	VEC(Edge) edges;   /* [0] is none */
	u32 n_roots;       /* shapes */
	u32 max_depth;     /* 0 = no limit */
	bool given;        /* true if new nodes below the roots are another job's: NODE_GIVEN */
	VEC(u32) walk;     /* edges of the latest walk, from the root */
	VEC(u32) created;  /* nodes that the latest walk made */
	VEC(u8) used;      /* scratch of tree_walk_set: constraints that a node has */
	IntMap keys;       /* scratch: key -> constraint */
	KeyMap partitions; /* root and conditions of a set -> number */
	u32 n_partitions;
} Tree;

/* Returns the run to start from when we search for a new edge of the node. */
u32 tree_start(const Tree *t, u32 node);

typedef enum WalkResult {
	WALK_NEW,      /* a path not seen before */
	WALK_KNOWN,    /* the same path again */
	WALK_DIVERGED, /* contradicts an earlier run with the same prefix: see where */
} WalkResult;

/* The run whose condition is entered into the tree. */
typedef struct WalkInput {
	u32 run; /* its number */
	const Assignment *a;
	ExprEval *eval; /* scratch */
	bool begun;     /* true if eval is set to a; false at first */
} WalkInput;

void tree_init(Tree *t, u32 n_roots);
void tree_free(Tree *t);
/* Enters the condition of a run. *where is the location of a divergence. */
WalkResult tree_walk(Tree *t, ExprPool *p, u32 root, const Constraint *c, size_t n, WalkInput *in,
					 u32 *where);
/* Likewise for a condition that is a set. WALK_NEW means a new partition. A divergence is a run
 * that decides more than an earlier one of the same partition. */
WalkResult tree_walk_set(Tree *t, ExprPool *p, u32 root, const Constraint *c, size_t n,
						 WalkInput *in, u32 *where);
/* Used by both walks. */
Expr constraint_key(ExprPool *p, const Constraint *c);
u32 tree_add_node(Tree *t, ExprPool *p, const Constraint *c, u32 parent);
u32 tree_add_edge(Tree *t, ExprPool *p, u32 node, Expr cond, u32 run);
/* Appends the conditions from the root to the node, without its own. */
void tree_prefix(const Tree *t, u32 node, ExprList *out);
/* Appends the conditions from the root to the edge, including its own. */
void tree_path(const Tree *t, u32 edge, ExprList *out);
/* Returns true if the latest walk passed through node. Otherwise *where is the location at which
 * it left the path to the node. */
bool tree_passed(const Tree *t, u32 node, u32 *where);
/* True if the latest walk ends where another job searches. */
bool tree_left(const Tree *t);
/* Returns the number of the root (shape) above the node. */
u32 tree_root(const Tree *t, u32 node);
/* tree_checked.c, in the checked build: asserts that the tree is well-formed and that run
 * numbers are below n_runs. */
void tree_check(const Tree *t, const ExprPool *p, u32 n_runs);
/* Asserts that the latest walk, begun at a root, is the only path of the input. */
void tree_check_walk(const Tree *t, const ExprPool *p, u32 root, const Assignment *a);
static inline bool node_two_way(const Node *n)
{
	return n->kind != CON_SWITCH && n->kind != CON_VALUE && !n->mixed;
}
static inline u32 tree_leaf(const Tree *t)
{
	return vec_last(&t->walk);
}

#endif
