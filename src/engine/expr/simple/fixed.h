/* fixed.h: inputs to which a conjunction leaves one value; for texts (simple.c). */
#ifndef DRIFT_EXPR_FIXED_H
#define DRIFT_EXPR_FIXED_H

#include "engine/expr/pool.h"
#include "engine/expr/ranges.h"

typedef struct Fixed {
	ExprPool *p;
	Expr *map; /* by variable: its value as a constant, 0 while it has several */
	u32 n;     /* variables there are */
} Fixed;

void fixed_init(Fixed *f, ExprPool *p);
void fixed_free(Fixed *f);
/* Puts the values found so far in. */
void fixed_apply(const Fixed *f, ExprList *conds);
/* True if a condition has one variable, of at most 8 bits. */
bool fixed_small(const ExprPool *p, Expr e);
/* The values of that variable on which it holds (or does not, for negate), found by trying them.
 * False if it is not so, or is too large. Those of expressions below a number are remembered. */
bool fixed_values(ExprPool *p, Expr e, bool negate, u32 below, u32 *var, RangeSet *set);
/* Bytes as a string of C. */
void fixed_quoted(Buf *out, const u8 *at, u32 n);
/* The value of a variable that has one. */
bool fixed_value(const Fixed *f, u32 var, u64 *value);

/* What is known of the length of a text that ends with its first zero. */
typedef struct TextLength {
	u32 least;  /* it has so many bytes at least; 0: nothing is to be said */
	bool exact; /* and no more */
} TextLength;

/* Writes them: whole inputs and pieces of inputs as strings. lengths: of each group that is text. */
void fixed_write(const Fixed *f, const TextLength *lengths, size_t end, Buf *out);

#endif
