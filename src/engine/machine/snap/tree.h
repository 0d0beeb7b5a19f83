/* tree.h: private to src/engine/machine/snap: the tree of snapshots, by the paths of their runs.
 *
 * A path consists of steps: constraints, and tests whether a byte was set. There is a root for
 * each shape. Each node has the steps since its parent. Where paths diverge there is a node,
 * with or without a state, so that no two siblings begin with the same step. Everything that a
 * run fixes is a step, and siblings are different results of one decision. So an input has at
 * most one path down, however many snapshots there are.
 */
#ifndef DRIFT_MACHINE_SNAP_TREE_H
#define DRIFT_MACHINE_SNAP_TREE_H

#include "engine/machine/snap.h"

typedef struct Snapshot Snapshot;

typedef struct SnapStep {
	Constraint c; /* unless it is a test of a rule */
	u32 rule;     /* rule of a test; 0: it is a constraint */
	bool set;     /* result of a test */
} SnapStep;

/* The path of a run so far. */
typedef struct SnapWay {
	const Constraint *c;
	u32 n;
	const SnapLook *looks;
	u32 n_looks;
} SnapWay;

struct Snapshot {
	Snapshot *parent;        /* NULL: a root */
	Snapshot *child;         /* one below it */
	Snapshot *next, *before; /* siblings */
	Snapshot *newer, *older; /* by use; only those with a state are in the list */
	VEC(SnapStep) since;     /* the parent's */
	u32 n, n_looks;          /* constraints and looks of the run before it */
	OsKept *os;              /* NULL: there is no state, and the following fields are not set */
	KeptMemory memory;
	KeptRun run;
	u64 met;   /* instructions before the first one that was taken with these constraints */
	u64 bytes; /* bytes that it takes alone */
	u64 path;  /* bytes that it and its ancestors took when it was made */
};

/* Returns the node of a run's path, starting at `at`; makes it if there is none. */
Snapshot *snap_location(Snapshot *at, SnapWay way);
/* Returns the deepest node with a state that the input of the run passes, or the root, with or
 * without a state. */
Snapshot *snap_find(Machine *m, Snapshot *root);
/* Removes nodes that are useless without x's state. */
void snap_prune(Snapshot *x);
/* Returns the nearest node at or above x that has a state, or the root. */
Snapshot *snap_with_state(Snapshot *x);
/* Returns the number of instructions of a run before it. */
u64 snap_reached(const Snapshot *x);
/* Returns true if a run may continue from its state: its limit is above these instructions. */
bool snap_serves(const Machine *m, const Snapshot *x);

#endif
