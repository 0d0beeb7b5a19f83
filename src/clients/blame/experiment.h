/* experiment.h: finds edits that, applied to OLD, make it fail as NEW does.
 *
 * Every set of edits is a version between OLD and NEW. Each version that can be built does on the
 * input what OLD does, what NEW does, or something else. We blame a set of edits that makes OLD do
 * what NEW does, while no set with one of them less does. Delta debugging finds it: it tries ever
 * smaller parts of such a set, and their complements.
 *
 * An edit that cannot be built alone is grouped with those it needs: such a group is one unit. A
 * set of several units that only together have the effect is an interaction.
 *
 * The caller makes and runs versions. The search only sees the outcome, never asks twice for the
 * same set, and never treats a version that does something else as one that passes. */
#ifndef DRIFT_BLAME_EXPERIMENT_H
#define DRIFT_BLAME_EXPERIMENT_H

#include "base/base.h"

typedef enum TrialOutcome {
	TRIAL_OLD,     /* it does what OLD does */
	TRIAL_NEW,     /* what NEW does */
	TRIAL_OTHER,   /* something else */
	TRIAL_UNBUILT, /* it cannot be built */
	TRIAL_SKIPPED, /* the number of builds was used up */
} TrialOutcome;

/* Returns what a version with these edits does; take has a flag for each edit. */
typedef TrialOutcome (*TrialRun)(void *arg, const bool *take);
/* Announces versions that will probably be asked for, so that they can be built in parallel. The
 * result of the search is the same with and without. */
typedef void (*TrialAhead)(void *arg, const bool *const *takes, u32 n);

/* Edits that belong together. */
typedef struct EditUnits {
	u32 n_edits;
	u32 n;   /* units */
	u32 *of; /* by edit: its unit, 0, 1, ... in order of their first edits */
} EditUnits;

typedef struct BlameSet {
	VEC(u32) units;   /* ascending; a minimal set with which OLD does as NEW */
	VEC(u8) reverted; /* by unit: the TrialOutcome of NEW without it */
	bool smallest;    /* false: the builds ran out before it was proved minimal */
} BlameSet;

typedef struct Experiment {
	TrialRun run;
	TrialAhead ahead; /* or NULL */
	u32 at_once;      /* versions that it is given at a time */
	void *arg;
	u32 most;   /* builds that may be made */
	bool first; /* true: stop at the first set */
	u32 builds; /* made so far */
	VEC(BlameSet) sets;
	bool whole;   /* true if all edits together do what NEW does; if not, no set does */
	bool ran_out; /* true if builds ran out: there may be further sets */
	/* Private: outcomes by the set of units. */
	KeyMap known;
} Experiment;

/* Makes every edit a unit of its own. */
void edit_units_alone(EditUnits *u, u32 n_edits);
/* Joins the units of two edits; returns false if they were one already. */
bool edit_units_join(EditUnits *u, u32 a, u32 b);
void edit_units_free(EditUnits *u);

/* Fills e->sets, in order of discovery. */
void experiment_run(Experiment *e, const EditUnits *u);
void experiment_free(Experiment *e);

#endif
