/* explain.h: why NEW does something else than OLD on one input.
 *
 * Both programs run the input, and each run leaves a condition: the decisions that what differs
 * depends on, or all of them. A decision of NEW that OLD's condition does not imply is a suspect:
 * there is an input for which OLD does as before and NEW decides otherwise. So is a decision of OLD
 * that NEW's condition does not imply: a check that NEW does not make. The input that shows it is
 * run in both programs; where both do the same then, the suspect explains the difference best.
 *
 * The programs need not be versions of one another: nothing here asks what of the one is what of
 * the other, but for the order of the answers.
 *
 * Programs and inputs belong to the caller; the explanation owns the rest.
 */
#ifndef DRIFT_EXPLAIN_EXPLAIN_H
#define DRIFT_EXPLAIN_EXPLAIN_H

#include "blame/experiment.h"
#include "subject/subject.h"
#include "version/version.h"

typedef struct Explanation Explanation;

typedef struct ExplainConfig {
	Subject *subject[2];
	Inputs *inputs;       /* the first start is the input to explain */
	ConditionBy by;       /* BY_OUTPUT or BY_PATH */
	const ChangeMap *map; /* of versions of one program; or NULL */
	u32 see;              /* SEE_* */
	u32 z3_limit;
	Budget *budget;
} ExplainConfig;

/* What of the two behaviours differs, the first thing that does. */
typedef enum DifferKind {
	DIFFER_NOTHING,
	DIFFER_ENDING, /* exit status, signal, error */
	DIFFER_STDOUT,
	DIFFER_STDERR,
	DIFFER_FILES,
} DifferKind;

/* A line whose decisions, or values, may be to blame. */
typedef struct ExplainSuspect {
	int side;         /* whose line it is */
	u32 loc;          /* in the user's own code */
	u32 count;        /* its decisions that are suspects */
	u32 at;           /* the one that speaks for it: position among the decisions of the run */
	Expr cond;        /* what held on the input */
	Assignment input; /* on which it does not, while the other program decides as before */
	u32 edits;        /* bytes of it that are not those of the input */
	bool passes;      /* both programs do the same on it */
	bool library;     /* it is the C library's, called there */
	bool value;       /* no decision: a value that is another in the other program */
	char *is[2];      /* both values, as text; NULL: it has no counterpart */
	bool changed;     /* the line is one of a change; or there is no map */
} ExplainSuspect;

/* Why there is no explanation, or not a whole one. */
typedef enum ExplainTrouble {
	EXPLAIN_FINE,
	EXPLAIN_SAME,          /* both do the same on the input */
	EXPLAIN_UNINITIALISED, /* what differs comes from uninitialised memory */
	EXPLAIN_UNSUPPORTED,   /* a run could not be followed */
} ExplainTrouble;

/* NULL with one line in err: a machine could not be had. */
Explanation *explain_new(const ExplainConfig *config, Err *err);
void explain_free(Explanation *x);
/* Runs both programs; false: there is nothing to explain, see explain_trouble. */
bool explain_look(Explanation *x);
ExplainTrouble explain_trouble(const Explanation *x);
/* Looks for suspects until done or the budget is over. */
void explain_suspects(Explanation *x);

/* Blame by experiment, where there are sources of both; scratch is removed. False: see the text. */
bool explain_blame(Explanation *x, const char *scratch, u32 builds, bool unsafe);

/* For people. */
void explain_print(Explanation *x, FILE *to);

#endif
