/* outcome.h: what a run shows from outside: how it ended and what it printed.
 *
 * Output is a list of items: bytes that are the same on every input of the path, bytes that
 * depend on the input, and numbers whose text was printed. Equal output has equal items, on
 * whatever input it was observed.
 */
#ifndef DRIFT_EXPLORE_OUTCOME_H
#define DRIFT_EXPLORE_OUTCOME_H

#include "engine/expr/expr.h"
#include "engine/machine/machine.h"
#include "engine/os/os.h"

/* The caller frees it. */
typedef struct RunOutcome {
	Outcome outcome;
	int status;
	Buf out, err; /* standard output and error */
} RunOutcome;

void outcome_take(RunOutcome *o, Machine *m, const RunResult *r);
void outcome_free(RunOutcome *o);
/* Writes the contents of a test's status file, without newline. */
void outcome_status(const Program *p, const RunResult *r, Buf *to);
const char *outcome_name(Outcome o);

/* Output as a list of items: describes what the program prints on every input of the path. */
typedef struct OutItem {
	enum { OUT_BYTE, OUT_EXPR, OUT_NUMBER } kind;
	u8 byte;    /* BYTE: the byte; EXPR: its value in this run */
	Expr e;     /* EXPR: 8 bits; NUMBER: the number whose text it is */
	u32 format; /* NUMBER */
} OutItem;
typedef VEC(OutItem) OutItems;

/* Appends one piece of output of the run on input a. */
void output_items(ExprPool *pool, const OsOutput *o, const Assignment *a, OutItems *to);
/* Appends the output of the run on input a to stream 1 or 2. */
void outcome_items(ExprPool *pool, Machine *m, int stream, const Assignment *a, OutItems *to);
/* Writes items for people: "sum {arg1 + 1}, {arg1:08x}", cut with ... at about limit characters.
 * Bytes stand for themselves, except for \\, \{ and \xNN. */
void items_text(ExprPool *pool, const OutItems *items, size_t limit, Buf *to);
/* Writes a byte that does not depend on the input: as itself, or \xNN. */
void output_byte_text(u8 c, Buf *to);
/* Writes the exit status of a program that passed e to exit. */
void status_text(ExprPool *pool, Expr e, size_t limit, Buf *to);
/* Writes the bytes of the items on the input that values was started with. */
void items_render(ExprPool *pool, const OutItems *items, ExprEval *values, Buf *to);
/* True if the items are the same, and so their text on every input. */
bool out_item_same(const OutItem *x, const OutItem *y);
/* Equal output is identical, on whatever input it was observed. */
bool items_identical(const OutItems *a, const OutItems *b);
/* Adds bytes to a key that identical output has in common, and no other. */
void items_key(const OutItems *items, Buf *to);

#endif
