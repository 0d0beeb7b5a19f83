/* explain.h: why NEW does something else than OLD on one input.
 *
 * Both programs run the input, and each run leaves a condition: the decisions that what differs
 * depends on, or all of them. A decision of NEW that OLD's condition does not imply is a suspect:
 * there is an input for which OLD does as before and NEW decides otherwise. So is a decision of OLD
 * that NEW's condition does not imply: a check that NEW does not make. The input that shows it is
 * run in both programs; where both do the same then, the suspect explains the difference best.
 *
 * The programs need not be versions of one another: nothing here asks what of the one is what of
 * the other, but for the order of the answers and for values (values.c).
 *
 * Programs, inputs, map and budget belong to the caller; the explanation owns the rest. A result
 * that is filled from it borrows its texts.
 */
#ifndef DRIFT_EXPLAIN_EXPLAIN_H
#define DRIFT_EXPLAIN_EXPLAIN_H

#include "blame/blame.h"
#include "input/entry.h"
#include "result/explained.h"
#include "subject/subject.h"
#include "version/version.h"

typedef struct Explanation Explanation;

/* Whether what holds of values counts as decisions, see predicates.c. */
typedef enum ExplainPredicates {
	PREDICATES_BY_NEED, /* when no decision repairs it */
	PREDICATES_ALWAYS,
	PREDICATES_NEVER,
} ExplainPredicates;

/* One function under --entry. */
typedef struct ExplainEntry {
	const char *name;     /* as the user said it; NULL: programs with main */
	const Entry *type;    /* what it takes and returns */
	u32 depth;            /* pointers that are followed from what it leaves behind */
	const ChangeMap *map; /* which globals are the same in both */
} ExplainEntry;

typedef struct ExplainConfig {
	Subject *subject[2];
	ExplainEntry entry;
	Inputs *inputs;
	u32 shape;               /* of the input to explain */
	const Assignment *start; /* the input; copied */
	ConditionBy by;          /* BY_OUTPUT or BY_PATH */
	ExplainPredicates predicates;
	const ChangeMap *map; /* of versions of one program; or NULL */
	const char
		*sources[2]; /* trees that the programs come from; NULL: they are sources themselves */
	const char *ok;  /* a command of the shell that says whether a run is right; or NULL */
	u32 see;         /* SEE_* */
	u32 z3_limit;
	Budget *budget;
	void (*tick)(void *ctx); /* now and then, while suspects are looked for; or NULL */
	void *tick_ctx;
} ExplainConfig;

/* NULL with one line in err: a machine could not be had. */
Explanation *explain_new(const ExplainConfig *config, Err *err);
void explain_free(Explanation *x);
/* Runs both programs. False: there is nothing to explain, for why says; same: both do the same. */
bool explain_look(Explanation *x, bool *same, Err *why);
/* What ended it; RESULT_DONE: the budget is not over. */
ResultEnd explain_ended(const Explanation *x);
/* Looks for suspects until done or the budget is over. */
void explain_suspects(Explanation *x);

/* Where the sources are and how a program is made of them; see BlameConfig. */
typedef struct ExplainSources {
	const char *version[2];    /* as the user named them */
	const char *cflags[2];     /* with what makes __FILE__ the same */
	const char *given;         /* of OLD's, what the user gave; NULL: nothing */
	const BlameTarget *target; /* what is run of them; NULL: main */
	SourceTrees trees;         /* of programs that were built */
	u32 builds;                /* that may be made */
	u32 jobs;                  /* at once; 0: as many as there are processors */
	bool unsafe;               /* run even without a sandbox */
	Budget *budget;            /* when to stop building */
} ExplainSources;

/* Blame by experiment; scratch is removed. */
void explain_blame(Explanation *x, const ExplainSources *from, const char *scratch);

/* The input, what passes instead and the inputs of suspects as tests below a directory. */
bool explain_tests(Explanation *x, const char *dir, Err *err);

/* fill.c */
void explain_fill(const Explanation *x, Result *r, ResultExplained *to);
void explain_figures(const Explanation *x, Result *r);

#endif
