/* given.h: calls of a function in the midst of a run of NEW's program. */
#ifndef DRIFT_CHECK_GIVEN_H
#define DRIFT_CHECK_GIVEN_H

#include "check/checker.h"

enum { MOST_GIVEN = 60 }; /* arguments */

/* Globals and functions of the run's program in OLD and NEW, by number; NO_OPERAND: there is none. */
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
	char why[256]; /* it cannot be given; empty: it can */
} GivenCall;

/* Until given_end, runs of both versions begin as the call does, whatever their input. */
void given_begin(Checker *c, GivenCall *g);
void given_end(Checker *c);
/* After a run: whether both versions were given the same. */
bool given_fits(Checker *c, GivenCall *g);
/* The arguments. */
void given_text(const Checker *c, const GivenCall *g, Buf *to);
/* A type that the arguments lead to has another layout in both versions: which field; to be freed.
 * NULL: none has. */
char *given_other_layout(const Checker *c);

#endif
