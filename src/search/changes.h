/* changes.h: which changes the runs reach, and what comes of it.
 *
 * A change is a point in both versions. The machines watch the blocks that hold such points; after
 * each run it is known which changes were reached, in their order. Whether a change was executed,
 * and not only its block, is settled when the search is over (executed.c).
 */
#ifndef DRIFT_SEARCH_CHANGES_H
#define DRIFT_SEARCH_CHANGES_H

#include "subject/joint.h"
#include "version/version.h"

/* What became of a change. */
typedef struct ChangeState {
	bool reached;
	bool passed;     /* it was executed, not only the block it stands in */
	bool left;       /* the search ended without executing it */
	bool infected;   /* conditions or behaviours differed in a run that executed it */
	bool propagated; /* in a confirmed difference */
	u64 runs_to_reach;
	u32 silent_runs; /* kept for --why */
} ChangeState;

/* Watched blocks of one version and the changes that have points in them. */
typedef struct ChangeBlock {
	u32 function, block;
	u32 change;
	u32 first; /* instruction: the first point of the change in the block */
	u32 watch; /* number of the block for the machine */
	u32 place; /* number in Changes.places */
} ChangeBlock;

/* A function that a change has points in: an edited macro or type shows in several, and each is to
 * be reached. */
typedef struct ChangePlace {
	u32 change;
	u32 function; /* of NEW; what only OLD has is counted on from there */
	bool reached;
} ChangePlace;

/* A run that ended in the midst of a block that holds a change, perhaps in front of it. */
typedef struct Doubt {
	int side;
	u32 function, block;
	u32 change;
	u32 standing; /* frames that stood in front of the change at the end */
	KeptInput input;
} Doubt;

typedef struct Changes {
	ChangeMap *map;
	VEC(ChangeState) list;
	VEC(ChangeBlock) blocks[2];
	VEC(u32) executed; /* changes of the latest run, in order */
	VEC(ChangePlace) places;
	IntMap place_of; /* change and function -> number of the place + 1 */
	u32 epoch;       /* places reached so far */
	bool none;       /* no code changed: nothing needs to be run */
	VEC(Doubt) doubts;
} Changes;

struct Search;

bool changes_prepare(struct Search *search, Err *err);
/* The machines are told where changes are. */
void changes_watch(struct Search *search);
/* The points of all changes as targets of a condition. */
void changes_targets(struct Search *search, int side, Condition *c);
void changes_after_run(struct Search *search);
/* The versions did not do the same in the latest run. */
void changes_infected(struct Search *search);
u32 changes_reached(const struct Search *search);
/* Whether a run reached a change in a function of one version. */
bool changes_place_reached(const struct Search *search, int side, u32 change, u32 function);
void changes_free(Changes *c);

/* executed.c: changes that runs came to, and not only to their blocks. */
void executed_after_run(struct Search *search);
/* Once the search is over: reached is what was executed. */
void executed_settle(struct Search *search);

#endif
