/* aim.h: inputs aimed at parts of changes that no run has executed.
 *
 * A run that comes near such a part is done once more with dependences. Of every branch that could
 * have led there and did not, the decisions are known that it hangs on: itself, where the input
 * decides it; else (a length that is counted, a state that is kept) those in its slice. Turning one
 * of them round needs only what that decision depends on itself; everything else is left out of the
 * query and keeps the values it has. Such an input is run before the next of the queue. It
 * is a run as any other, so that the search stays as exhaustive as it is.
 */
#ifndef DRIFT_SEARCH_AIM_H
#define DRIFT_SEARCH_AIM_H

#include "search/search.h"

enum {
	AIM_STEP = 16, /* weight of a step of control dependence */
	AIM_MET = 255, /* in Aim.seen: a run did so */
};

/* A block that no run has executed: of a change, or one that uses what a change computes. */
typedef struct AimTarget {
	int side;
	u32 function, block;
	u32 watch;          /* number of the block for the machine, of a change */
	bool use;           /* not of a change; wanted once changes are executed and show nothing */
	Distance *distance; /* to it; NULL: not asked for so far */
	Later *later;       /* from where it may come; likewise */
	bool executed;
	bool aside; /* not aimed at from the run that is looked at */
} AimTarget;

/* A branch as a way to a target. */
typedef struct AimSite {
	u32 tries; /* inputs made for it since what it compares came nearer */
	u64 gap;   /* the least so far */
	bool met;
} AimSite;

/* A decision that is to be turned round. */
typedef struct AimFlip {
	u32 target;
	u32 site;
	u32 run;      /* where it was met: position in Aim.runs */
	u32 distance; /* of the branch from the target */
	u32 gap;      /* between what the branch compares, where it is none itself; below AIM_STEP */
	u32 order;    /* among those that the branch hangs on, newest first */
	u32 first, n; /* in Aim.conds: what it depends on */
	Expr goal;
	u64 key;   /* of goal and conditions */
	u8 effort; /* SolveEffort that it is asked with */
} AimFlip;

typedef struct Aim {
	bool ready[2];           /* the machine and its Static exist */
	bool off;                /* a machine could not be had */
	MachineRunner runner[2]; /* of tracking machines */
	Machine *m[2];           /* these */
	Static *statics[2];      /* of the subjects */
	DepWalk walk;
	DepList list;       /* scratch */
	DepList slice;      /* scratch */
	DepList whole;      /* scratch: what a branch depends on */
	VEC(u32) branch_of; /* by constraint of the run that is looked at: its branch, or NO_OPERAND */
	ExprList query;     /* scratch */
	Assignment input;
	VEC(AimTarget) targets;
	VEC(AimSite) sites;
	IntMap site_of;      /* target, function, instruction -> site + 1 */
	VEC(KeptInput) runs; /* inputs that were run */
	VEC(u32) pending;    /* runs that were not looked at */
	VEC(AimFlip) flips;
	ExprList conds;
	IntMap seen;            /* keys of what was met or tried -> 1 + effort, or AIM_MET */
	u64 work;               /* dependences visited for the run that is looked at */
	u64 all_work;           /* for those before it */
	u64 hard_work;          /* of the solver, on what took more than a little */
	u32 fruitless;          /* inputs since a target was executed */
	u32 turn;               /* proposals that could have been made */
	bool nearer;            /* what a branch compares came nearer in the latest runs */
	bool proposed;          /* the latest run was one of these */
	u64 queries, proposals; /* so far */
} Aim;

/* aim.c */
Aim *aim_new(Search *search); /* without targets */
void aim_free(void *aim);
/* Whether the target is still aimed at. */
bool aim_wants(const Search *search, const AimTarget *target);
/* The input is to be looked at; false: there are enough. */
bool aim_keep(Search *search, Aim *a, u32 shape, const Assignment *input);
/* An input for the cheapest decisions that are left; false: there is none. */
bool aim_next(Search *search, Aim *a, u32 *shape, Assignment *out);

/* aim_use.c: adds the blocks that use what changes compute. */
void aim_uses(Search *search, Aim *a);

/* aim_run.c: looks at a run for ways to the targets that are left. */
void aim_look(Search *search, Aim *a, u32 run);

#endif
