/* diff.h: drift diff: compares the semantic signatures of two versions.
 *
 * A partition of a version is a set of inputs on which it does one thing, written over the input.
 * The explorer of pairs meets every overlap of a partition of OLD with one of NEW. Each overlap
 * becomes a row: its condition, what OLD does, what NEW does, and whether that is the same on all
 * of its inputs. Rows with the same two behaviours and the same answer are grouped.
 *
 * With a directory, each difference becomes a test that is confirmed natively (evidence/witness).
 * Without one, nothing is run natively and nothing is written. */
#ifndef DRIFT_DIFF_H
#define DRIFT_DIFF_H

#include "versions/verdict/comparison.h"

typedef struct Diff Diff;

typedef struct DiffConfig {
	ComparisonConfig comparison;
	bool all;         /* true: keep and print equal partitions, too */
	const char *dir;  /* of tests and result.json; NULL: none */
	bool unsafe;      /* run natively even without a sandbox */
	bool unconfirmed; /* do not run natively */
} DiffConfig;

Diff *diff_new(const DiffConfig *config, Err *err);
void diff_free(Diff *d);
bool diff_run(Diff *d, Err *err);
const Comparison *diff_comparison(const Diff *d);
/* Fills the result; call when the search has ended. The result borrows from the diff. */
void diff_fill(Diff *d, Result *r);

#endif
