/* check.h: drift check: does a change do what its contract says, and nothing else?
 *
 * A checker is a claim (claim.h) on one function, or on the program, in two versions. Its rules are
 * the clauses of the contract, what a case leaves unsaid (the frame), and that everything else is as
 * before (equal by default). Each new pair of paths gives every rule a goal: the inputs of the pair
 * that break it. An input that satisfies a goal, confirmed natively, is a violation.
 *
 * A rule holds only when the search was exhaustive, nothing was approximated, and a second opinion
 * found nothing. Nothing is cut from the search where there is a contract: that two versions are in
 * the same state says nothing about what a contract wants of them.
 */
#ifndef DRIFT_CHECK_H
#define DRIFT_CHECK_H

#include "claim/claim.h"
#include "contract/contract.h"

typedef struct CheckConfig {
	ClaimConfig claim;
	const Contract *contract; /* NULL: equal by default */
	const char *given;        /* written, suggested or equal by default */
	const char *function;     /* its name; main: the program */
	const char *dir;          /* of its tests; NULL: none are written */
	const char *below;        /* the same below the directory of the result: "weight" */
	bool unsafe;              /* run natively even without a sandbox */
	bool unconfirmed;         /* do not run natively */
	Budget *native;           /* of the command: ends builds and native runs; or NULL */
	const char *source;       /* of a suggestion: ready to paste; or NULL */
} CheckConfig;

typedef struct Checker Checker;

/* Fails where the contract has names or types that do not fit. */
Checker *checker_new(const CheckConfig *config, Err *err);
bool checker_run(Checker *c, Err *err);
void checker_free(Checker *c);
/* calls.c: instead of checker_run: the calls of the functions that a run of NEW makes are inputs.
 * Watches a machine of NEW's program, which runs then. The list is kept until checkers are freed. */
typedef struct CheckCalls CheckCalls;
CheckCalls *check_calls_new(Machine *m, const Program *p);
/* One more function to look at. False: it is not in the program, or there are several. */
bool check_calls_add(CheckCalls *k, Checker *c);
/* The command line of the run that comes next. */
void check_calls_run(CheckCalls *k, const char *run);
void check_calls_free(CheckCalls *k);
/* A run is over. */
void checker_ran(Checker *c);
void checker_end(Checker *c);

/* Whether every clause holds, and none is vacuous. */
bool checker_all_hold(const Checker *c);
/* Adds what was found to a result, which borrows from the checker; notes and figures are added up. */
void checker_fill(Checker *c, Result *r);

/* A function that could not be searched: all of its clauses are not shown. */
void check_fill_unsearched(const Contract *contract, const char *given, const char *function,
						   const char *why, Result *r);

#endif
