/* blame.h: blame by experiment: builds versions between OLD and NEW and runs them natively.
 *
 * Subsets of the edits between the sources (edits.h) are applied to OLD. Each version is built and
 * run on the input to see whether it does as OLD or as NEW (experiment.h). That needs sources of
 * both: either the versions are sources, or the user names the trees they were built from, and the
 * build command. */
#ifndef DRIFT_BLAME_BLAME_H
#define DRIFT_BLAME_BLAME_H

#include "clients/blame/experiment.h"
#include "clients/blame/lab.h"

typedef struct Blame {
	Edits edits;
	EditUnits units;
	Experiment trials;
	bool sanitized;  /* true if the difference is a sanitizer's report */
	bool unnumbered; /* true if line numbers in their outputs were made equal */
	bool unsteady;   /* true if NEW does not do the same twice */
	u32 checks;      /* checks whether edits compile alone */
	u32 made;        /* versions that were built, or failed to build */
} Blame;

/* Returns false with one line in err if there are no sources, they cannot be built, or natively the
 * versions do the same on this input. */
bool blame_find(const BlameConfig *config, Blame *b, Err *err);
void blame_free(Blame *b);
/* "h2 at parse.c:41", or "h2+h5 at parse.c:41, parse.h:3" of a unit. */
void blame_unit(const Blame *b, u32 unit, Buf *to);

#endif
