/* aim.h: inputs aimed at parts of changes that no run has executed.
 *
 * A run that comes near such a part is repeated with dependence tracking. For every branch that
 * could have led there and did not, we collect the decisions it depends on: the branch itself if
 * the input decides it; else (a counted length, a stored state) the decisions in its slice.
 * Negating one of them needs only the decisions it depends on itself. Everything else is left out
 * of the query and keeps its values. Such an input is run before the next one of the queue. It is a
 * run like any other, so the search stays exhaustive. */
#ifndef DRIFT_SEARCH_AIM_H
#define DRIFT_SEARCH_AIM_H

#include "versions/search/impl.h"

enum {
	AIM_STEP = 16, /* weight of a step of control dependence */
	AIM_MET = 255, /* in Aim.seen: a run did so */
};

/* A block that no run has executed: of a change, or one that uses a value a change computes. */
typedef struct AimTarget {
	int side;
	u32 function, block;
	u32 watch;          /* number of the block for the machine, of a change */
	bool use;           /* true if not of a change; wanted if executed changes show nothing */
	Distance *distance; /* to it; NULL: not computed yet */
	Later *later;       /* code from which it can be reached; likewise */
	bool executed;
	bool aside; /* true if it is skipped for the current run */
} AimTarget;

/* A branch on the path to a target. */
typedef struct AimSite {
	u32 tries; /* inputs made for it since its operands last came nearer to each other */
	u64 gap;   /* the least so far */
	bool met;
} AimSite;

/* A decision to negate. */
typedef struct AimFlip {
	u32 target;
	u32 site;
	u32 run;      /* the run it was met in: index in Aim.runs */
	u32 distance; /* distance of the branch from the target */
	u32 gap;      /* between the operands of the branch, if it is no decision; below AIM_STEP */
	u32 order;    /* among the decisions that the branch depends on, newest first */
	u32 first, n; /* range in Aim.conds: what it depends on */
	Expr goal;
	u64 key;   /* number of the other conditions << 32 | goal */
	u8 effort; /* SolveEffort of the query */
} AimFlip;

/* What looks have cost. */
typedef struct AimWork {
	u64 run;    /* dependences visited for the current run */
	u64 all;    /* for the runs before it */
	u64 looked; /* instructions of runs with dependences */
} AimWork;

typedef struct Aim {
	bool ready[2];           /* true if the machine and its Static exist */
	bool off;                /* true if a machine could not be created */
	MachineRunner runner[2]; /* of tracking machines */
	Machine *m[2];           /* these */
	Static *statics[2];      /* of the subjects */
	DepWalk walk;
	DepList list;       /* scratch */
	DepList slice;      /* scratch */
	DepList whole;      /* scratch: what a branch depends on */
	VEC(u32) branch_of; /* by constraint of the current run: its branch, or NO_OPERAND */
	ExprList query;     /* scratch */
	Assignment input;
	VEC(AimTarget) targets;
	VEC(AimSite) sites;
	KeyMap site_of;      /* target, function, instruction -> site */
	VEC(KeptInput) runs; /* inputs that were run */
	VEC(u32) pending;    /* runs that were not analysed yet */
	VEC(AimFlip) flips;
	ExprList conds;
	KeyMap contexts; /* conditions that a branch depends on -> number */
	IntMap seen;     /* keys of what was met or tried -> 1 + effort, or AIM_MET */
	AimWork work;
	u64 hard_work;          /* solver work on queries above the lowest effort */
	u32 fruitless;          /* inputs since a target was last executed */
	u32 turn;               /* proposals that could have been made */
	bool nearer;            /* true if the operands of a branch came nearer in the latest runs */
	bool proposed;          /* true if the latest run was one of these */
	u64 queries, proposals; /* so far */
} Aim;

/* aim.c */
Aim *aim_new(Search *search); /* without targets */
void aim_free(void *aim);
/* True if the target is still wanted. */
bool aim_wants(const Search *search, const AimTarget *target);
/* Keeps the input for analysis; returns false if there are enough. */
bool aim_keep(Search *search, Aim *a, u32 shape, const Assignment *input);
/* Returns an input for the cheapest decision that is left; false: there is none. */
bool aim_next(Search *search, Aim *a, u32 *shape, Assignment *out);

/* aim_use.c: adds the blocks that use values computed by changes. */
void aim_uses(Search *search, Aim *a);

/* aim_run.c: searches a run for paths to the remaining targets. */
void aim_look(Search *search, Aim *a, u32 run);

#endif
