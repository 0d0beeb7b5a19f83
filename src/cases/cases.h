/* cases.h: drift explore: what one program does, case by case.
 *
 * A case is a path or a partition. Cases are collected as they are found, and the directory gets:
 *   result.json         the interface for other programs, rewritten whole now and then
 *   tests/0001/         one directory per case: cmd, stdin, files/, out, err, status, returned
 *   tests/run.sh        runs all of them natively, in TAP
 *   native/             builds the program for that (native/harness.h)
 * status is what a shell would see in $?, or words when the run ended in a way that no process can.
 * returned is there when one function was called and came back: its value, see entry_value_text.
 *
 * Program, machine, inputs and explorer are borrowed from the config.
 */
#ifndef DRIFT_CASES_H
#define DRIFT_CASES_H

#include "explore/explore.h"
#include "input/entry.h"
#include "result/result.h"

typedef enum TestChoice {
	TESTS_FEW,      /* as many as somebody looks at, see wants_test */
	TESTS_ALL,      /* one for each path */
	TESTS_COVERING, /* for those that executed what none before did, and the first of each error */
	TESTS_OUTCOMES, /* one for each outcome that differs from those before */
	TESTS_NONE,
} TestChoice;

typedef struct CasesConfig {
	const char *dir;           /* -o */
	const char *program;       /* as the user named it */
	const char *cflags;        /* for sources, or NULL */
	const char *name;          /* argv[0] */
	const char *entry;         /* --entry, or NULL */
	EntryBounds bounds;        /* of what it is given; bytes also of a harness's data */
	ResultLimits limits;       /* of a run */
	const char *const *native; /* functions of the host that runs may call; ends with NULL */
	const Entry *entry_type;   /* what entry says, also of a harness; NULL: the program has main */
	TestChoice tests;
	ConditionBy by;             /* what the cases are one each of */
	u32 outputs;                /* OUTPUT_*, unless by path */
	bool returned;              /* the value of entry is an output */
	u32 function;               /* entry, or NO_OPERAND */
	const char *const *observe; /* variables that are outputs, or NULL */
	const Program *loaded;
	Machine *machine;
	Inputs *inputs;
	Explorer *explorer; /* set before the first path */
} CasesConfig;

typedef struct Cases Cases;

/* Makes the directory; refuses to replace a tests/ that drift did not make. */
Cases *cases_new(const CasesConfig *config, Err *err);
void cases_free(Cases *r);
void cases_set_explorer(Cases *r, Explorer *x);
/* A new path, just run: its output is still in the machine. */
void cases_path(Cases *r, const Path *path);
/* While it goes on: rewrites result.json when it was long ago. */
void cases_tick(Cases *r);
/* When it has ended: all that was found. The result borrows from the cases. */
void cases_fill(Cases *r, ExploreEnd end, Result *to);
/* result.json; false also if tests could not be written. */
bool cases_save(Cases *r, const Result *result, Err *err);
/* The line that a terminal shows while it goes on. */
void cases_status(Cases *r, Buf *line);
u64 cases_errors(const Cases *r); /* kinds and places */

#endif
