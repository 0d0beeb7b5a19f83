/* test.h: drift test: finds inputs on which two versions of a program behave differently.
 *
 * On every new pair of paths the two behaviours (behaviour.h) are compared as expressions. If they
 * are not the same, the solver looks for an input on which they differ. Differences with the same
 * pair of symbolic behaviours are one group: one semantic change, one test. A native run in a
 * sandbox confirms each difference before it is reported (evidence/witness).
 *
 * The caller owns subjects, inputs and pool and keeps them until tester_free. */
#ifndef DRIFT_TEST_H
#define DRIFT_TEST_H

#include "clients/blame/lab.h"
#include "versions/verdict/comparison.h"

/* What another client adds to each result of a tester. */
typedef struct TestMore {
	void *ctx;
	void (*add)(void *ctx, Result *r); /* NULL: nothing */
	/* Called for the input of each new pair of paths; NULL: nobody wants to know. */
	void (*tested)(void *ctx, u32 shape, const Assignment *input);
} TestMore;

/* Sources of the versions of a function, and how to call it in a version between them. */
typedef struct TestBetween {
	const char *version[2]; /* as they were given */
	const char *cflags[2];  /* with the options that make __FILE__ the same */
	const char *given;      /* the part of OLD's that the user gave; NULL: none */
	const BlameTarget *target;
} TestBetween;

typedef struct TestConfig {
	ComparisonConfig comparison;
	const char *dir;     /* of tests and result.json */
	u64 stop_after;      /* most groups; 0: no limit */
	bool all;            /* true: a test for every differing pair of paths, not for each group */
	bool unsafe;         /* true: confirm even without a sandbox */
	bool unconfirmed;    /* true: report without running natively */
	const Start *accept; /* inputs of accepted tests: their groups are not reported */
	const char *const *accept_names; /* of each: its directory */
	size_t n_accept;
	const char *baseline; /* file of intended differences, by id; NULL: none */
	bool again;           /* true: keep the result.json that is there until a difference is found */
	bool why;             /* true: keep runs whose effect does not show, to explain them */
	bool interactions;    /* true: report which changes are needed together */
	const SourceTrees *trees;   /* sources of versions between OLD and NEW */
	u32 builds;                 /* most builds of these */
	double until;               /* deadline for that, on the clock of now_seconds; 0: none */
	bool path_conditions;       /* true: do not generalise conditions */
	FILE *progress;             /* prints differences as they are found; NULL: none */
	Subject *golden;            /* a third version, which is correct; NULL: none */
	const TestBetween *between; /* how experiments run a function; NULL: the versions have main */
	const Entry *golden_entry;  /* with --entry: its prototype there */
	const char *golden_cmd;     /* or a command; NULL: none */
	TestMore more;              /* what the command has found besides */
} TestConfig;

typedef struct Tester Tester;

/* Creates the directory, if there is one, and runs accepted tests. */
Tester *tester_new(const TestConfig *config, Err *err);
void tester_free(Tester *t);
bool tester_run(Tester *t, Err *err);
Comparison *tester_comparison(const Tester *t);
/* With a golden version: true if all differences are progress. */
bool tester_all_progress(const Tester *t);
/* Prints the changes, before the search. */
void tester_changes(Tester *t, FILE *to);
/* Fills the result; call when the search has ended. The result borrows from the tester. With
 * config.why, returns false if it is unknown for some change where its effect ended. */
bool tester_fill(Tester *t, Result *r, Err *err);
/* Copies the input of a difference, by its position in the result; returns its shape. */
u32 tester_input(const Tester *t, size_t difference, Assignment *a);
/* Writes result.json in the directory. */
bool tester_save(Tester *t, const Result *r, Err *err);

#endif
