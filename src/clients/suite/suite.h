/* suite.h: drift suite: what an existing suite of tests says about a change.
 *
 * Each test of --seeds runs in both versions. We learn which changes it executes, whether the versions
 * differ on it, and which items it meets: its partition by output or by change, or the branches that it
 * takes. A selection keeps the tests that must run again, an order puts those first that are likely to
 * differ, a reduction keeps a smallest subset that meets the same items (reduce.h). The tests that are
 * missing come from drift test, which skips what the suite covers (suite_covers).
 *
 * The caller owns subjects, inputs and pool and keeps them until suite_free. */
#ifndef DRIFT_SUITE_H
#define DRIFT_SUITE_H

#include "output/result/suite.h"
#include "versions/verdict/comparison.h"

typedef enum SuiteMeasure {
	SUITE_OUTPUT,   /* partitions by output: relevant-slice conditions of both versions */
	SUITE_CHANGE,   /* partitions by change, of tests that execute one */
	SUITE_COVERAGE, /* blocks and branches of NEW */
	N_SUITE_MEASURES
} SuiteMeasure;

extern const char *const suite_measures[N_SUITE_MEASURES];

typedef struct SuiteConfig {
	SearchConfig search; /* strategy is set by the measure */
	SuiteMeasure measure;
	const char *seeds; /* as the user named it */
	const char *dir;   /* of the lists; tests that differ are in DIR/suite */
	bool unsafe;       /* true: confirm even without a sandbox */
	bool unconfirmed;  /* true: report without running natively */
	bool overflow;     /* true: signed overflow in one version only is a difference */
	FILE *status;      /* a terminal that shows a status line, or NULL */
} SuiteConfig;

typedef struct Suite Suite;

Suite *suite_new(const SuiteConfig *config, Err *err);
void suite_free(Suite *s);
/* Runs the tests, and chooses. Tests that there was no time for are in the selection. */
bool suite_run(Suite *s, Err *err);
/* The starts whose semantic changes the suite covers: one of each. They belong to the inputs. */
typedef struct SuiteCovered {
	VEC(Start) starts;
	VEC(const char *) names; /* the tests, as they stand in the seeds */
} SuiteCovered;
void suite_covers(const Suite *s, SuiteCovered *to);
/* Adds the suite to a result of drift test, and makes it one of drift suite. */
void suite_fill(const Suite *s, Result *r);
/* True if native runs showed a difference of a test; or the machine, if nothing runs natively. */
bool suite_differs(const Suite *s);
/* Writes the lists: selected, ordered, reduced. */
bool suite_write(const Suite *s, Err *err);

#endif
