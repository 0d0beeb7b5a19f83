/* record.h: expressions as lines of text that can be read back into another pool.
 *
 * A line has the number of a node, its operation as SMT-LIB names it, its width and its operands, which
 * are numbers of earlier lines:
 *
 *   3 var 32 0              variable 0 of the inputs
 *   4 const 32 5
 *   5 bvslt 1 3 4
 *
 * Whoever reads a line need not trust it: widths and operands are checked before a node is made. */
#ifndef DRIFT_EXPR_RECORD_H
#define DRIFT_EXPR_RECORD_H

#include "engine/expr/expr.h"

/* Nodes that were written so far. */
typedef struct ExprRecord {
	IntMap number; /* node -> its number in the text, from 1 */
	u32 n;         /* numbers given */
} ExprRecord;

/* Writes what is missing of an expression, each line with a text before it. Returns its number. */
u32 expr_record(ExprPool *p, ExprRecord *r, Expr e, const char *before, Buf *out);
void expr_record_free(ExprRecord *r);
/* Reads a line and adds the node to those that were read before: the first has number 1. */
bool expr_read_record(ExprPool *p, ExprList *known, const char *line, Err *err);

#endif
