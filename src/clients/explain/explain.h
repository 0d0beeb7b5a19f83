/* explain.h: explains why NEW does something else than OLD on one input.
 *
 * Both programs run the input, and each run has a condition: the decisions that the difference
 * depends on, or all of them. A decision of NEW is a suspect if OLD's condition does not imply it:
 * there is an input for which OLD decides as before and NEW decides otherwise. A decision of OLD is
 * a suspect if NEW's condition does not imply it: a check that NEW does not make. The input that
 * shows it is run in both programs. If both do the same on it, the suspect explains the difference
 * best.
 *
 * The programs need not be versions of one another: only the order of the answers and values
 * (values.c) use a change map.
 *
 * The caller owns programs, inputs, map and budget; the explanation owns the rest. A result that is
 * filled from it borrows its texts. */
#ifndef DRIFT_EXPLAIN_EXPLAIN_H
#define DRIFT_EXPLAIN_EXPLAIN_H

#include "clients/blame/blame.h"
#include "engine/input/entry.h"
#include "output/result/explained.h"
#include "versions/product/subject.h"
#include "versions/changes/version.h"

typedef struct Explanation Explanation;

/* Whether predicates on values count as decisions, see predicates.c. */
typedef enum ExplainPredicates {
	PREDICATES_BY_NEED, /* if no decision repairs it */
	PREDICATES_ALWAYS,
	PREDICATES_NEVER,
} ExplainPredicates;

/* One function under --entry. */
typedef struct ExplainEntry {
	const char *name;     /* as the user wrote it; NULL: programs with main */
	const Entry *type;    /* its prototype */
	const Entry *old;     /* OLD's; NULL: the same */
	u32 depth;            /* most pointers to follow in its post-state */
	const ChangeMap *map; /* matches the globals of both */
} ExplainEntry;

typedef struct ExplainConfig {
	Subject *subject[2];
	ExplainEntry entry;
	Inputs *inputs;
	u32 shape;               /* of the input to explain */
	const Assignment *start; /* the input; copied */
	ConditionBy by;          /* BY_OUTPUT or BY_PATH */
	ExplainPredicates predicates;
	const ChangeMap *map;   /* of two versions of one program; or NULL */
	const char *sources[2]; /* source trees of the programs; NULL: they are sources themselves */
	const char *ok;         /* a shell command that tells whether a run is correct; or NULL */
	u32 observe;            /* OBSERVE_* */
	u32 z3_limit;
	Budget *budget;
	void (*tick)(void *ctx); /* called now and then during the search for suspects; or NULL */
	void *tick_ctx;
} ExplainConfig;

/* Returns NULL with one line in err if a machine could not be created. */
Explanation *explain_new(const ExplainConfig *config, Err *err);
void explain_free(Explanation *x);
/* Runs both programs. Returns false if there is nothing to explain, with the reason in why; same:
 * both do the same. */
bool explain_look(Explanation *x, bool *same, Err *why);
/* Returns what ended it; RESULT_DONE: the budget is not used up. */
ResultEnd explain_ended(const Explanation *x);
/* Looks for suspects until done or the budget ends. */
void explain_suspects(Explanation *x);

/* Where the sources are and how to build a program from them; see BlameConfig. */
typedef struct ExplainSources {
	const char *version[2];    /* as the user named them */
	const char *cflags[2];     /* with the options that make __FILE__ the same */
	const char *given;         /* the part of OLD's that the user gave; NULL: none */
	const BlameTarget *target; /* what to run of them; NULL: main */
	SourceTrees trees;         /* of programs that were built */
	u32 builds;                /* most builds */
	u32 jobs;                  /* parallel builds; 0: one for each processor */
	bool unsafe;               /* run even without a sandbox */
	Budget *budget;            /* when to stop building */
} ExplainSources;

/* Blames by experiment; removes scratch. */
void explain_blame(Explanation *x, const ExplainSources *from, const char *scratch);

/* Writes the input, the passing input and the inputs of suspects as tests below a directory. */
bool explain_tests(Explanation *x, const char *dir, Err *err);

/* fill.c */
void explain_fill(const Explanation *x, Result *r, ResultExplained *to);
void explain_figures(const Explanation *x, Result *r);

/* ---- whole.c: one explanation from the runs to the result ---- */

typedef struct ExplainTask {
	ExplainConfig config; /* without the maps and the tick, which are filled in */
	ExplainSources from;
	Result head;     /* what every result begins with: command, subjects, shapes */
	const char *dir; /* of result.json and tests; NULL: nothing is written */
	bool by_and_by;  /* true: print the difference before looking for suspects */
	double begin;    /* when the command began, for the figures */
	void *ctx;       /* of print */
	/* Prints a result. */
	void (*print)(void *ctx, Result *r);
} ExplainTask;

/* *differs: true if both do something else on the input. Returns false with one line in err on
 * failure. */
bool explain_whole(const ExplainTask *task, bool *differs, Err *err);

#endif
