/* snapshot.h: starts runs from the state of an earlier run.
 *
 * Runs of a search share prefixes: the start of the program, and the path to the negated
 * decision. A machine that keeps snapshots copies its state at some bytecode instructions of a
 * run. A later input that satisfies all constraints up to there continues from the copy: plain
 * values are the same, values with an expression are recomputed. So a run leaves the same
 * results as if it had started from the beginning, including instruction counts.
 *
 * This works only for runs of main without tracking, traces or answers of the world as inputs.
 * See docs/design/snapshots.md.
 */
#ifndef DRIFT_MACHINE_SNAPSHOT_H
#define DRIFT_MACHINE_SNAPSHOT_H

#include "engine/machine/symbolic.h"

/* Keeps snapshots from now on, in about that many bytes; 0 stops. Call it after
 * machine_set_pool. */
void machine_keep_snapshots(Machine *m, u64 bytes);
/* Sets the input of the next run, until it ends. NULL: the run starts at the beginning and takes
 * no snapshot. Inputs of one shape differ only in the values of variables. */
void machine_set_input(Machine *m, u32 shape, const Assignment *a);

typedef struct SnapshotStats {
	u64 taken, dropped;
	u64 resumed; /* runs that started from a snapshot */
	u64 skipped; /* instructions that these skipped */
} SnapshotStats;
SnapshotStats machine_snapshot_stats(const Machine *m);

#endif
