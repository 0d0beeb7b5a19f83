/* hypothesis.h: the differences between the two runs as possible causes.
 *
 * Comparing the recording with the failing run shows what differs. Each thing that differs (a file,
 * a variable, an address) is a hypothesis: replay all calls about it, and no others. causes.c tries
 * the hypotheses.
 */
#ifndef DRIFT_ENV_HYPOTHESIS_H
#define DRIFT_ENV_HYPOTHESIS_H

#include "env/locate/locate.h"

typedef struct Hypothesis {
	u32 call;           /* call that shows the difference */
	EnvDifference diff; /* as found in the traces */
	Buf here;           /* the answer here, if known */
	int score;          /* higher is likelier */
	i64 lack;           /* error for an exhausted resource, independent of the request; 0: none */
	CallList calls;     /* calls to replay */
} Hypothesis;

typedef VEC(Hypothesis *) Hypotheses;

/* Adds the hypotheses that are not in the list yet; returns how many it added. */
size_t hypotheses_add(const Locator *l, const Suspects *s, const Trace *bad, Hypotheses *list);
/* Sorts what the program is given at the start to the front, since it may explain later
 * differences; then by likelihood. Returns the size of that front part. */
size_t hypotheses_sort(const Locator *l, Hypotheses *list);
void hypotheses_free(Hypotheses *h);
void difference_copy(EnvDifference *to, const EnvDifference *from);

#endif
