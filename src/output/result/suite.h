/* suite.h: what drift suite says of the tests of a suite. */
#ifndef DRIFT_RESULT_SUITE_H
#define DRIFT_RESULT_SUITE_H

#include "base/base.h"

typedef struct ResultSuiteTest {
	const char *text;        /* as it stands in the seeds: a line, or the name of a file */
	const char *open;        /* why nothing is known of it, or NULL */
	U32List changes;         /* that it executes, from 1, in order */
	bool differs;            /* true if the versions differ on it */
	bool confirmed;          /* true if native runs confirmed that */
	bool refuted;            /* true if they differ in the machine, and not natively */
	const char *unconfirmed; /* why no native run could confirm it, or NULL */
	u32 test;                /* its directory in DIR/suite/tests; 0: none */
	u32 semantic;            /* change that it shows, from 1; 0: none */
	U32List items;           /* partitions or branches that it meets, from 1 */
	bool selected;           /* true if it must run again */
	bool kept;               /* true if it is in the reduced suite */
	u32 rank;                /* place in the order, from 1 */
} ResultSuiteTest;

typedef struct ResultSuite {
	const char *seeds;
	const char *measure; /* output, change or coverage */
	VEC(ResultSuiteTest) tests;
	u32 items;    /* partitions or branches that the suite meets */
	u32 semantic; /* changes that the suite shows */
	bool exact;   /* true if no smaller subset meets the same items */
	u32 least;    /* no subset with fewer tests meets them */
	double bound; /* the reduced suite is at most so many times as large as a smallest one */
	double native_seconds; /* of native runs of its tests */
} ResultSuite;

void result_suite_free(ResultSuite *s);

#endif
