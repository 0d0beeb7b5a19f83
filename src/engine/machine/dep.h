/* dep.h: what a value depends on besides its operands: a graph of decisions.
 *
 * A Dep names a set of decisions of the run. The set is closed: it contains everything that its
 * decisions depend on. The graph is hash-consed, so equal constructions share one node. A node
 * has a higher number than its parts:
 *
 *   leaf       a constraint of the run, and what it depends on
 *   statement  an instruction, and what it depends on (slices only)
 *   join       the union of two sets
 *
 * Bit 31 of a Dep is set if the value depends on something uninitialised. It propagates with the
 * data and is not part of the graph.
 */
#ifndef DRIFT_MACHINE_DEP_H
#define DRIFT_MACHINE_DEP_H

#include "base/base.h"

typedef u32 Dep; /* 0 = nothing */
#define DEP_UNDEFINED 0x80000000u

typedef enum DepKind {
	DEP_JOIN,      /* a, b: sets */
	DEP_LEAF,      /* a: what it depends on, b: number of the constraint */
	DEP_STATEMENT, /* a: what it depends on, b: number of the statement */
} DepKind;

typedef struct DepNode {
	u32 kind : 2; /* DepKind */
	u32 top : 30; /* newest leaf in the set, as constraint + 1, not through other leaves */
	u32 a, b;     /* see DepKind */
	/* Each node is a child of its youngest part. A loop makes chains as long as it runs, and we
	 * often ask whether a set is in the chain of another. So each node has a link some steps up. */
	u32 depth; /* length of the chain above it */
	u32 jump;  /* a node further up; see far_above */
} DepNode;

/* The leaves of a node's closed set, as constraint + 1. The first 64 are exact. Of the others we
 * keep the oldest, and from where on there is no gap up to top: in a loop, each decision depends
 * on the one before. */
typedef struct DepLeaves {
	u64 low;   /* the first 64, as bits */
	u32 first; /* oldest of the others, 0: none */
	u32 since; /* all from here to top are in the set; 0: top is one of the first 64 */
} DepLeaves;

/* Two sets that were joined, and their join. */
typedef struct DepJoin {
	u32 old, young, both;
} DepJoin;

typedef struct DepGraph {
	VEC(DepNode) nodes;    /* [0] is nothing */
	VEC(DepLeaves) leaves; /* of each, unless there are statements */
	u32 *table;            /* hash -> node, open addressing */
	u32 cap;               /* of table, a power of two */
	DepJoin joins[256];    /* the latest, by hash: a loop repeats the same joins */
	u32 first;             /* oldest node of this run */
	bool once;             /* true if later runs do not reuse numbers, see observe/check.c */
	bool statements;       /* true if sets contain statements: leaves do not describe them */
} DepGraph;

/* Returns true if runs are to be checked (observe/check.c); and ends a run that failed a check. */
bool check_wanted(void);
_Noreturn void check_failed(const char *what, u64 which);

void dep_init(DepGraph *g);
void dep_free(DepGraph *g);
void dep_reset(DepGraph *g);
Dep dep_join(DepGraph *g, Dep a, Dep b);
/* Returns true if a set is in another one. Looks at a few nodes only, so false may be wrong if a
 * run has more than 64 constraints. */
bool dep_within(const DepGraph *g, Dep part, Dep whole);
/* Likewise; a join is also tested by its two parts, which may be in the other set through
 * different nodes. */
bool dep_parts_within(const DepGraph *g, Dep part, Dep whole);
Dep dep_leaf(DepGraph *g, u32 constraint, Dep on);
Dep dep_statement(DepGraph *g, u32 statement, Dep on);

typedef VEC(u32) DepList;

/* A leaf whose dependences are being listed. */
typedef struct DepFrame {
	u32 leaf;       /* 0: the set that was asked for */
	u32 heap, seen; /* where its part of DepWalk.heaps and seen begins */
	u32 serial;
} DepFrame;

/* Appends the constraints in the set, and those they depend on, in the order in which they are
 * to be negated: each constraint comes after everything it depends on, the newest dependence
 * first (the reordering that keeps an exploration by slices complete). A constraint that one
 * call listed is skipped by the next, so that several sets can be listed one after the other. */
typedef struct DepWalk {
	const DepGraph *g;
	VEC(u32) mark;  /* by node: frame that opened it, DONE: completely listed */
	VEC(u32) heaps; /* nodes still to visit, by frame; each a heap by top */
	VEC(u32) seen;  /* nodes that the active frames have opened */
	VEC(DepFrame) frames;
	u32 serial; /* of the newest frame */
} DepWalk;

void dep_walk_begin(DepWalk *w, const DepGraph *g);
/* Adjusts the walk after nodes were added to the graph. */
void dep_walk_grow(DepWalk *w);
void dep_walk_order(DepWalk *w, Dep set, DepList *out);
/* Appends the constraints of the set in the order of execution. */
void dep_walk_set(DepWalk *w, Dep set, DepList *out);
/* Likewise without the constraints that these depend on. */
void dep_walk_direct(DepWalk *w, Dep set, DepList *out);
/* Appends the statements in the set. */
void dep_walk_statements(DepWalk *w, Dep set, DepList *out);
void dep_walk_free(DepWalk *w);

#endif
