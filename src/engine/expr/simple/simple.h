/* simple.h: the parts of a conjunction for people to read; simple.c finds them, write.c writes
 * them. */
#ifndef DRIFT_EXPR_SIMPLE_H
#define DRIFT_EXPR_SIMPLE_H

#include "engine/expr/simple/fixed.h"

enum { LESS = 1, EQUAL = 2, GREATER = 4 };

/* One part of the conjunction, in order of appearance. */
typedef struct SimpleFact {
	enum { FACT_SET, FACT_PAIR, FACT_OTHER, FACT_NONE } kind;
	Expr a;        /* SET: the term; PAIR: the left one; OTHER: the condition */
	Expr b;        /* PAIR: the right one */
	bool negate;   /* OTHER */
	u8 ways;       /* PAIR: LESS, EQUAL, GREATER that are possible */
	u8 order;      /* PAIR: 0 equality only, 1 signed, 2 unsigned */
	RangeSet *set; /* SET */
	u64 lo, hi;    /* SET: what the term may be in any case */
} SimpleFact;

typedef struct SimpleFacts {
	ExprPool *p;
	u32 below; /* expressions that were there before the text, and will be after it */
	VEC(SimpleFact) list;
	Arena arena;
} SimpleFacts;

/* Takes out what is implied (implied.c). */
void simple_leave_implied(SimpleFacts *f, const Fixed *fixed, const TextAsk *ask);
/* Bytes of an element of an array that are compared with constants become the element. */
void simple_join_elements(SimpleFacts *f);
/* Writes all that holds: inputs with one value, then the facts. Facts that were written together
 * with others become FACT_NONE. */
void simple_write(SimpleFacts *f, const Fixed *fixed, size_t end, Buf *out);

#endif
