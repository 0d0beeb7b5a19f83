/* forgotten.h: the answer where nothing in the input varies.
 *
 * No difference on one input is no proof. Nobody means to compare on one input only, unless --one-input is
 * given: so the result says `no difference found`, never `equivalent`, and how to let the input vary. */
#ifndef DRIFT_FORGOTTEN_H
#define DRIFT_FORGOTTEN_H

#include "cli/pair.h"

/* Replaces the verdict and its sentence. */
void forgotten_mark(const PairJob *job, const ChangeMap *map, Result *r);

#endif
