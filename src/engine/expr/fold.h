/* fold.h: defines what each operation computes.
 *
 * Only this file defines the meaning of the operations; constant folding, evaluation and tapes
 * all use it. Each definition works on words of 64 bits, for speed, and of 128. Values are
 * truncated to their width.
 */
#ifndef DRIFT_EXPR_FOLD_H
#define DRIFT_EXPR_FOLD_H

#include "engine/expr/expr.h"

static inline u64 mask64(unsigned width)
{
	return width >= 64 ? ~0ull : (1ull << width) - 1;
}

static inline u128 mask128(unsigned width)
{
	return width >= 128 ? ~(u128)0 : ((u128)1 << width) - 1;
}

static inline i64 sign64(u64 v, unsigned width)
{
	return (i64)(v << (64 - width)) >> (64 - width);
}

static inline i128 sign_extend(u128 v, unsigned width)
{
	return (i128)(v << (128 - width)) >> (128 - width);
}

/* x of so many bits as a signed number. */
#define SIGNED(x, width) _Generic((x), u64 : sign64, u128 : sign_extend)((x), (width))

/* Of one operand, a of width from, to width w; low: its lowest bit that counts. m is the mask of w. */
#define FOLD1(name, ...)                                                             \
	static inline u64 fold_##name##_64(unsigned w, unsigned from, u32 low, u64 a)    \
	{                                                                                \
		const u64 m = mask64(w);                                                     \
		(void)m, (void)from, (void)low;                                              \
		__VA_ARGS__                                                                  \
	}                                                                                \
	static inline u128 fold_##name##_128(unsigned w, unsigned from, u32 low, u128 a) \
	{                                                                                \
		const u128 m = mask128(w);                                                   \
		(void)m, (void)from, (void)low;                                              \
		__VA_ARGS__                                                                  \
	}

/* Of two operands of width w. */
#define FOLD2(name, ...)                                             \
	static inline u64 fold_##name##_64(unsigned w, u64 a, u64 b)     \
	{                                                                \
		const u64 m = mask64(w);                                     \
		(void)m;                                                     \
		__VA_ARGS__                                                  \
	}                                                                \
	static inline u128 fold_##name##_128(unsigned w, u128 a, u128 b) \
	{                                                                \
		const u128 m = mask128(w);                                   \
		(void)m;                                                     \
		__VA_ARGS__                                                  \
	}

/* clang-format off */
FOLD1(not, return ~a & m;)
FOLD1(neg, return -a & m;)
FOLD1(zext, return a;)
FOLD1(sext, return SIGNED(a, from) & m;)
FOLD1(extract, return a >> low & m;)

FOLD2(add, return (a + b) & m;)
FOLD2(sub, return (a - b) & m;)
FOLD2(mul, return (a * b) & m;)
FOLD2(and, return a & b;)
FOLD2(or, return a | b;)
FOLD2(xor, return a ^ b;)
FOLD2(eq, return a == b;)
FOLD2(ult, return a < b;)
FOLD2(ule, return a <= b;)
FOLD2(slt, return SIGNED(a, w) < SIGNED(b, w);)
FOLD2(sle, return SIGNED(a, w) <= SIGNED(b, w);)
FOLD2(udiv, return b ? a / b : m;)
FOLD2(urem, return b ? a % b : a;)
FOLD2(sdiv,
	bool na = a >> (w - 1) & 1, nb = b >> (w - 1) & 1;
	typeof(a) ua = na ? -a & m : a, ub = nb ? -b & m : b, q = ub ? ua / ub : m;
	return (na != nb ? -q : q) & m;)
FOLD2(srem,
	bool na = a >> (w - 1) & 1, nb = b >> (w - 1) & 1;
	typeof(a) ua = na ? -a & m : a, ub = nb ? -b & m : b, r = ub ? ua % ub : ua;
	return (na ? -r : r) & m;)
FOLD2(shl, return b >= w ? 0 : a << (unsigned)b & m;)
FOLD2(lshr, return b >= w ? 0 : a >> (unsigned)b;)
FOLD2(ashr, return (typeof(a))(SIGNED(a, w) >> (b >= w ? w - 1 : (unsigned)b)) & m;)
/* clang-format on */

#undef FOLD1
#undef FOLD2

/* Value of an operation on constants. width is that of the operands of two. */
u128 expr_fold2(ExprOp op, unsigned width, u128 a, u128 b);
u128 expr_fold1(ExprOp op, unsigned width, unsigned from_width, u128 a, u32 low);

/* A case of a switch for each operation of one or two operands (ops.h). The others are no business of
 * the functions below. */
#define FOLD1_ONE(NAME, CALL, BITS) \
	case EXPR_##NAME:               \
		return fold_##CALL##_##BITS(width, from_width, low, a);
#define FOLD1_CUT FOLD1_ONE
#define FOLD1_WIDEN FOLD1_ONE
#define FOLD1_TWO(...)
#define FOLD1_LEAF(...)
#define FOLD1_JOIN(...)
#define FOLD1_PICK(...)
#define FOLD1_STORE(...)
#define FOLD1_READ(...)
#define FOLD1_CHAR(...)
#define FOLD1_LENGTH(...)
#define FOLD1_FONE(...)
#define FOLD1_FTWO(...)
#define FOLD1_FTHREE(...)
#define FOLD2_TWO(NAME, CALL, BITS) \
	case EXPR_##NAME:               \
		return fold_##CALL##_##BITS(width, a, b);
#define FOLD2_ONE(...)
#define FOLD2_CUT(...)
#define FOLD2_WIDEN(...)
#define FOLD2_LEAF(...)
#define FOLD2_JOIN(...)
#define FOLD2_PICK(...)
#define FOLD2_STORE(...)
#define FOLD2_READ(...)
#define FOLD2_CHAR(...)
#define FOLD2_LENGTH(...)
#define FOLD2_FONE(...)
#define FOLD2_FTWO(...)
#define FOLD2_FTHREE(...)

/* The same for operands and results of at most 64 bits. */
static inline u64 fold2_64(ExprOp op, unsigned width, u64 a, u64 b)
{
	switch (op) {
#define X(NAME, CALL, ARITY, SHAPE, ...) FOLD2_##SHAPE(NAME, CALL, 64)
		EXPR_OPS(X)
#undef X
	default: abort();
	}
}

static inline u64 fold1_64(ExprOp op, unsigned width, unsigned from_width, u64 a, u32 low)
{
	switch (op) {
#define X(NAME, CALL, ARITY, SHAPE, ...) FOLD1_##SHAPE(NAME, CALL, 64)
		EXPR_OPS(X)
#undef X
	default: abort();
	}
}

#endif
