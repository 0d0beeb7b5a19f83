/* constrained.c: arithmetic of code that may change the rounding mode or test flags (`#pragma
 * STDC FENV_ACCESS ON`, -frounding-math), in LLVM llvm.experimental.constrained.*.
 *
 * Nothing that the machine runs changes the rounding mode (libc/fenv.c), and flags cannot be
 * tested. So these are the plain operations.
 */
#include "engine/load/lower/lower.h"

#include <llvm-c/Core.h>

enum { CMP = 1, MULADD = 2 };

static const struct {
	const char *name;
	u8 op;      /* InsOp */
	u8 sub;     /* FloatFn */
	u8 n;       /* values it takes */
	u8 special; /* CMP, MULADD */
} plain[] = {
	{"fadd.", I_FADD, 0, 2, 0},
	{"fsub.", I_FSUB, 0, 2, 0},
	{"fmul.", I_FMUL, 0, 2, 0},
	{"fdiv.", I_FDIV, 0, 2, 0},
	{"frem.", I_FREM, 0, 2, 0},
	{"fma.", I_FMA, 0, 3, 0},
	{"fmuladd.", I_FMUL, 0, 3, MULADD},
	{"fptosi.", I_FPTOSI, 0, 1, 0},
	{"fptoui.", I_FPTOUI, 0, 1, 0},
	{"sitofp.", I_SITOFP, 0, 1, 0},
	{"uitofp.", I_UITOFP, 0, 1, 0},
	{"fptrunc.", I_FPCONV, 0, 1, 0},
	{"fpext.", I_FPCONV, 0, 1, 0},
	{"fcmp.", I_FCMP, 0, 2, CMP},
	{"fcmps.", I_FCMP, 0, 2, CMP},
	{"sqrt.", I_FUNARY, FF_SQRT, 1, 0},
	{"floor.", I_FUNARY, FF_FLOOR, 1, 0},
	{"ceil.", I_FUNARY, FF_CEIL, 1, 0},
	{"trunc.", I_FUNARY, FF_TRUNC, 1, 0},
	{"rint.", I_FUNARY, FF_RINT, 1, 0},
	{"nearbyint.", I_FUNARY, FF_NEARBYINT, 1, 0},
	{"round.", I_FUNARY, FF_ROUND, 1, 0},
	{"roundeven.", I_FUNARY, FF_ROUNDEVEN, 1, 0},
	{"sin.", I_FUNARY, FF_SIN, 1, 0},
	{"cos.", I_FUNARY, FF_COS, 1, 0},
	{"exp.", I_FUNARY, FF_EXP, 1, 0},
	{"exp2.", I_FUNARY, FF_EXP2, 1, 0},
	{"log.", I_FUNARY, FF_LOG, 1, 0},
	{"log2.", I_FUNARY, FF_LOG2, 1, 0},
	{"log10.", I_FUNARY, FF_LOG10, 1, 0},
	{"minnum.", I_FBINARY, FF_MINNUM, 2, 0},
	{"maxnum.", I_FBINARY, FF_MAXNUM, 2, 0},
	{"pow.", I_FBINARY, FF_POW, 2, 0},
	{"ldexp.", I_FBINARY, FF_LDEXP, 2, 0},
};

/* The predicate of a comparison, which is text. */
static bool predicate(LLVMValueRef text, u8 *pred)
{
	static const char *const names[] = {"false", "oeq", "ogt", "oge", "olt", "ole", "one", "ord",
										"uno",   "ueq", "ugt", "uge", "ult", "ule", "une", "true"};
	unsigned n = 0;
	const char *s = LLVMGetMDString(text, &n);
	for (size_t i = 0; s && i < countof(names); i++)
		if (strlen(names[i]) == n && !strncmp(names[i], s, n)) {
			*pred = (u8)(P_FFALSE + i);
			return true;
		}
	return false;
}

/* A direction that the code itself names must be the one there is. */
static bool to_nearest(LLVMValueRef v)
{
	for (unsigned i = 0; i < LLVMGetNumArgOperands(v); i++) {
		unsigned n = 0;
		const char *s = LLVMGetMDString(LLVMGetOperand(v, i), &n);
		if (s && n > 6 && !strncmp(s, "round.", 6) && strncmp(s, "round.dynamic", n) &&
			strncmp(s, "round.tonearest", n))
			return false;
	}
	return true;
}

bool lower_constrained(Lower *l, LLVMValueRef v, const char *name)
{
	Type t = scalar_type(LLVMTypeOf(LLVMGetOperand(v, 0))), gives = scalar_type(LLVMTypeOf(v));
	if (t == TYPE_VOID || gives == TYPE_VOID || !to_nearest(v))
		return false;
	for (size_t k = 0; k < countof(plain); k++) {
		if (strncmp(name, plain[k].name, strlen(plain[k].name)))
			continue;
		Operand o[3] = {NO_OPERAND, NO_OPERAND, NO_OPERAND};
		u8 sub = plain[k].sub;
		if (plain[k].special == CMP && !predicate(LLVMGetOperand(v, 2), &sub))
			return false;
		for (unsigned i = 0; i < plain[k].n; i++)
			o[i] = lower_operand(l, LLVMGetOperand(v, i));
		if (plain[k].special == MULADD) {
			lower_fmuladd(l, v);
			return true;
		}
		Ins *i = emit(l, (InsOp)plain[k].op, t, result_reg(l, v), o[0], o[1], o[2]);
		i->sub = sub;
		i->type2 = gives;
		return true;
	}
	return false;
}
