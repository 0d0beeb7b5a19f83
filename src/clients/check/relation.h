/* relation.h: expresses how NEW's behaviour relates to OLD's on a pair of paths, as clauses of a
 * contract. */
#ifndef DRIFT_CHECK_RELATION_H
#define DRIFT_CHECK_RELATION_H

#include "versions/search/search.h"

typedef struct OldToNew {
	Buf when;    /* about OLD: when_signaled (...); each clause is a line */
	Buf says;    /* about NEW */
	Buf changes; /* the same, saying only what changes */
} OldToNew;

/* For the latest observed run. */
void relation_take(Search *search, OldToNew *out);
void relation_free(OldToNew *r);

#endif
