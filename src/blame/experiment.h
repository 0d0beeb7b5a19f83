/* experiment.h: which edits, put into OLD, make it fail as NEW does.
 *
 * Between OLD and NEW there are as many versions as there are sets of edits. Each that can be built
 * does on the input what OLD does, what NEW does, or something else. To blame is a set of edits
 * that makes OLD do what NEW does, while no set with one of them less does. It is found by delta
 * debugging: ever smaller pieces of a set that does it, and what is left without them.
 *
 * Edits that cannot be built alone stand and fall together with those they need: such a group is
 * one unit. A set of several units that do it together only is an interaction.
 *
 * How a version is made and run is the caller's: the search only sees its outcome, never asks twice
 * for the same set, and never takes a version that does something else for one that passes.
 */
#ifndef DRIFT_BLAME_EXPERIMENT_H
#define DRIFT_BLAME_EXPERIMENT_H

#include "base/base.h"

typedef enum TrialOutcome {
	TRIAL_OLD,     /* it does what OLD does */
	TRIAL_NEW,     /* what NEW does */
	TRIAL_OTHER,   /* something else */
	TRIAL_UNBUILT, /* it cannot be built */
	TRIAL_SKIPPED, /* there were enough builds */
} TrialOutcome;

/* What a version with these edits does; take has a flag for each edit. */
typedef TrialOutcome (*TrialRun)(void *arg, const bool *take);
/* These versions will probably be asked for: they may be made at once, beforehand. What comes of the
 * search is the same with and without. */
typedef void (*TrialAhead)(void *arg, const bool *const *takes, u32 n);

/* Edits that belong together. */
typedef struct EditUnits {
	u32 n_edits;
	u32 n;   /* units */
	u32 *of; /* by edit: its unit, 0, 1, ... in order of their first edits */
} EditUnits;

typedef struct BlameSet {
	VEC(u32) units;   /* ascending; with all of them OLD does as NEW, without any one it does not */
	VEC(u8) reverted; /* by unit: the TrialOutcome of NEW without it */
	bool smallest;    /* false: the builds ran out before it was shown to be so */
} BlameSet;

typedef struct Experiment {
	TrialRun run;
	TrialAhead ahead; /* or NULL */
	u32 at_once;      /* versions that it is told of at a time */
	void *arg;
	u32 most;   /* builds that may be made */
	bool first; /* one set suffices */
	u32 builds; /* made so far */
	VEC(BlameSet) sets;
	bool whole;   /* all edits put into OLD do what NEW does; if not, nothing is to be found */
	bool ran_out; /* of builds: there may be further sets */
	/* Private: outcomes by the set of units. */
	IntMap known;
} Experiment;

/* Every edit a unit of its own. */
void edit_units_alone(EditUnits *u, u32 n_edits);
/* The units of two edits become one; false: they were one already. */
bool edit_units_join(EditUnits *u, u32 a, u32 b);
void edit_units_free(EditUnits *u);

/* Fills e->sets, the first set found first. */
void experiment_run(Experiment *e, const EditUnits *u);
void experiment_free(Experiment *e);

#endif
