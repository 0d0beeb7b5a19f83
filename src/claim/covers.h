/* covers.h: what a verdict covers, and what it does not.
 *
 * `equivalent` says something when inputs vary, when every change was executed or is proved to be
 * executed by no input of the shape, and when everything that counts was compared. Whatever of
 * that does not hold is said beside it; where nothing of it holds, the verdict is vacuous.
 */
#ifndef DRIFT_CLAIM_COVERS_H
#define DRIFT_CLAIM_COVERS_H

#include "base/base.h"
#include "machine/machine.h"

typedef struct Covers {
	VEC(char *) not_compared; /* what may differ without being seen */
	bool ran;                 /* there was a run */
	bool one_end;             /* every run of both versions ended in the same error */
	Outcome outcome;          /* which: ERROR or SIGNAL */
	ErrorKind error;
	int status;
	char *place; /* of the first */
	bool fixed;  /* nothing in the inputs varies */
} Covers;

#endif
