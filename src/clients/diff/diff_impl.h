/* diff_impl.h: private to src/clients/diff. */
#ifndef DRIFT_DIFF_IMPL_H
#define DRIFT_DIFF_IMPL_H

#include "versions/search/leeway.h"
#include "clients/diff/diff.h"
#include "evidence/witness/witness.h"

typedef enum Relation {
	RELATION_EQUAL,
	RELATION_DIFFERENT, /* on the input of the row, perhaps on all */
	RELATION_UNKNOWN,   /* the solver gave up, or a version did something unsupported */
	N_RELATIONS,
} Relation;

/* What one version does on a partition, over the input. */
typedef struct Doing {
	char *out, *err; /* the streams; "" = nothing */
	char *ends;      /* "exit {arg1 & 1}", "out-of-bounds at a.c:3:4" */
	char *files;     /* "NAME: contents" or "NAME: removed", a line each */
	char *undefined; /* its undefined behaviour; "": none */
} Doing;

/* One overlap of a partition of OLD with one of NEW. */
typedef struct DiffRow {
	char *condition;
	char *
		differs_if; /* DIFFERENT: they differ if this holds as well; NULL: on the whole partition */
	char *input;    /* one of its inputs, as a command line; DIFFERENT: on which they differ */
	Buf text[2][2]; /* standard output and error of each version on that input */
	VEC(u32) changes; /* that were executed, in order */
	Witness seen;     /* its test, if it has one */
} DiffRow;

/* Rows with the same two behaviours. */
typedef struct DiffGroup {
	Relation relation;
	Doing doing[2];
	VEC(DiffRow) rows;
	bool shown; /* DIFFERENT: true if it is reported; with tests, a native run confirmed it */
	u32 tries;  /* witnesses that no native run confirmed */
} DiffGroup;

struct Diff {
	DiffConfig config;
	Comparison *comparison;
	Search *search; /* of the comparison */
	VEC(DiffGroup) groups;
	KeyMap group_of; /* relation and both behaviours -> position */
	u64 rows[N_RELATIONS];
	u64 untouched;      /* of the equal ones: no change was executed */
	Assignment input;   /* scratch */
	Evidence *evidence; /* of tests; NULL: none are written */
	u64 late;           /* differences that were not run natively because time ran out */
};

/* tests.c */
bool diff_begin_tests(Diff *d, const DiffConfig *config, Err *err);
/* Decides whether a group is a difference, by its latest row, whose input is d->input. */
void diff_settle(Diff *d, DiffGroup *g, DiffRow *row, u32 shape);
/* The relation that is reported for a group. */
Relation diff_relation(const Diff *d, const DiffGroup *g);
/* For ComparisonClient. */
bool diff_open(const void *ctx);
void diff_notes(void *ctx, Result *r);

#endif
