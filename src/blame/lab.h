/* lab.h: versions between OLD and NEW, built and run on one input, several at once.
 *
 * Each version is made in a directory of its own by a process of its own, which leaves what it saw in
 * a file. Versions of trees are built one after the other, in one copy that is edited (tree.h). What was seen of a version is kept: nobody builds it twice. How many are made at once says
 * nothing about what is seen.
 */
#ifndef DRIFT_BLAME_LAB_H
#define DRIFT_BLAME_LAB_H

#include "blame/tree.h"
#include "native/program.h"

/* What is run of a version where that is not its main: a call, or one function. */
typedef struct BlameTarget {
	void *ctx;
	/* Makes it below dir of a version's sources. *version is what is to be built then; or *native is
	 * the directory of a build.sh. Both are to be freed. */
	bool (*make)(void *ctx, const char *sources, const char *cflags, const char *dir,
				 char **version, char **native, Err *err);
} BlameTarget;

typedef struct BlameConfig {
	const char *version[2];
	const char *cflags[2];    /* with what makes __FILE__ the same */
	const char *given;        /* of OLD's, what the user gave; NULL: nothing */
	const char *name;         /* argv[0] */
	const char *scratch;      /* directory for versions and builds; removed at the end */
	const NativeInput *input; /* what is run */
	u32 see;                  /* SEE_*: what counts */
	u32 first;   /* of that, what the difference is first seen in: it is what is blamed; 0: all */
	u32 builds;  /* that may be made */
	u32 jobs;    /* at once */
	bool unsafe; /* run even without a sandbox */
	SourceTrees from;          /* of programs that were built */
	const BlameTarget *target; /* what is run of them; NULL: main */
	Budget *budget;            /* when to stop; or NULL */
} BlameConfig;

/* A version. */
typedef struct LabWish {
	bool given;       /* one of the two as it was given: side; else OLD with some edits: take */
	Side side;        /* of one that was given */
	const bool *take; /* a flag for each edit */
	bool level;       /* lines that are in both have one number: see edits_write */
	Flavour flavour;
	u32 again; /* so many times before: what was seen then is not taken for it */
} LabWish;

typedef struct LabSeen {
	bool tried;      /* false: the time was up */
	bool built;      /* it can be built */
	bool ran;        /* seen is filled in */
	Buf said;        /* by the compiler, of what cannot be built; never empty then */
	Buf trouble;     /* one line; of what did not run */
	NativeSeen seen; /* what it did */
} LabSeen;

typedef struct Lab Lab;

/* Edits and configuration must live as long as it. */
Lab *lab_new(const BlameConfig *config, const Edits *edits);
void lab_free(Lab *l); /* removes the scratch directory */
/* Makes those that are not known so far. */
void lab_try(Lab *l, const LabWish *list, u32 n);
/* From now on, what nobody defines is put in its place in versions between as well: OLD needs that
 * itself. */
void lab_lenient(Lab *l);
/* What is known of one, which is made if need be; belongs to the lab. */
const LabSeen *lab_see(Lab *l, const LabWish *wish);
/* Versions that were made so far. */
u32 lab_made(const Lab *l);

#endif
