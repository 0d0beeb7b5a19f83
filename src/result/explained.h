/* explained.h: one input on which two programs differ, explained.
 *
 * What differs, which edits are to blame, which lines are suspects, how it came, and what would pass
 * instead. `drift explain` has one of these, `drift test --explain` one for each of some differences.
 */
#ifndef DRIFT_RESULT_EXPLAINED_H
#define DRIFT_RESULT_EXPLAINED_H

#include "result/result.h"

typedef enum ResultSuspectKind {
	SUSPECT_DECISION,
	SUSPECT_VALUE,     /* it is another in the other program */
	SUSPECT_PREDICATE, /* what holds of a value, as a decision that the program does not make */
	SUSPECT_ERROR,     /* NEW fails there */
	SUSPECT_CHANGE,    /* a change that was executed, no more is known */
} ResultSuspectKind;

/* A line that may be to blame. */
typedef struct ResultSuspect {
	ResultSuspectKind kind;
	u32 subject; /* whose line it is */
	ResultPlace where;
	const char *source;    /* text of the line */
	const char *condition; /* what held of the input; NULL: a value */
	const char *value[2];  /* of a value, in both; NULL: not executed */
	const char *input;     /* on which it is otherwise, as a command line; NULL: there is none */
	u32 test;              /* the same as a test; 0: none */
	bool passes;           /* on that input it is repaired */
	const char *does;      /* what the programs do on it, in a few words */
	bool alone;            /* the other program decides the same, and goes another way */
	bool library;          /* it is in the C library, called there */
	u32 count;             /* decisions of the line that are suspects */
	const char *why;       /* why it stands where it does, in a few words */
} ResultSuspect;

/* An edit between the sources, as `diff -U0` has it. */
typedef struct ResultHunk {
	ResultLines lines[RESULT_SUBJECTS]; /* last < first: none of that version */
	VEC(u32) changes;                   /* of the change map, from 1 */
	bool matters;                       /* it is in a set that is blamed */
} ResultHunk;

/* Edits that together make OLD do what NEW does. */
typedef struct ResultBlamed {
	VEC(u32) hunks;      /* from 1 */
	const char *text;    /* "h2 at parse.c:41" */
	u32 units;           /* groups of them that can be built alone; more than one: an interaction */
	u32 repairs;         /* of these, NEW without it does as OLD */
	u32 untried;         /* of these, nobody tried */
	bool all;            /* all edits that there are */
	const char *without; /* of one group: what NEW does without it, as a clause */
	bool smallest;       /* no part of it does it */
} ResultBlamed;

typedef struct ResultPass {
	const char *input; /* as a command line; NULL: none was found */
	const char *edit;  /* what of the failing input becomes what */
	u32 test;          /* the same as a test; 0: none */
} ResultPass;

/* What of it is told: people get what differs at once, the rest when it is known. */
typedef enum ResultTelling {
	EXPLAINED_ALL,
	EXPLAINED_FIRST, /* only what differs */
	EXPLAINED_BEGUN, /* all but that */
} ResultTelling;

typedef struct ResultExplained {
	u32 test;                    /* of the input; 0: none */
	const char *input;           /* as a command line */
	const char *differs;         /* stdout, stderr, run or files */
	u32 line;                    /* of that stream; 0: none */
	const char *said[2];         /* by both */
	const char *unsettled;       /* why nothing may follow from it: uninitialised memory; or NULL */
	VEC(ResultSuspect) suspects; /* in order */
	const char *none;            /* why there are no suspects */
	VEC(ResultHunk) hunks;
	VEC(ResultBlamed) blame;
	bool blame_tried;
	const char *blame_trouble; /* why nothing is known of it, or NULL */
	bool blame_open;           /* it ended early: there may be more */
	bool builds_over;          /* because there were enough builds */
	bool unnumbered;           /* numbers of lines in what was put out were not compared */
	u32 builds;
	ResultSteps effect; /* how it came */
	ResultPass pass;
	ResultTelling told;
	bool cut;    /* the search for suspects ended early */
	u64 unknown; /* suspects that the solver gave up on */
} ResultExplained;

void explained_free(ResultExplained *e);

/* text_explained.c: for people. */
void result_write_explained(const Result *r, const ResultExplained *e, FILE *to);

#endif
