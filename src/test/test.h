/* test.h: drift test: inputs on which two versions of a program behave differently.
 *
 * On every new pair of paths the two behaviours (behaviour.h) are compared as expressions. Where
 * they are not the same, the solver looks for an input on which they differ. Differences
 * with the same pair of symbolic behaviours are one group: one semantic change, one test.
 * What is found is confirmed natively in a sandbox (confirm.h) before it is reported.
 *
 * The caller owns subjects, inputs and pool and keeps them until tester_free.
 */
#ifndef DRIFT_TEST_H
#define DRIFT_TEST_H

#include "blame/tree.h"
#include "claim/claim.h"

typedef struct TestConfig {
	ClaimConfig claim;
	const char *dir;     /* of tests and result.json */
	u64 stop_after;      /* groups; 0 = all there are */
	bool all;            /* a test for every pair of paths that differs, not one for each group */
	bool unsafe;         /* confirm also where there is no sandbox */
	bool unconfirmed;    /* report without running natively */
	const Start *accept; /* inputs of accepted tests: their groups do not count */
	const char *const *accept_names; /* of each: its directory */
	size_t n_accept;
	const char *baseline;     /* file of differences that are meant, by id; NULL: none */
	bool why;                 /* keep runs whose effect does not show, to explain them */
	bool interactions;        /* say which changes are needed together */
	const SourceTrees *trees; /* where versions between OLD and NEW come from */
	u32 builds;               /* of them that may be made */
	double until;             /* when that must be done, as now_seconds has it; 0: none */
	FILE *progress;           /* differences as they are found; NULL: none */
	Subject *golden;          /* a third version, which is right; NULL: none */
	const char *golden_cmd;   /* or a command; NULL: none */
} TestConfig;

typedef struct Tester Tester;

/* Makes the directory, if there is one, and runs accepted tests. */
Tester *tester_new(const TestConfig *config, Err *err);
void tester_free(Tester *t);
bool tester_run(Tester *t, Err *err);
const Claim *tester_claim(const Tester *t);
/* With a golden version: all differences are progress. */
bool tester_all_progress(const Tester *t);
/* What changed, before the search. */
void tester_changes(Tester *t, FILE *to);
/* What was found, once the search has ended. The result borrows from the tester. False: with
 * config.why, where effects ended could not be said of all changes. */
bool tester_fill(Tester *t, Result *r, Err *err);
/* The input of a difference, by its position in the result; returns its shape. */
u32 tester_input(const Tester *t, size_t difference, Assignment *a);
/* result.json in the directory. */
bool tester_save(Tester *t, const Result *r, Err *err);

#endif
