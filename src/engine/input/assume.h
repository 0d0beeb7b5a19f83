/* assume.h: shared by the files of --assume.
 *
 * Expressions have C's types: bytes and shorter numbers are promoted to int, the wider or
 * unsigned type wins, and overflow wraps. An AssumeValue keeps its original width until it is
 * promoted, so that a cast can determine how the bits of little(arg1[0..2]) are read.
 */
#ifndef DRIFT_INPUT_ASSUME_H
#define DRIFT_INPUT_ASSUME_H

#include "engine/input/inputs.h"

typedef struct AssumeValue {
	Expr e;         /* 1 to 128 bits; 0 after an error */
	bool is_signed; /* true if it is widened and compared as signed */
	bool is_float;  /* true for the bits of a float or double */
} AssumeValue;

typedef struct Parser {
	ExprPool *p;
	const Shape *shape;
	const char *text; /* the whole expression */
	const char *at;   /* next character */
	Err *err;         /* first error; the rest of the parse yields 0 */
	bool failed;
} Parser;

enum { MAX_NESTING = 200 };

/* assume.c */
AssumeValue parse_conditional(Parser *s, int depth);
AssumeValue parse_fail(Parser *s, const char *fmt, ...) printf_like(2, 3);
/* Accepts the operator if it comes next and is not a prefix of a longer one. */
bool parse_accept(Parser *s, const char *op);
/* Accepts the word if it comes next and is not a prefix of a longer one. */
bool parse_word(Parser *s, const char *word);
/* Parses a set, "bytes", {numbers and ranges}, or one range, and returns whether v is in it. */
Expr parse_set(Parser *s, AssumeValue v, int depth);
void parse_blanks(Parser *s);
AssumeValue value_int(Parser *s, i64 v);
AssumeValue value_truth(Parser *s, Expr e);
/* Converts to int, unsigned, long or unsigned long. */
AssumeValue value_promote(Parser *s, AssumeValue v);
/* Brings both to their common type. */
void value_balance(Parser *s, AssumeValue *a, AssumeValue *b);
/* A binary operator of C on numbers; && and || on their truth. */
AssumeValue value_apply(Parser *s, const char *op, AssumeValue a, AssumeValue b);
/* The value as a number of so many bits. */
Expr value_widen(Parser *s, AssumeValue v, unsigned width);

/* assume_float.c */
/* Reads a literal such as 2.5, 1e-3f or INFINITY; false: something else comes next. */
bool real_literal(Parser *s, AssumeValue *v);
/* Reads a cast to float or double, isnan(x) or fabs(x), up to its operand in parentheses; false: something else
 * comes next. */
bool real_function(Parser *s, AssumeValue *v, int depth);
/* A binary operator on numbers of which one is a float or double. */
AssumeValue real_apply(Parser *s, const char *op, AssumeValue a, AssumeValue b);
AssumeValue real_negated(Parser *s, AssumeValue v);
AssumeValue real_to_integer(Parser *s, AssumeValue v, unsigned width, bool is_signed);
/* Parses what a cast applies to. */
AssumeValue parse_operand(Parser *s, int depth);

/* assume_input.c */
/* An input, or something that is computed from one: arg1, arg1[3], arg1.length, arg1[0..3] ==
 * "MIME", arg1[0..3] in '0'..'9', arg1 starts with "MIME", strlen(arg1), little(arg1[0..3]), text(arg1)[0]. */
AssumeValue parse_input(Parser *s, int depth);
/* Of one: bytes that it may have, one of them (0 behind its end), and its length. */
u32 input_room(const Part *part);
Expr input_byte(Parser *s, const Part *part, u64 k);
AssumeValue input_length(Parser *s, const Part *part);
/* Bytes of a string constant; the next character is its quote. */
bool parse_string(Parser *s, Buf *out);

#endif
