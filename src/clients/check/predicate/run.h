/* run.h: runs a function of the program for a predicate, without the machine.
 *
 * The function is interpreted over the memory that a state has, as expressions over the inputs. It
 * can change nothing: stores go to an overlay of its own locals, and any other effect ends it with
 * an error. So a function that was run had no side effects on this path.
 *
 * Where the function decides by a value that the inputs determine, it goes the way of the input
 * that is evaluated, and the condition is added to Eval.path. The value is exact on all inputs that
 * satisfy the path; the checker evaluates again for the others (look_parts). */
#ifndef DRIFT_CHECK_PREDICATE_RUN_H
#define DRIFT_CHECK_PREDICATE_RUN_H

#include "clients/check/eval/eval.h"

enum {
	RUN_STEPS = 200000,   /* instructions of one call */
	RUN_DEPTH = 64,       /* of nested calls */
	RUN_BYTES = 1 << 20,  /* of locals */
	RUN_LOCATIONS = 1024, /* bytes of an object that a computed address may select from */
};
#define RUN_OWN 0x7f00000000000000ull /* addresses of locals begin here */

/* A local, or a text constant of the contract. */
typedef struct PredicateObject {
	u64 lo, end;
} PredicateObject;

typedef struct PredicateRun {
	Eval *v;
	const Term *call; /* in the contract, for errors */
	StateKind state;
	const Program *program;
	VEC(PredicateObject) objects;
	ExprList bytes; /* of locals, from RUN_OWN on; 0: not set */
	u64 steps;
	u32 depth;
	u32 loc; /* of the latest instruction of the user's code, for errors */
} PredicateRun;

/* Ends the evaluation with an error that names the location in the program; returns 0. */
Expr run_fail(PredicateRun *r, const char *fmt, ...) printf_like(2, 3);
/* Returns the value of an expression on this input, and adds to the path that it has it. */
u64 run_fix(PredicateRun *r, Expr e);
/* Calls a function. Returns its result, 0 if it has none or failed (Eval.failed). */
Expr run_function(PredicateRun *r, u32 function, const Expr *args, u32 n);

/* memory.c */
u64 run_make_object(PredicateRun *r, u64 size);
/* Reads or writes n bytes. */
Expr run_load(PredicateRun *r, Expr at, u32 n);
bool run_store(PredicateRun *r, Expr at, Expr value, u32 n);
bool run_copy(PredicateRun *r, Expr to, Expr from, u64 n);
bool run_fill(PredicateRun *r, Expr to, Expr byte, u64 n);
void run_free(PredicateRun *r);

#endif
