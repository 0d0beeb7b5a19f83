/* relation.h: how NEW's behaviour relates to OLD's on a pair of paths, as clauses of a contract. */
#ifndef DRIFT_CHECK_RELATION_H
#define DRIFT_CHECK_RELATION_H

#include "search/search.h"

typedef struct OldToNew {
	Buf when;    /* about OLD: when_signaled (...); each clause is a line */
	Buf says;    /* about NEW */
	Buf changes; /* the same without more than what changes */
} OldToNew;

/* Of the run that was looked at last. */
void relation_take(Search *search, OldToNew *out);
void relation_free(OldToNew *r);

#endif
