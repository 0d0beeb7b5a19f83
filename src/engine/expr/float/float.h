/* float.h: floating-point operations on bits.
 *
 * Numbers are their bits: 32 are a float, 64 a double, 80 a long double of x86. Nothing is known of
 * such a node but its value, so there is no algebra: no reassociation, no x - x = 0, no x * 0 = 0.
 * float_value is the only definition of the operations: constant folding, evaluation and the machine
 * use it. It computes as the hardware does, rounded to nearest.
 *
 * NaN: of float and double, the result is the first operand that is a NaN, made quiet, else the NaN
 * that the hardware makes. A compiler may exchange the operands of sums and products. There, of two NaN
 * operands, it is the one with the larger bits, so that a + b and b + a are one node.
 *
 * A format of printf whose base is e, f, g or a writes the bits of a double (text.c). SAME_TEXT is true if
 * two doubles have the same text, each in its format.
 *
 * CALL1 and CALL2 are calls of other functions of math.h (call.h). float_value and float_fits take the
 * parameter of the node, of which 8 bits are the operation.
 *
 * Adding an operation: a row here, its value in value.c, and a term in solve/float/z3_float.c if Z3 has one.
 */
#ifndef DRIFT_EXPR_FLOAT_H
#define DRIFT_EXPR_FLOAT_H

#include "engine/expr/expr.h"

/* name, operands, width of the result (A: as the first operand, BIT, GIVEN), kind (NUMBER, LIBRARY: a
 * function of the C library, of which nothing else is known), text in C */
/* clang-format off */
#define FLOAT_OPS(X)                                            \
	X(ADD,          2, A,     NUMBER,  "+")                     \
	X(SUB,          2, A,     NUMBER,  "-")                     \
	X(MUL,          2, A,     NUMBER,  "*")                     \
	X(DIV,          2, A,     NUMBER,  "/")                     \
	X(REM,          2, A,     LIBRARY, "fmod")                  \
	X(EQUAL,        2, BIT,   NUMBER,  "==")                    \
	X(LESS,         2, BIT,   NUMBER,  "<")                     \
	X(AT_MOST,      2, BIT,   NUMBER,  "<=")                    \
	X(MIN,          2, A,     LIBRARY, "fmin")                  \
	X(MAX,          2, A,     LIBRARY, "fmax")                  \
	X(MINIMUM,      2, A,     LIBRARY, "minimum")               \
	X(MAXIMUM,      2, A,     LIBRARY, "maximum")               \
	X(POW,          2, A,     LIBRARY, "pow")                   \
	X(POWI,         2, A,     LIBRARY, "powi")                  \
	X(LDEXP,        2, A,     LIBRARY, "ldexp")                 \
	X(SQRT,         1, A,     NUMBER,  "sqrt")                  \
	X(FLOOR,        1, A,     NUMBER,  "floor")                 \
	X(CEIL,         1, A,     NUMBER,  "ceil")                  \
	X(TRUNC,        1, A,     NUMBER,  "trunc")                 \
	X(RINT,         1, A,     NUMBER,  "rint")                  \
	X(ROUND,        1, A,     NUMBER,  "round")                 \
	X(SIN,          1, A,     LIBRARY, "sin")                   \
	X(COS,          1, A,     LIBRARY, "cos")                   \
	X(EXP,          1, A,     LIBRARY, "exp")                   \
	X(EXP2,         1, A,     LIBRARY, "exp2")                  \
	X(LOG,          1, A,     LIBRARY, "log")                   \
	X(LOG2,         1, A,     LIBRARY, "log2")                  \
	X(LOG10,        1, A,     LIBRARY, "log10")                 \
	X(RESIZE,       1, GIVEN, NUMBER,  "")                      \
	X(OF_SIGNED,    1, GIVEN, NUMBER,  "")                      \
	X(OF_UNSIGNED,  1, GIVEN, NUMBER,  "")                      \
	X(TO_SIGNED,    1, GIVEN, NUMBER,  "")                      \
	X(TO_UNSIGNED,  1, GIVEN, NUMBER,  "")                      \
	X(SAT_SIGNED,   1, GIVEN, LIBRARY, "to_signed_saturated")   \
	X(SAT_UNSIGNED, 1, GIVEN, LIBRARY, "to_unsigned_saturated") \
	X(CALL1,        1, GIVEN, LIBRARY, "call")                  \
	X(CALL2,        2, GIVEN, LIBRARY, "call")                  \
	X(SAME_TEXT,    2, BIT,   LIBRARY, "same_text")             \
	X(FMA,          3, A,     LIBRARY, "fma")
/* clang-format on */

typedef enum FloatOp {
#define X(NAME, ...) FLOAT_##NAME,
	FLOAT_OPS(X)
#undef X
		FLOAT_N_OPS
} FloatOp;

typedef enum FloatKind { FLOAT_KIND_NUMBER, FLOAT_KIND_LIBRARY } FloatKind;

extern const u8 float_arity[FLOAT_N_OPS];
extern const u8 float_kind[FLOAT_N_OPS];          /* FloatKind */
extern const char *const float_sign[FLOAT_N_OPS]; /* operator or function in C */
extern const char *const float_name[FLOAT_N_OPS]; /* as in the table */

/* Returns the value; width is that of the result, from that of the first operand. Operands that the
 * operation does not have are ignored. */
u128 float_value(u32 param, unsigned width, unsigned from, u128 a, u128 b, u128 c);
/* Width of the result if it follows from that of the first operand; else 0. */
unsigned float_width(FloatOp op, unsigned from);
/* Returns true if operands of these widths make such a node. */
bool float_fits(u32 param, unsigned width, unsigned from, unsigned b, unsigned c);
static inline bool float_is(unsigned width)
{
	return width == 32 || width == 64 || width == 80;
}

/* ---- texts ---- */

enum {
	FLOAT_TEXT = 512,
	FLOAT_FORMAT = 128
}; /* bytes of a text; largest width and precision of a format */

/* Bases of formats: the shortest text that strtod, or strtof, reads back. */
enum {
	SHORTEST_DOUBLE = 'r',
	SHORTEST_FLOAT = 's',
	SHORTEST_MOST = 24 /* characters, but of a NaN with a payload */
};
u32 float_shortest(u64 bits, unsigned width, char out[FLOAT_TEXT]);

static inline bool format_is_float(const TextFormat *f)
{
	return f->base > 16;
}
/* Writes the text of a double and returns its length. */
u32 float_text_of(const TextFormat *f, u64 bits, char out[FLOAT_TEXT]);
u8 float_text_char(const TextFormat *f, u64 bits, u32 k); /* 0 past its end */
bool float_same_text(const TextFormat *f, u64 a, const TextFormat *g, u64 b);
/* Returns the condition that two doubles have the same text, each in its format; 0: there are too many formats. */
Expr expr_same_text(ExprPool *p, Expr a, u32 format_a, Expr b, u32 format_b);
/* Formats of a SAME_TEXT, from its parameter. */
enum { SAME_TEXT_BITS = 12 };
static inline u32 same_text_format(u32 c, bool second)
{
	return c >> (second ? 8 + SAME_TEXT_BITS : 8) & ((1u << SAME_TEXT_BITS) - 1);
}

/* Constructors. The width counts where it does not follow. */
/* param: a FloatOp, or the parameter of a call (call.h). */
Expr expr_float(ExprPool *p, u32 param, unsigned width, Expr a, Expr b, Expr c);
FloatOp expr_float_op(const ExprPool *p, Expr e); /* of a FLOAT1, FLOAT2 or FLOAT3 */
u32 expr_float_param(const ExprPool *p, Expr e);  /* likewise: with what a call has besides */
bool expr_has_float(const ExprPool *p, Expr e);   /* true if such a node is below it */
/* A program computed e as a sum or product of a and b, in this order. True if a program has also computed it with
 * the operands exchanged, and both may be a NaN: then the results differ in sign and payload, if both are. */
bool expr_float_exchanged(ExprPool *p, Expr e, Expr a, Expr b);

/* False if it is no NaN on any input; true if we do not know. */
bool expr_may_be_nan(const ExprPool *p, Expr e);
/* nan.c: other bits of the NaNs that operations return. */
typedef enum NanRule {
	NAN_ONE,      /* all are one, and stay it if the sign is inverted */
	NAN_OPERAND,  /* those of an operand, if one is a NaN; not made quiet */
	NAN_INVERTED, /* likewise, with the other sign */
	N_NAN_RULES
} NanRule;
Expr expr_with_nans(ExprPool *p, Expr e, NanRule rule);
/* convert.c: the condition that an integer of so many bits can hold the number x, cut off; a NaN it cannot. */
Expr expr_float_convertible(ExprPool *p, bool is_signed, Expr x, u32 bits);

/* By shape, for expr_make (ops.h). */
Expr expr_float1(ExprPool *p, unsigned width, Expr a, u32 op);
Expr expr_float2(ExprPool *p, unsigned width, Expr a, Expr b, u32 op);
/* Value of a FLOAT2 with c as its parameter. */
u128 expr_float2_value(const ExprPool *p, u32 c, unsigned width, unsigned from, u128 a, u128 b);
Expr expr_float3(ExprPool *p, unsigned width, Expr a, Expr b, Expr c);

#endif
