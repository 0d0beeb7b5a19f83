/* diff_impl.h: private to src/diff. */
#ifndef DRIFT_DIFF_IMPL_H
#define DRIFT_DIFF_IMPL_H

#include "diff/diff.h"

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
	char *undefined; /* what of it C leaves undefined; "" = nothing */
} Doing;

/* One overlap of a partition of OLD with one of NEW. */
typedef struct DiffRow {
	char *condition;
	char *differs_if; /* DIFFERENT: what else must hold; NULL: they differ on all of it */
	char *input;      /* one of its inputs, as a command line; DIFFERENT: on which they differ */
	Buf text[2][2];   /* standard output and error of each version on that input */
	VEC(u32) changes; /* that were executed, in order */
} DiffRow;

/* Rows with the same two behaviours. */
typedef struct DiffGroup {
	Relation relation;
	Doing doing[2];
	VEC(DiffRow) rows;
} DiffGroup;

struct Diff {
	bool all;
	Claim *claim;
	Search *search; /* of the claim */
	VEC(DiffGroup) groups;
	IntMap group_of; /* hash of both behaviours and relation -> position */
	u64 rows[N_RELATIONS];
	u64 untouched;    /* of the equal ones: no change was executed */
	Assignment input; /* scratch */
};

#endif
