/* watch.h: private to src/engine/machine: the part of snapshots that is in the machine.
 *
 * Before each bytecode instruction that is not executed at full speed, the interpreter asks
 * SnapWatch whether to take a snapshot there. The snapshots themselves are in a separate store
 * (snap.h).
 */
#ifndef DRIFT_MACHINE_SNAP_WATCH_H
#define DRIFT_MACHINE_SNAP_WATCH_H

#include "base/base.h"

/* Memory of a snapshot: groups of blocks that it shares with others, by zone (snap/blocks.c). */
typedef struct SnapBlock SnapBlock;
typedef struct SnapGroup SnapGroup;
typedef struct SnapChunk SnapChunk;
typedef struct SnapBlocks {
	VEC(SnapGroup *) zones[3]; /* globals, stack, heap */
	u64 n;                     /* blocks */
} SnapBlocks;

/* Memory for parts of snapshots: its source, and freed parts for reuse. */
typedef struct SnapSpare {
	Arena room;
	SnapBlock *blocks;
	SnapGroup *groups;
	SnapChunk *chunks;
} SnapSpare;

/* When the interpreter is to take a snapshot (snap.h). */
typedef struct SnapWatch {
	struct Snapshots *store; /* NULL: none are kept */
	struct SnapRules *rules; /* likewise */
	SnapBlocks base;         /* since when changes of memory are noted */
	SnapSpare spare;
	bool unwiped; /* true if memory is to be reset, but is not yet */
	u64 points;   /* instructions of this run at which one could have been taken */
	u64 point_at; /* the one at which to take it; 0: none */
	u64 due;      /* or when so many instructions were executed */
} SnapWatch;

#endif
