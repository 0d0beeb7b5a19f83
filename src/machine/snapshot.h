/* snapshot.h: runs that begin where an earlier one was.
 *
 * Runs of a search share beginnings: the start of the program, and the way to the decision that is
 * turned round. A machine that keeps snapshots copies its state at some words of a run. A later
 * input on which all constraints up to there hold goes on from the copy: what is plain is the same,
 * what has an expression is computed anew. So a run leaves behind what it would have left from the
 * beginning, instruction counts included.
 *
 * Only runs of main without tracking, traces or answers of the world as inputs. See
 * docs/design/snapshots.md.
 */
#ifndef DRIFT_MACHINE_SNAPSHOT_H
#define DRIFT_MACHINE_SNAPSHOT_H

#include "machine/symbolic.h"

/* From now on, in about so many bytes; 0: no more. After machine_set_pool. */
void machine_keep_snapshots(Machine *m, u64 bytes);
/* What the next run is on, until it ends; NULL: it begins at the beginning and leaves no snapshot.
 * Inputs of one shape differ in nothing but the values of variables. */
void machine_set_input(Machine *m, u32 shape, const Assignment *a);

typedef struct SnapshotStats {
	u64 taken, dropped;
	u64 resumed; /* runs that did not begin at the beginning */
	u64 skipped; /* instructions that these did not execute */
} SnapshotStats;
SnapshotStats machine_snapshot_stats(const Machine *m);

#endif
