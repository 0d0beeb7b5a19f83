/* cases.h: drift explore: what one program does, case by case.
 *
 * A case is a path or a partition. Cases are collected as they are found, and the directory gets:
 *   result.json         the interface for other programs, rewritten whole now and then
 *   tests/0001/         one directory per case: cmd, stdin, files/, out, err, status, returned
 *   tests/run.sh        runs all of them natively, in TAP
 *   native/             builds the program for that (evidence/native/harness.h)
 *
 * status is what a shell would have in $?, or words if no process can end like that. returned
 * exists if one function was called and returned: its value, see entry_value_text.
 *
 * Program, machine, inputs and explorer are borrowed from the config. */
#ifndef DRIFT_CASES_H
#define DRIFT_CASES_H

#include "clients/paths/targets.h"
#include "engine/explore/explore.h"
#include "engine/input/entry.h"
#include "output/result/result.h"

typedef enum TestChoice {
	TESTS_FEW,      /* as many as a person would read, see wants_test */
	TESTS_ALL,      /* one for each path */
	TESTS_COVERING, /* for those that executed new code, and the first of each error */
	TESTS_OUTCOMES, /* one for each outcome that differs from those before */
	TESTS_NONE,
} TestChoice;

typedef struct CasesConfig {
	const char *dir;           /* -o */
	const char *program;       /* as the user named it */
	const char *cflags;        /* for sources, or NULL */
	const char *name;          /* argv[0] */
	const char *entry;         /* --entry, or NULL */
	EntryBounds bounds;        /* of its arguments; bytes also of a harness's data */
	ResultLimits limits;       /* of a run */
	const char *const *native; /* functions of the host that runs may call; ends with NULL */
	const Entry *entry_type;   /* prototype of entry or harness; NULL: the program has main */
	TestChoice tests;
	ConditionBy by;             /* what distinguishes two cases */
	u32 outputs;                /* OUTPUT_*, unless by path */
	bool returned;              /* true if the value of entry is an output */
	u32 function;               /* entry, or NO_OPERAND */
	const char *const *observe; /* variables that are outputs, or NULL */
	const Program *loaded;
	Machine *machine;
	const NativeCode *native_code; /* of the machine, or NULL */
	Inputs *inputs;
	CaseTargets *targets; /* by reach and by change; NULL otherwise */
	Explorer *explorer;   /* set before the first path */
	bool several;         /* true if several processes explore */
} CasesConfig;

typedef struct Cases Cases;

/* Creates the directory; refuses to replace a tests/ that drift did not create. */
Cases *cases_new(const CasesConfig *config, Err *err);
void cases_free(Cases *r);
void cases_set_explorer(Cases *r, Explorer *x);
/* A new path, just run: its output is still in the machine. */
void cases_path(Cases *r, const Path *path);
/* In a worker: describes a new path, just run, for the parent. */
void cases_describe(Cases *r, const Path *path, Buf *to);
/* In the parent: counts a path that was described. Returns true if its input has to be run: then call
 * cases_path. */
bool cases_found(Cases *r, ByteReader *described);
/* Call during the search: rewrites result.json if the last writing is long ago. */
void cases_tick(Cases *r);
/* Fills the result; call when the search has ended. The result borrows from the cases. */
void cases_fill(Cases *r, ExploreEnd end, Result *to);
/* Writes result.json; returns false also if tests could not be written. */
bool cases_save(Cases *r, const Result *result, Err *err);
/* Prints the status line for a terminal. */
void cases_status(Cases *r, Buf *line);
u64 cases_errors(const Cases *r); /* by kind and location */

#endif
