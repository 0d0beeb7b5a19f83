/* given.h: calls a function within a run of NEW's program. */
#ifndef DRIFT_CHECK_GIVEN_H
#define DRIFT_CHECK_GIVEN_H

#include "clients/check/checker.h"

enum { MOST_GIVEN = 60 }; /* arguments */

/* Globals and functions of the run's program in OLD and NEW, by number; NO_OPERAND: it has none. */
typedef struct GivenMap {
	u32 *globals[2], *functions[2];
} GivenMap;
GivenMap *given_map_new(const Checker *c, const Program *from);
void given_map_free(GivenMap *m);

/* A call that waits. */
typedef struct GivenCall {
	const Machine *from; /* its run; the innermost frame is that of the function */
	const GivenMap *map;
	const Shape *shape;
	char why[256]; /* why it cannot be reproduced; empty: it can */
} GivenCall;

/* Until given_end, runs of both versions begin like the call, whatever their input. */
void given_begin(Checker *c, GivenCall *g);
void given_end(Checker *c);
/* Call after a run: true if both versions began in the same state. */
bool given_fits(Checker *c, GivenCall *g);
/* Prints the arguments. */
void given_text(const Checker *c, const GivenCall *g, Buf *to);
/* If a type behind the arguments has different layouts in the versions, returns the field, to be
 * freed; NULL: none has. */
char *given_other_layout(const Checker *c);

#endif
