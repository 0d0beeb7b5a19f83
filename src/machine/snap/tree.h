/* tree.h: private to src/machine/snap: snapshots by the ways of the runs that took them.
 *
 * A way is steps: constraints, and looks at whether a byte was set. Below a root for each shape, each
 * node has the steps since the one above. Where ways part there is a node, with a state or without,
 * so that no two nodes side by side begin with the same step. All that a run fixes is a step: side by
 * side are the outcomes of one decision. So an input has at most one way down, however many snapshots
 * there are.
 */
#ifndef DRIFT_MACHINE_SNAP_TREE_H
#define DRIFT_MACHINE_SNAP_TREE_H

#include "machine/snap.h"

typedef struct Snapshot Snapshot;

typedef struct SnapStep {
	Constraint c; /* unless it is a look */
	u32 rule;     /* of a look; 0: it is a constraint */
	bool set;     /* of a look */
} SnapStep;

/* Of a run, up to now. */
typedef struct SnapWay {
	const Constraint *c;
	u32 n;
	const SnapLook *looks;
	u32 n_looks;
} SnapWay;

struct Snapshot {
	Snapshot *parent;        /* NULL: a root */
	Snapshot *child;         /* one below it */
	Snapshot *next, *before; /* beside it */
	Snapshot *newer, *older; /* by use; only those with a state are in the list */
	VEC(SnapStep) since;     /* the parent's */
	u32 n, n_looks;          /* constraints and looks of the run before it */
	OsKept *os;              /* NULL: it has no state, and what follows is not set */
	KeptMemory memory;
	KeptRun run;
	u64 met;   /* instructions before the first one that was taken with these constraints */
	u64 bytes; /* that it takes by itself */
	u64 path;  /* that it and those above it took when it was made */
};

/* The node of a run's way, which goes on from at; made if there is none. */
Snapshot *snap_place(Snapshot *at, SnapWay way);
/* The deepest node with a state that the input of the run passes, or the root, with one or without. */
Snapshot *snap_find(Machine *m, Snapshot *root);
/* What says nothing without x's state goes. */
void snap_prune(Snapshot *x);
/* The nearest at or above x that has a state, or the root. */
Snapshot *snap_with_state(Snapshot *x);
/* Instructions of a run before it. */
u64 snap_reached(const Snapshot *x);
/* Whether a run may go on from its state: it may have more instructions than these. */
bool snap_serves(const Machine *m, const Snapshot *x);

#endif
