/* diff.h: drift diff: the semantic signatures of two versions side by side.
 *
 * A partition of a version is a set of inputs on which it does one thing, written over the input.
 * The explorer of pairs meets every overlap of a partition of OLD with one of NEW; here each of
 * them becomes a row: its condition, what OLD does, what NEW does, and whether that is the same on
 * all of its inputs. Rows with the same two behaviours and the same answer stand together.
 *
 * Nothing is run natively and nothing is written: the tests are drift test's.
 */
#ifndef DRIFT_DIFF_H
#define DRIFT_DIFF_H

#include "claim/claim.h"

typedef struct Diff Diff;

/* all: equal partitions are kept and shown one by one, too. */
Diff *diff_new(const ClaimConfig *config, bool all, Err *err);
void diff_free(Diff *d);
bool diff_run(Diff *d, Err *err);
const Claim *diff_claim(const Diff *d);
/* What was found, once the search has ended. The result borrows from the diff. */
void diff_fill(Diff *d, Result *r);

#endif
