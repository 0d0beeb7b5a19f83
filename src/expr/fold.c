/* fold.c: what each operation computes, on values of up to 128 bits.
 *
 * The one place that defines the meaning of the operations; constant folding, evaluation and
 * tapes all come here. Values are kept cut to their width.
 */
#include "expr/pool.h"

static u128 divide(ExprOp op, unsigned width, u128 a, u128 b)
{
	u128 m = mask128(width);
	if (op == EXPR_UDIV)
		return b ? a / b : m;
	if (op == EXPR_UREM)
		return b ? a % b : a;
	bool na = a >> (width - 1) & 1, nb = b >> (width - 1) & 1;
	u128 ua = na ? -a & m : a, ub = nb ? -b & m : b;
	if (op == EXPR_SDIV) {
		u128 q = ub ? ua / ub : m;
		return (na != nb ? -q : q) & m;
	}
	u128 r = ub ? ua % ub : ua;
	return (na ? -r : r) & m;
}

static u128 shift(ExprOp op, unsigned width, u128 a, u128 b)
{
	bool far = b >= width;
	if (op == EXPR_SHL)
		return far ? 0 : a << (unsigned)b & mask128(width);
	if (op == EXPR_LSHR)
		return far ? 0 : a >> (unsigned)b;
	unsigned n = far ? width - 1 : (unsigned)b;
	return (u128)(sign_extend(a, width) >> n) & mask128(width);
}

u128 expr_fold2(ExprOp op, unsigned width, u128 a, u128 b)
{
	u128 m = mask128(width);
	switch (op) {
	case EXPR_ADD: return (a + b) & m;
	case EXPR_SUB: return (a - b) & m;
	case EXPR_MUL: return a * b & m;
	case EXPR_UDIV:
	case EXPR_SDIV:
	case EXPR_UREM:
	case EXPR_SREM: return divide(op, width, a, b);
	case EXPR_SHL:
	case EXPR_LSHR:
	case EXPR_ASHR: return shift(op, width, a, b);
	case EXPR_AND: return a & b;
	case EXPR_OR: return a | b;
	case EXPR_XOR: return a ^ b;
	case EXPR_EQ: return a == b;
	case EXPR_ULT: return a < b;
	case EXPR_ULE: return a <= b;
	case EXPR_SLT: return sign_extend(a, width) < sign_extend(b, width);
	case EXPR_SLE: return sign_extend(a, width) <= sign_extend(b, width);
	default: abort();
	}
}

u128 expr_fold1(ExprOp op, unsigned width, unsigned from_width, u128 a, u32 low)
{
	u128 m = mask128(width);
	switch (op) {
	case EXPR_NOT: return ~a & m;
	case EXPR_NEG: return -a & m;
	case EXPR_ZEXT: return a;
	case EXPR_SEXT: return (u128)sign_extend(a, from_width) & m;
	case EXPR_EXTRACT: return a >> low & m;
	default: abort();
	}
}
