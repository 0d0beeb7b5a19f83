/* outcome.h: what can be told of a run from outside: how it ended and what it printed.
 *
 * Output is kept as a list of items: bytes that are the same on every input of the path, bytes that
 * the input decides, and numbers whose text was printed. Equal output has equal items, whatever
 * inputs showed it.
 */
#ifndef DRIFT_EXPLORE_OUTCOME_H
#define DRIFT_EXPLORE_OUTCOME_H

#include "expr/expr.h"
#include "machine/machine.h"
#include "os/os.h"

/* The caller frees it. */
typedef struct RunOutcome {
	Outcome outcome;
	int status;
	Buf out, err; /* standard output and error */
} RunOutcome;

void outcome_take(RunOutcome *o, Machine *m, const RunResult *r);
void outcome_free(RunOutcome *o);
/* The contents of a test's status file, without newline. */
void outcome_status(const Program *p, const RunResult *r, Buf *to);
const char *outcome_name(Outcome o);

/* Output as a list of items, so that it says what the program prints on every input of the path. */
typedef struct OutItem {
	enum { OUT_BYTE, OUT_EXPR, OUT_NUMBER } kind;
	u8 byte;    /* BYTE: itself; EXPR: what it was in this run */
	Expr e;     /* EXPR: 8 bits; NUMBER: the number whose text it is */
	u32 format; /* NUMBER */
} OutItem;
typedef VEC(OutItem) OutItems;

/* Appends one piece of output of the run on input a. */
void output_items(ExprPool *pool, const OsOutput *o, const Assignment *a, OutItems *to);
/* Appends what the run on input a wrote to stream 1 or 2. */
void outcome_items(ExprPool *pool, Machine *m, int stream, const Assignment *a, OutItems *to);
/* For people: "sum {arg1 + 1}", cut beyond about limit characters. */
void items_text(ExprPool *pool, const OutItems *items, size_t limit, Buf *to);
/* The bytes on the input that values was begun with. */
void items_render(ExprPool *pool, const OutItems *items, ExprEval *values, Buf *to);
/* Equal output has equal hashes, whatever inputs showed it. */
u64 items_hash(const OutItems *items);

#endif
