/* lab.h: builds versions between OLD and NEW and runs them on one input, several at once.
 *
 * A separate process makes each version in its own directory, and writes its observation to a file.
 * Versions of trees are built one after the other, in one copy that is edited (tree.h).
 * Observations are kept: no version is built twice. The number of parallel builds does not affect
 * the observations. */
#ifndef DRIFT_BLAME_LAB_H
#define DRIFT_BLAME_LAB_H

#include "clients/blame/tree.h"
#include "evidence/native/program.h"

/* What is run of a version instead of its main: a call, or one function. */
typedef struct BlameTarget {
	void *ctx;
	/* Creates it below dir from a version's sources. *version is what to build then; or *native is
	 * the directory of a build.sh. The caller frees both. */
	bool (*make)(void *ctx, const char *sources, const char *cflags, const char *dir,
				 char **version, char **native, Err *err);
} BlameTarget;

typedef struct BlameConfig {
	const char *version[2];
	const char *cflags[2];    /* with the options that make __FILE__ the same */
	const char *given;        /* the part of OLD's that the user gave; NULL: none */
	const char *name;         /* argv[0] */
	const char *scratch;      /* directory for versions and builds; removed at the end */
	const NativeInput *input; /* what is run */
	u32 observe;              /* OBSERVE_*: what is compared */
	u32 first;   /* the part in which the difference is first observed, which is blamed; 0: all */
	u32 builds;  /* most versions to build */
	u32 jobs;    /* parallel builds */
	bool unsafe; /* run even without a sandbox */
	SourceTrees from;          /* for programs that were built */
	const BlameTarget *target; /* what to run of them; NULL: main */
	Budget *budget;            /* when to stop; or NULL */
} BlameConfig;

/* A version. */
typedef struct LabRequest {
	bool given;       /* true: OLD or NEW as given, see side; false: OLD with edits, see take */
	Side side;        /* of one that was given */
	const bool *take; /* a flag for each edit */
	bool level;       /* true: shared lines have the same number: see edits_write */
	Flavour flavour;
	u32 again; /* number of earlier observations to ignore */
} LabRequest;

typedef struct LabObservation {
	bool tried;             /* false: the time was up */
	bool built;             /* true if it can be built */
	bool ran;               /* true if seen is filled in */
	Buf said;               /* the compiler's message if it cannot be built; never empty then */
	Buf trouble;            /* one line, if it did not run */
	NativeObservation seen; /* what it did */
} LabObservation;

typedef struct Lab Lab;

/* Edits and configuration must outlive it. */
Lab *lab_new(const BlameConfig *config, const Edits *edits);
void lab_free(Lab *l); /* removes the scratch directory */
/* Makes those that are not known yet. */
void lab_try(Lab *l, const LabRequest *list, u32 n);
/* From now on, undefined symbols are replaced by stubs in versions between as well: OLD needs that
 * itself. */
void lab_lenient(Lab *l);
/* Returns the observation of one, which is made if necessary; the lab owns it. */
const LabObservation *lab_observe(Lab *l, const LabRequest *request);
/* Returns the number of versions made so far. */
u32 lab_made(const Lab *l);

#endif
