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

/* Classes of llvm.is.fpclass: signalling and quiet NaN, then from -infinity to +infinity. */
enum { SIGNALLING = 1 << 0, QUIET = 1 << 1, BELOW = 2, ABOVE = 9, MAGNITUDES = 4 };

static u128 infinity_bits(unsigned w)
{
	if (w == 32)
		return 0x7f800000;
	return w == 64 ? 0x7ff0000000000000 : (u128)0x7fff8 << 60;
}

/* Whether the magnitude of a number is infinite, normal, subnormal, zero: by k. */
static Expr has_magnitude(ExprPool *p, Expr size, unsigned w, u32 k)
{
	u128 inf = infinity_bits(w);
	u128 least = w == 32 ? 1u << 23 : w == 64 ? 1ull << 52 : (u128)0x18 << 60;
	Expr end = constant(p, w, inf), normal = constant(p, w, least), zero = constant(p, w, 0);
	switch (k) {
	case 0: return compare(p, P_OEQ, size, end);
	case 1: return expr_and(p, compare(p, P_OLE, normal, size), compare(p, P_OLT, size, end));
	case 2: return expr_and(p, compare(p, P_OLT, zero, size), compare(p, P_OLT, size, normal));
	default: return compare(p, P_OEQ, size, zero);
	}
}

/* A signalling NaN: its first payload bit is clear. */
static Expr nan_of_class(ExprPool *p, Expr a, unsigned w, u32 classes)
{
	Expr nan = expr_not(p, number(p, a)), bit = expr_extract(p, a,
															 w == 32   ? 22
															 : w == 64 ? 51
																	   : 62,
															 1);
	u32 both = classes & (SIGNALLING | QUIET);
	if (!both)
		return EXPR_FALSE;
	if (both == (SIGNALLING | QUIET))
		return nan;
	return both == QUIET ? expr_and(p, nan, bit) : expr_and(p, nan, expr_not(p, bit));
}

/* llvm.is.fpclass, by comparisons: the solver knows more of these than of bits. */
static Expr class_of(ExprPool *p, Expr a, unsigned w, u32 classes)
{
	Expr size = magnitude(p, a, w), minus = expr_extract(p, a, w - 1, 1);
	Expr any = nan_of_class(p, a, w, classes);
	const u32 finite = 7 << 3 | 7 << 6;
	if ((classes & ~(u32)(SIGNALLING | QUIET)) == finite)
		return expr_or(p, any, compare(p, P_OLT, size, constant(p, w, infinity_bits(w))));
	for (u32 k = 0; k < MAGNITUDES; k++) {
		bool below = classes >> (BELOW + k) & 1, above = classes >> (ABOVE - k) & 1;
		if (!below && !above)
			continue;
		Expr in = has_magnitude(p, size, w, k);
		if (below != above)
			in = expr_and(p, in, below ? minus : expr_not(p, minus));
		any = expr_or(p, any, in);
	}
	return any;
}

/* Functions of the C library that only look at bits; 0: it is another one. */
Expr sym_float_bits(ExprPool *p, const char *name, unsigned w, Expr a, Expr b)
{
	static const struct {
		const char *name;
		u32 classes; /* 0: no class */
	} some[] = {
		{"fabs", 0}, {"copysign", 0}, {"isnan", SIGNALLING | QUIET}, {"finite", 7 << 3 | 7 << 6}};
	name += 2 * !strncmp(name, "__", 2);
	for (size_t i = 0; i < countof(some); i++) {
		size_t n = strlen(some[i].name);
		if (strncmp(name, some[i].name, n) || (name[n] && name[n + 1]))
			continue;
		if (some[i].classes)
			return expr_zext(p, class_of(p, a, w, some[i].classes), 32);
		Expr size = magnitude(p, a, w);
		return i ? expr_or(p, size, expr_and(p, b, sign_bit(p, w))) : size;
	}
	return 0;
}

/* Neither Z3 nor bounds know long double, so an expression of one could not be decided: its operands become concrete. */
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
