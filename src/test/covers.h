/* covers.h: what a verdict covers, and what it does not.
 *
 * `equivalent` says something when inputs vary, when every change was executed or is proved to be
 * executed by no input of the shape, and when everything that counts was compared. Whatever of
 * that does not hold is said beside it; where nothing of it holds, the verdict is vacuous.
 */
#ifndef DRIFT_TEST_COVERS_H
#define DRIFT_TEST_COVERS_H

#include "input/inputs.h"
#include "machine/machine.h"

/* A run that ended in the midst of a block that holds a change, perhaps in front of it. */
typedef struct Doubt {
	int side;
	u32 function, block;
	u32 change;
	u32 standing; /* frames that stood in front of the change at the end */
	KeptInput input;
} Doubt;

typedef struct Covers {
	VEC(char *) not_compared; /* what may differ without being seen */
	VEC(Doubt) doubts;
	bool ran;        /* there was a run */
	bool one_end;    /* every run of both versions ended in the same error */
	Outcome outcome; /* which: ERROR or SIGNAL */
	ErrorKind error;
	int status;
	char *place; /* of the first */
	bool fixed;  /* nothing in the inputs varies */
} Covers;

#endif
