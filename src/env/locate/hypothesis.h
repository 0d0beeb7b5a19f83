/* hypothesis.h: the differences of the two runs as possible causes.
 *
 * What differs between the recording and the failing run is known after one look at both. Each
 * thing that differs (a file, a variable, an address) is a hypothesis: replay all calls about it,
 * and only these. causes.c tries them.
 */
#ifndef DRIFT_ENV_HYPOTHESIS_H
#define DRIFT_ENV_HYPOTHESIS_H

#include "env/locate/locate.h"

typedef struct Hypothesis {
	u32 call;           /* that shows the difference */
	EnvDifference diff; /* as the traces have it */
	Buf here;           /* the answer here, if it is known */
	int score;          /* higher is likelier */
	i64 lack;       /* error that says that something has run out, whatever is asked for; 0: none */
	CallList calls; /* to replay */
} Hypothesis;

typedef VEC(Hypothesis *) Hypotheses;

/* Adds what is not known yet; how much that is. */
size_t hypotheses_add(const Locator *l, const Suspects *s, const Trace *bad, Hypotheses *list);
/* What the program is given comes first, since it may explain what it finds later; then the
 * likeliest. How many are of the first kind. */
size_t hypotheses_sort(const Locator *l, Hypotheses *list);
void hypotheses_free(Hypotheses *h);
void difference_copy(EnvDifference *to, const EnvDifference *from);

#endif
