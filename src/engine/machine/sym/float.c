/* float.c: expressions of floating-point instructions. */
#include "engine/expr/float/float.h"

#include "engine/machine/sym.h"

static Expr constant(ExprPool *p, unsigned width, u128 v)
{
	return expr_const128(p, width, v);
}

static Expr sign_bit(ExprPool *p, unsigned width)
{
	return constant(p, width, (u128)1 << (width - 1));
}

static Expr magnitude(ExprPool *p, Expr a, unsigned width)
{
	return expr_and(p, a, constant(p, width, ((u128)1 << (width - 1)) - 1));
}

static Expr number(ExprPool *p, Expr a)
{
	return expr_float(p, FLOAT_EQUAL, 1, a, a, 0);
}

/* Every predicate from three that are false for a NaN. */
static Expr compare(ExprPool *p, Pred pred, Expr a, Expr b)
{
	switch (pred) {
	case P_OEQ: return expr_float(p, FLOAT_EQUAL, 1, a, b, 0);
	case P_OGT: return expr_float(p, FLOAT_LESS, 1, b, a, 0);
	case P_OGE: return expr_float(p, FLOAT_AT_MOST, 1, b, a, 0);
	case P_OLT: return expr_float(p, FLOAT_LESS, 1, a, b, 0);
	case P_OLE: return expr_float(p, FLOAT_AT_MOST, 1, a, b, 0);
	case P_ONE: return expr_or(p, compare(p, P_OLT, a, b), compare(p, P_OGT, a, b));
	case P_ORD: return expr_and(p, number(p, a), number(p, b));
	case P_UNO: return expr_not(p, compare(p, P_ORD, a, b));
	case P_UEQ: return expr_not(p, compare(p, P_ONE, a, b));
	case P_FUGT: return expr_not(p, compare(p, P_OLE, a, b));
	case P_FUGE: return expr_not(p, compare(p, P_OLT, a, b));
	case P_FULT: return expr_not(p, compare(p, P_OGE, a, b));
	case P_FULE: return expr_not(p, compare(p, P_OGT, a, b));
	case P_UNE: return expr_not(p, compare(p, P_OEQ, a, b));
	default: return expr_bool(pred == P_FTRUE);
	}
}

int sym_float_op(FloatFn fn)
{
	static const i8 op[] = {
		[FF_FABS] = -1,
		[FF_SQRT] = FLOAT_SQRT,
		[FF_FLOOR] = FLOAT_FLOOR,
		[FF_CEIL] = FLOAT_CEIL,
		[FF_TRUNC] = FLOAT_TRUNC,
		[FF_RINT] = FLOAT_RINT,
		[FF_NEARBYINT] = FLOAT_RINT,
		[FF_ROUND] = FLOAT_ROUND,
		[FF_ROUNDEVEN] = FLOAT_RINT,
		[FF_SIN] = FLOAT_SIN,
		[FF_COS] = FLOAT_COS,
		[FF_EXP] = FLOAT_EXP,
		[FF_EXP2] = FLOAT_EXP2,
		[FF_LOG] = FLOAT_LOG,
		[FF_LOG2] = FLOAT_LOG2,
		[FF_LOG10] = FLOAT_LOG10,
		[FF_CANONICALIZE] = -1,
		[FF_COPYSIGN] = -1,
		[FF_MINNUM] = FLOAT_MIN,
		[FF_MAXNUM] = FLOAT_MAX,
		[FF_MINIMUM] = FLOAT_MINIMUM,
		[FF_MAXIMUM] = FLOAT_MAXIMUM,
		[FF_POW] = FLOAT_POW,
		[FF_POWI] = FLOAT_POWI,
		[FF_LDEXP] = FLOAT_LDEXP,
	};
	return fn < countof(op) ? op[fn] : -1;
}

static Expr function(ExprPool *p, const Ins *in, Expr a, Expr b)
{
	unsigned w = type_bits(in->type);
	int op = sym_float_op((FloatFn)in->sub);
	if (op >= 0)
		return expr_float(p, (FloatOp)op, w, a, b, 0);
	switch ((FloatFn)in->sub) {
	case FF_FABS: return magnitude(p, a, w);
	case FF_COPYSIGN: return expr_or(p, magnitude(p, a, w), expr_and(p, b, sign_bit(p, w)));
	case FF_CANONICALIZE: return a;
	default: return 0;
	}
}

/* llvm.is.fpclass of a float or double: by its magnitude, one bit per class. */
static Expr class_of(ExprPool *p, Expr a, unsigned w, u32 classes)
{
	u64 inf = w == 32 ? 0x7f800000 : 0x7ff0000000000000, least = w == 32 ? 1u << 23 : 1ull << 52;
	u64 quiet = inf | least >> 1;
	const u64 from[] = {inf + 1, quiet, inf, least, 1, 0}; /* signalling, quiet, ... zero */
	const u64 to[] = {quiet - 1, (1ull << (w - 1)) - 1, inf, inf - 1, least - 1, 0};
	const u32 negative[] = {1 << 0, 1 << 1, 1 << 2, 1 << 3, 1 << 4, 1 << 5};
	const u32 positive[] = {1 << 0, 1 << 1, 1 << 9, 1 << 8, 1 << 7, 1 << 6};
	Expr size = magnitude(p, a, w), below = expr_extract(p, a, w - 1, 1), any = EXPR_FALSE;
	for (u32 k = 0; k < countof(from); k++) {
		Expr in = expr_and(p, expr_ule(p, constant(p, w, from[k]), size),
						   expr_ule(p, size, constant(p, w, to[k])));
		Expr sign =
			expr_ite(p, below, expr_bool(classes & negative[k]), expr_bool(classes & positive[k]));
		any = expr_or(p, any, expr_and(p, in, sign));
	}
	return any;
}

/* Z3 has no long double, so an expression of one could not be decided: its operands become concrete. */
static bool is_long(const Ins *in)
{
	bool converts = in->op == I_UITOFP || in->op == I_SITOFP || in->op == I_FPCONV;
	return (in->type == TYPE_F80 && in->op != I_FNEG) || (converts && in->type2 == TYPE_F80);
}

Expr sym_float(ExprPool *p, const Ins *in, Expr a, Expr b, Expr c)
{
	unsigned w = type_bits(in->type), to = type_bits(in->type2);
	if (is_long(in))
		return 0;
	switch (in->op) {
	case I_FADD: return expr_float(p, FLOAT_ADD, w, a, b, 0);
	case I_FSUB: return expr_float(p, FLOAT_SUB, w, a, b, 0);
	case I_FMUL: return expr_float(p, FLOAT_MUL, w, a, b, 0);
	case I_FDIV: return expr_float(p, FLOAT_DIV, w, a, b, 0);
	case I_FREM: return expr_float(p, FLOAT_REM, w, a, b, 0);
	case I_FNEG: return expr_xor(p, a, sign_bit(p, w));
	case I_FCMP: return compare(p, in->sub, a, b);
	case I_FPTOUI: return expr_float(p, FLOAT_TO_UNSIGNED, to, a, 0, 0);
	case I_FPTOSI: return expr_float(p, FLOAT_TO_SIGNED, to, a, 0, 0);
	case I_FPTOUI_SAT: return expr_float(p, FLOAT_SAT_UNSIGNED, to, a, 0, 0);
	case I_FPTOSI_SAT: return expr_float(p, FLOAT_SAT_SIGNED, to, a, 0, 0);
	case I_UITOFP: return expr_float(p, FLOAT_OF_UNSIGNED, to, a, 0, 0);
	case I_SITOFP: return expr_float(p, FLOAT_OF_SIGNED, to, a, 0, 0);
	case I_FPCONV: return expr_float(p, FLOAT_RESIZE, to, a, 0, 0);
	case I_FUNARY:
	case I_FBINARY: return function(p, in, a, b);
	case I_FMA: return expr_float(p, FLOAT_FMA, w, a, b, c);
	case I_FPCLASS: return class_of(p, a, w, (u32)in->imm);
	default: return 0;
	}
}
