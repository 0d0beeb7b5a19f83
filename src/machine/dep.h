/* dep.h: what a value depends on besides its operands: a graph of decisions.
 *
 * A Dep names a set of decisions of the run, closed under what those decisions depend on
 * themselves. The graph is hash-consed, so a set that is built twice is one node, and its nodes are
 * numbered after what they are made of:
 *
 *   leaf       a constraint of the run, and what it depends on
 *   statement  an instruction, and what it depends on (slices only)
 *   join       two sets together
 *
 * Bit 31 of a Dep says that something uninitialised went into the value; it travels with the data
 * and is not part of the graph.
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
	u32 top : 30; /* newest leaf in it, as constraint + 1, without what leaves depend on */
	u32 a, b;     /* see DepKind */
	/* Each node hangs below its youngest part. A loop makes such chains as long as it runs, and
	 * whether a set is in the chain of another is asked all the time: some steps up are known. */
	u32 depth; /* of the chain above it */
	u32 jump;  /* a node further up; see far_above */
} DepNode;

/* The leaves of a node's closed set, as constraint + 1. The first 64 are known; of the others the
 * oldest, and since when there is no gap up to top: in a loop, each decision depends on the one
 * before. */
typedef struct DepLeaves {
	u64 low;   /* the first 64, as bits */
	u32 first; /* oldest of the others, 0: none */
	u32 since; /* all from here to top are in it; 0: top is one of the first 64 */
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
	DepJoin joins[256];    /* the latest, by hash: a loop joins the same sets again and again */
	u32 first;             /* oldest node of this run */
	bool once;             /* numbers are not used again by later runs, see check.c */
	bool statements;       /* sets have statements as well, so leaves do not say what is in them */
} DepGraph;

/* Whether runs are to be checked (check.c), and the end of one that failed. */
bool check_wanted(void);
_Noreturn void check_failed(const char *what, u64 which);

void dep_init(DepGraph *g);
void dep_free(DepGraph *g);
void dep_reset(DepGraph *g);
Dep dep_join(DepGraph *g, Dep a, Dep b);
/* Whether a set is in another one. Looks at a few nodes, so false may be wrong when a run has more
 * than 64 constraints. */
bool dep_within(const DepGraph *g, Dep part, Dep whole);
/* The same, of a join also by its two parts, which may have come to the other on different ways. */
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

/* Appends the constraints in the set, and in what they depend on, in the order in which they
 * are to be negated: before each one stands all it depends on, the newest dependence first
 * (the reordering that keeps an exploration by slices complete). What one call listed, the next
 * leaves out, so that several sets can be listed one after the other. */
typedef struct DepWalk {
	const DepGraph *g;
	VEC(u32) mark;  /* by node: frame that opened it, DONE: all of it is listed */
	VEC(u32) heaps; /* nodes still to be looked at, by frame; each a heap by top */
	VEC(u32) seen;  /* nodes that the frames at work have opened */
	VEC(DepFrame) frames;
	u32 serial; /* of the newest frame */
} DepWalk;

void dep_walk_begin(DepWalk *w, const DepGraph *g);
/* The graph has got more nodes. */
void dep_walk_grow(DepWalk *w);
void dep_walk_order(DepWalk *w, Dep set, DepList *out);
/* Appends the constraints of the set in the order of execution. */
void dep_walk_set(DepWalk *w, Dep set, DepList *out);
/* The same without what the constraints depend on themselves. */
void dep_walk_direct(DepWalk *w, Dep set, DepList *out);
/* Appends the statements in it. */
void dep_walk_statements(DepWalk *w, Dep set, DepList *out);
void dep_walk_free(DepWalk *w);

#endif
