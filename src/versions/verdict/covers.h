/* covers.h: what a verdict covers, and what it does not.
 *
 * `equivalent` is meaningful if inputs vary, if every change was executed or is proved to be
 * executed by no input of the shape, and if everything observable was compared. The result lists
 * each of these that is not true. If none of them is true, the verdict is vacuous. */
#ifndef DRIFT_COMPARISON_COVERS_H
#define DRIFT_COMPARISON_COVERS_H

#include "base/base.h"
#include "engine/machine/machine.h"

typedef struct Covers {
	VEC(char *) not_compared; /* what may differ unobserved */
	bool ran;                 /* true if there was a run */
	bool one_end;             /* true if every run of both versions ended in the same error */
	Outcome outcome;          /* that end: ERROR or SIGNAL */
	ErrorKind error;
	int status;
	char *location; /* location of the first */
	bool fixed;     /* true if no input varies */
	bool looked;    /* true if a run depends on what varies, or nobody can tell */
} Covers;

#endif
