/* near.h: suggestions for mistyped words. */
#ifndef DRIFT_BASE_NEAR_H
#define DRIFT_BASE_NEAR_H

#include "base/base.h"

typedef struct Near {
	const char *word; /* as it was typed */
	size_t n;         /* its characters */
	const char *best; /* the candidate that is nearest; NULL: none is near */
	size_t cost;      /* its distance */
} Near;

/* Compares the word with a candidate, which must live as long as the result. The first of the nearest wins. */
void near_try(Near *near, const char *candidate);

#endif
