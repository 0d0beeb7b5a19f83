/* covers.h: what a verdict covers, and what it does not.
 *
 * `equivalent` says something when inputs vary, when every change was executed or is proved to be
 * executed by no input of the shape, and when everything that counts was compared. Whatever of
 * that does not hold is said beside it; where nothing of it holds, the verdict is vacuous.
 */
#ifndef DRIFT_TEST_COVERS_H
#define DRIFT_TEST_COVERS_H

#include "expr/expr.h"
#include "machine/machine.h"

/* Lists of a result, a line of text for each member. */
typedef enum CoverList {
	COVER_NOT_COMPARED, /* what may differ without being seen */
	COVER_WORLD,        /* what the runs took from the world around them as it is */
	N_COVER_LISTS
} CoverList;

/* A run that ended in the midst of a block that holds a change, perhaps in front of it. */
typedef struct Doubt {
	int side;
	u32 function, block;
	u32 change;
	u32 standing; /* frames that stood in front of the change at the end */
	u32 shape;
	u8 *packed; /* the input: see inputs_pack */
} Doubt;

typedef struct Covers {
	VEC(char *) list[N_COVER_LISTS];
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
