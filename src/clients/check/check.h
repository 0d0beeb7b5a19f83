/* check.h: drift check: does a change do what its contract says, and nothing else?
 *
 * A checker is a comparison (comparison.h) of one function, or of the program, in two versions. Its
 * rules are the clauses of the contract, the frame (what a case does not mention), and that
 * everything else is as before (equal by default). On each new pair of paths every rule has a goal:
 * the inputs of the pair that violate it. An input that satisfies a goal, confirmed natively, is a
 * violation.
 *
 * A rule holds only if the search was exhaustive, nothing was approximated, and the attempt to
 * refute it failed. If there is a contract, nothing is cut from the search: that two versions are
 * in the same state says nothing about their contract. */
#ifndef DRIFT_CHECK_H
#define DRIFT_CHECK_H

#include "versions/verdict/comparison.h"
#include "clients/check/contract/contract.h"

typedef struct CheckConfig {
	ComparisonConfig comparison;
	const Contract *contract; /* NULL: equal by default */
	const char *given;        /* written, suggested or equal by default */
	const char *function;     /* its name; main: the program */
	const char *dir;          /* directory of its tests; NULL: none are written */
	const char *below;        /* the same below the directory of the result: "weight" */
	bool unsafe;              /* run natively even without a sandbox */
	bool unconfirmed;         /* do not run natively */
	const char *globals;      /* --globals and --null, for tests that are run again; or NULL */
	const char *null;
	Budget *native;     /* of the command: ends builds and native runs; or NULL */
	const char *source; /* of a suggestion: ready to paste; or NULL */
} CheckConfig;

typedef struct Checker Checker;

/* Fails if the contract has names or types that do not match. */
Checker *checker_new(const CheckConfig *config, Err *err);
bool checker_run(Checker *c, Err *err);
void checker_free(Checker *c);
/* exercise.c: writes a test for each clause of a contract that was exercised and is not violated;
 * once, after checker_run. */
void checker_leave_tests(Checker *c);
/* Returns false if a predicate called a function that has effects or does not return. checker_run
 * asks this itself. */
bool checker_sound(const Checker *c, Err *err);
/* calls.c: used instead of checker_run: the inputs are the calls of the functions that a run of NEW
 * makes. Watches a machine of NEW's program, which the caller then runs. The list must live until
 * checkers are freed. */
typedef struct CheckCalls CheckCalls;
CheckCalls *check_calls_new(Machine *m, const Program *p);
/* Adds a function to check. Returns false if it is not in the program, or there are several. */
bool check_calls_add(CheckCalls *k, Checker *c);
/* Sets the command line of the next run. */
void check_calls_run(CheckCalls *k, const char *run);
void check_calls_free(CheckCalls *k);
/* Call when a run is over. */
void checker_ran(Checker *c);
void checker_end(Checker *c);

/* True if every clause holds, and none is vacuous. */
bool checker_all_hold(const Checker *c);
/* True if no clause is violated. */
bool checker_clean(const Checker *c);
const Comparison *checker_comparison(const Checker *c);
/* Fills the result of the comparison alone. first: NULL, or the checker of the same rules in the first
 * world; then the result is exhaustive only if it shows for other worlds what `first` says of its own. */
void checker_compared(Checker *c, const Checker *first, Result *own);
/* Adds the findings to a result, which borrows from the checker; notes and figures are added up. own: from
 * checker_compared. again: NULL, or a checker of the same rules that found violations in another world. */
void checker_fill(Checker *c, Checker *again, const Result *own, Result *r);

/* For a function that could not be searched: fills in all of its clauses as not shown. */
void check_fill_unsearched(const Contract *contract, const char *given, const char *function,
						   const char *why, Result *r);

#endif
