/* call.h: calls of functions of the host's C library, as floating-point operations.
 *
 * The parameter of a FLOAT_CALL1 or FLOAT_CALL2 has the operation in 8 bits, then which of the results of
 * the call it is in 2 bits, then the number of the function. A number is valid in this process only:
 * records write the name.
 */
#ifndef DRIFT_EXPR_FLOAT_CALL_H
#define DRIFT_EXPR_FLOAT_CALL_H

#include "engine/expr/float/float.h"

typedef enum CallResult {
	CALL_RETURNS, /* what the function returns */
	CALL_OUT,     /* what it writes through its first pointer */
	CALL_OUT2,    /* and through its second */
	CALL_ERRNO,   /* the errno that it sets, 32 bits; 0: none */
} CallResult;

static inline u32 float_call_function(u32 param)
{
	return param >> 10;
}

static inline CallResult float_call_which(u32 param)
{
	return (CallResult)(param >> 8 & 3);
}

static inline bool float_is_call(u32 param)
{
	return (param & 0xff) == FLOAT_CALL1 || (param & 0xff) == FLOAT_CALL2;
}

/* Returns the number of a function of the C library, -1 if it is none of math.h. */
int float_call_find(const char *name);
const char *float_call_name(u32 param);
u32 float_call_param(u32 function, CallResult which);
/* Width of a result; 0: the function does not have it. */
unsigned float_call_width(u32 function, CallResult which);
/* Returns true if the operands have the widths that the function takes. */
bool float_call_fits(u32 param, unsigned width, unsigned a, unsigned b);
/* The FloatOp that returns the same, on all arguments; -1: there is none. */
int float_call_op(u32 function);
bool float_call_is_number(u32 param);             /* the result is a number, no integer */
bool float_call_takes_int(u32 param, unsigned k); /* operand k is an integer */
/* Expression of the errno that a function of one number sets, 0: none; 0: only its value is known. */
Expr expr_call_errno(ExprPool *p, u32 function, Expr a);
bool float_call_is_exact(u32 function); /* IEEE 754 says what it returns */
/* Adds the name of what other functions depend on: the host's C library and processor (host.c). */
void float_host(Buf *to);
u128 float_call_value(u32 param, u128 a, u128 b);

#endif
