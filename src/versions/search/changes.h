/* changes.h: which changes the runs reach, and with what effect.
 *
 * A change has points in both versions. The machines watch the blocks that contain such points.
 * After each run we know which changes were reached, in order. executed.c decides after the search
 * whether a change was executed, and not only its block. */
#ifndef DRIFT_SEARCH_CHANGES_H
#define DRIFT_SEARCH_CHANGES_H

#include "versions/prove/prove.h"
#include "versions/product/product.h"
#include "versions/changes/version.h"

/* The state of a change. */
typedef struct ChangeState {
	bool reached;
	bool passed;     /* true if it was executed, not only its block */
	bool left;       /* true if the search ended without executing it */
	bool infected;   /* true if conditions or behaviours differed in a run that executed it */
	bool propagated; /* true if it was executed in a confirmed difference */
	u64 runs_to_reach;
} ChangeState;

/* Watched blocks of one version and the changes that have points in them. */
typedef struct ChangeBlock {
	u32 function, block;
	u32 change;
	u32 first;    /* instruction: the first point of the change in the block */
	u32 watch;    /* number of the block for the machine */
	u32 location; /* index in Changes.locations */
} ChangeBlock;

/* A function that a change has points in. An edited macro or type shows in several, and the search
 * tries to reach each. */
typedef struct ChangeLocation {
	u32 change;
	u32 function; /* of NEW; functions that only OLD has are numbered after them */
	bool reached;
} ChangeLocation;

/* A run that ended within a block that contains a change, perhaps before the change. */
typedef struct Doubt {
	int side;
	u32 function, block;
	u32 change;
	u32 standing; /* frames that were before the change at the end */
	KeptInput input;
} Doubt;

typedef struct Changes {
	ChangeMap *map;
	VEC(ChangeState) list;
	VEC(ChangeBlock) blocks[2];
	U32List executed; /* changes of the latest run, in order */
	VEC(ChangeLocation) locations;
	IntMap location_of; /* change and function -> 1 + number of the location */
	u32 epoch;          /* locations reached so far */
	bool none;          /* true if no code changed: nothing needs to be run */
	Proofs *proofs;     /* changes that are refactorings; NULL: not asked for */
	bool proved;        /* true if that shows that both versions do the same on every input */
	VEC(Doubt) doubts;
} Changes;

struct Search;

bool changes_prepare(struct Search *search, Err *err);
/* Makes the machines watch the changes. */
void changes_watch(struct Search *search);
/* Adds the points of all changes as targets of a condition. */
void changes_targets(struct Search *search, int side, Condition *c);
void changes_after_run(struct Search *search);
/* True if the latest run executed code that is not in both versions: a point of OLD, or one of NEW
 * that is more than the location of something that only OLD has. */
bool changes_executed_really(const struct Search *search);
/* Records that the versions differed in the latest run. */
void changes_infected(struct Search *search);
u32 changes_reached(const struct Search *search);
/* True if a run reached a change in a function of one version. */
bool changes_location_reached(const struct Search *search, int side, u32 change, u32 function);
/* With --entry: true if initial contents of globals changed. Memory after the call may show them though
 * no instruction read them. */
bool changes_in_data(const struct Search *search);
/* True if the versions may do something different in the latest run: it executed a change, or by
 * change, the function shows one in every run. */
bool changes_may_show(const struct Search *search);
void changes_free(Changes *c);

/* executed.c: distinguishes runs that executed a change from runs that only reached its block. */
void executed_after_run(struct Search *search);
/* Call when the search is over: reduces reached to what was executed. */
void executed_settle(struct Search *search);
/* Marks changes that the search ended without executing: see ChangeState.left. */
void executed_leave(struct Search *search);

#endif
