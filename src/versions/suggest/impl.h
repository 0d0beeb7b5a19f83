/* impl.h: private to src/versions/suggest. */
#ifndef DRIFT_SUGGEST_IMPL_H
#define DRIFT_SUGGEST_IMPL_H

#include "versions/suggest/suggest.h"

/* Functions by their distance to some of them. Begin, add those with callers_from, then find. */
typedef struct Callers {
	const Program *p;
	u32 *distance; /* by function: calls from it to one of them; NO_OPERAND: none known */
	U32List queue;
} Callers;

void callers_begin(Callers *c, const Program *p);
void callers_from(Callers *c, u32 function);
void callers_find(Callers *c);
void callers_free(Callers *c);

#endif
