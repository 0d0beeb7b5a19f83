/* suggest.h: contracts proposed from what differs.
 *
 * A search without a contract collects the pairs of paths that differ. Pairs on which NEW stands in
 * one relation to OLD become one case: what relates them is its ensures, all their conditions
 * together its premise, said by as few of them as do. A proposal is text and nothing more: whoever
 * shows it checks it first, as if it had been written.
 */
#ifndef DRIFT_CHECK_SUGGEST_H
#define DRIFT_CHECK_SUGGEST_H

#include "claim/claim.h"

typedef struct Suggester Suggester;

Suggester *suggester_new(const ClaimConfig *config, Err *err);
bool suggester_run(Suggester *s, Err *err);
void suggester_free(Suggester *s);
/* How much is said of what differs. */
typedef enum SuggestHow {
	SUGGEST_RELATION, /* as much as is known */
	SUGGEST_CHANGES,  /* only that it changes */
	N_SUGGEST_HOWS
} SuggestHow;
/* A contract as a comment; false with why there is none. */
bool suggester_text(Suggester *s, SuggestHow how, Buf *to, Err *err);

#endif
