/* suggest.h: proposes contracts from differences.
 *
 * A search without a contract collects the pairs of paths that differ. Pairs with the same relation
 * of NEW to OLD become one case: the relation is its ensures clause, and the disjunction of their
 * conditions is its premise, written with as few of them as suffice. A proposal is only text: the
 * caller checks it before showing it, as if a person had written it. */
#ifndef DRIFT_CHECK_SUGGEST_H
#define DRIFT_CHECK_SUGGEST_H

#include "versions/verdict/comparison.h"

typedef struct Suggester Suggester;

Suggester *suggester_new(const ComparisonConfig *config, Err *err);
bool suggester_run(Suggester *s, Err *err);
void suggester_free(Suggester *s);
/* How precise the proposal is. */
typedef enum SuggestHow {
	SUGGEST_RELATION, /* as precise as possible */
	SUGGEST_CHANGES,  /* says only that it changes */
	N_SUGGEST_HOWS
} SuggestHow;
/* Writes a contract as a comment; returns false with the reason if there is none. */
bool suggester_text(Suggester *s, SuggestHow how, Buf *to, Err *err);

#endif
