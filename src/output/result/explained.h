/* explained.h: the explanation of one input on which two programs differ.
 *
 * It has the difference, the blamed edits, the suspect lines, how the effect propagated, and an
 * input that passes. `drift explain` has one of these, `drift test --explain` one for each of some
 * differences. */
#ifndef DRIFT_RESULT_EXPLAINED_H
#define DRIFT_RESULT_EXPLAINED_H

#include "output/result/result.h"

typedef enum ResultSuspectKind {
	SUSPECT_DECISION,
	SUSPECT_VALUE,     /* its value differs in the other program */
	SUSPECT_PREDICATE, /* a predicate on a value, as a decision that the program does not make */
	SUSPECT_ERROR,     /* NEW fails there */
	SUSPECT_CHANGE,    /* an executed change; nothing else is known */
} ResultSuspectKind;

/* A line that may be to blame. */
typedef struct ResultSuspect {
	ResultSuspectKind kind;
	u32 subject; /* whose line it is */
	ResultLocation where;
	const char *source;    /* text of the line */
	const char *condition; /* condition that was true on the input; NULL: a value */
	const char *value[2];  /* of a value, in both; NULL: not executed */
	const char *input;     /* input on which it is false, as a command line; NULL: there is none */
	u32 test;              /* the same as a test; 0: none */
	bool passes;           /* true if that input counts as repaired */
	const char *does;      /* what the programs do on it, in a few words */
	bool alone;            /* true if the other program decides the same and takes another path */
	bool library;          /* true if it is in the C library, called from the line */
	u32 count;             /* decisions of the line that are suspects */
	const char *why;       /* why it has its rank, in a few words */
} ResultSuspect;

/* An edit between the sources, as in `diff -U0`. */
typedef struct ResultHunk {
	ResultLines lines[RESULT_SUBJECTS]; /* last < first: no lines in that version */
	VEC(u32) changes;                   /* of the change map, from 1 */
	bool matters;                       /* true if it is in a blamed set */
} ResultHunk;

/* Edits that together make OLD do what NEW does. */
typedef struct ResultBlamed {
	VEC(u32) hunks;      /* from 1 */
	const char *text;    /* "h2 at parse.c:41" */
	u32 units;           /* groups of them that can be built alone; more than one: an interaction */
	u32 repairs;         /* of these, groups without which NEW does as OLD */
	u32 untried;         /* of these, groups that were not tried */
	bool all;            /* true if these are all edits */
	const char *without; /* for one group: what NEW does without it, as a clause */
	bool smallest;       /* true if no part of it has the effect */
} ResultBlamed;

typedef struct ResultPass {
	const char *input; /* as a command line; NULL: none was found */
	const char *edit;  /* how the failing input was edited */
	u32 test;          /* the same as a test; 0: none */
} ResultPass;

/* The parts to print: people see each as soon as it is known. */
typedef enum ResultTelling {
	EXPLAINED_NOTHING = 0,
	EXPLAINED_DIFFERENCE = 1,
	EXPLAINED_EDITS = 2, /* to blame */
	EXPLAINED_REST = 4,
	EXPLAINED_ALL = 7,
} ResultTelling;

typedef struct ResultExplained {
	u32 test;                    /* of the input; 0: none */
	const char *input;           /* as a command line */
	const char *differs;         /* stdout, stderr, run or files */
	u32 line;                    /* of that stream; 0: none */
	const char *said[2];         /* by both */
	const char *unsettled;       /* why it may be meaningless: uninitialised memory; or NULL */
	VEC(ResultSuspect) suspects; /* in order */
	const char *none;            /* why there are no suspects */
	VEC(ResultHunk) hunks;
	VEC(ResultBlamed) blame;
	bool blame_tried;
	const char *blame_trouble; /* why blame is unknown, or NULL */
	bool blame_open;           /* true if it ended early: there may be more */
	bool builds_over;          /* true if that is because builds were used up */
	bool unnumbered;           /* true if line numbers in outputs were not compared */
	u32 builds;
	ResultSteps effect; /* how the effect propagated */
	ResultPass pass;
	ResultTelling output;
	bool cut;    /* true if the search for suspects ended early */
	u64 unknown; /* suspects that the solver gave up on */
} ResultExplained;

void explained_free(ResultExplained *e);

/* text_explained.c: for people. */
void result_write_explained(const Result *r, const ResultExplained *e, FILE *to);

#endif
