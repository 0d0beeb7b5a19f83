/* blame.h: blame by experiment: versions between OLD and NEW, built and run natively.
 *
 * The edits between the sources (edits.h) are put into OLD in subsets, and each version is built and
 * run on the input to see whether it does as OLD or as NEW (experiment.h). Needs sources of both:
 * either the versions are sources, or the trees are known that they were built from, and how.
 */
#ifndef DRIFT_BLAME_BLAME_H
#define DRIFT_BLAME_BLAME_H

#include "blame/experiment.h"
#include "blame/lab.h"

typedef struct Blame {
	Edits edits;
	EditUnits units;
	Experiment trials;
	bool sanitized;  /* what differs is what a sanitizer says */
	bool unnumbered; /* numbers of lines in what they put out were made the same */
	bool unsteady;   /* NEW does not do the same twice */
	u32 checks;      /* of whether edits compile alone */
	u32 made;        /* versions that were built, or tried to be */
} Blame;

/* False with one line in err: there are no sources, they cannot be built, or natively the versions
 * do the same on this input. */
bool blame_find(const BlameConfig *config, Blame *b, Err *err);
void blame_free(Blame *b);
/* "h2 at parse.c:41", or "h2+h5 at parse.c:41, parse.h:3" of a unit. */
void blame_unit(const Blame *b, u32 unit, Buf *to);

#endif
