/* impl.h: private to src/clients/suite. */
#ifndef DRIFT_SUITE_IMPL_H
#define DRIFT_SUITE_IMPL_H

#include "clients/suite/reduce.h"
#include "clients/suite/suite.h"
#include "evidence/witness/witness.h"

/* A test of the suite. */
typedef struct SuiteTest {
	const char *text;   /* as it stands in the seeds */
	const Start *start; /* NULL: it was left out when the seeds were read */
	const char *open;   /* why nothing is known of it; NULL: it ran to its end */
	U32List changes;    /* that it executes, in order */
	bool machine;       /* true if the versions differ in the machine */
	Witness seen;       /* if they do: its test in DIR/suite */
	bool refuted;       /* true if native runs do not show it */
	u32 semantic;       /* change, from 1; 0: none */
	U32List items;      /* that it meets */
} SuiteTest;

struct Suite {
	SuiteConfig config;
	Search *search;
	Evidence *evidence;
	VEC(SuiteTest) tests;
	KeyMap items;    /* condition and behaviours, or branch -> number of the item + 1 */
	KeyMap semantic; /* pair of symbolic behaviours -> number */
	u32 n_items, n_semantic;
	double native;       /* seconds of native runs */
	VEC(u32) order;      /* all tests */
	Reduction reduction; /* of all tests */
	Assignment input;    /* scratch */
	ResultSuite result;  /* for suite_fill */
	Arena arena;         /* of its texts */
};

static inline bool suite_test_differs(const SuiteTest *t)
{
	return t->machine && !t->refuted;
}

/* Whether a test must run again: it executes a change, it differs, or nothing is known of it. */
static inline bool suite_test_selected(const SuiteTest *t)
{
	return t->open || t->changes.len || t->machine;
}

/* measure.c: finds the items that a test meets; its run is the latest one. */
bool suite_measure(Suite *s, SuiteTest *t, Err *err);
/* choose.c: order and reduction. */
void suite_choose(Suite *s);

#endif
