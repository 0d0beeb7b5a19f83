/* float.c: floating point in contracts: concrete values, as elsewhere in drift.
 *
 * drift has no floating-point expressions. A clause about such a number refers to its value in this
 * run; nothing is known for inputs with another value. So a run can decide the clause, and a search
 * can if the value is constant on the path. */
#include "clients/check/eval/eval.h"

/* Returns the value of an expression in this run; the result is unknown for other values. */
static u64 pinned(Eval *v, Expr e)
{
	ExprPool *p = v->p;
	u64 now = v->input || expr_is_const(p, e) ? (u64)expr_eval(p, e, v->input) : 0;
	if (!expr_is_const(p, e) && v->input) {
		Expr same = expr_eq(p, e, expr_const(p, expr_width(p, e), now));
		v->known = expr_and(p, v->known, expr_or(p, same, expr_not(p, v->guard)));
	}
	return now;
}

static CheckValue number(Eval *v, double d, bool single, Expr ok)
{
	d = single ? (double)(float)d : d;
	return (CheckValue){.kind = CHECK_FLOAT,
						.e = expr_const(v->p, 32, d != 0),
						.is_signed = true,
						.real = d,
						.single = single,
						.ok = ok};
}

CheckValue float_constant(Eval *v, double d, bool single)
{
	return number(v, d, single, EXPR_TRUE);
}

CheckValue float_of_bits(Eval *v, Expr bits, u64 size, Expr ok)
{
	u64 now = pinned(v, bits);
	float f;
	double d;
	memcpy(&f, &now, sizeof f);
	memcpy(&d, &now, sizeof d);
	return number(v, size == sizeof f ? (double)f : d, size == sizeof f, ok);
}

CheckValue float_of(Eval *v, const CheckValue *x, bool single)
{
	if (x->kind == CHECK_FLOAT)
		return number(v, x->real, single, x->ok);
	u32 width = expr_width(v->p, x->e), shift = 64 - width;
	u64 now = pinned(v, x->e) << shift;
	if (single)
		return number(v,
					  (double)(x->is_signed ? (float)((i64)now >> shift) : (float)(now >> shift)),
					  true, x->ok);
	return number(v, x->is_signed ? (double)((i64)now >> shift) : (double)(now >> shift), false,
				  x->ok);
}

/* Outside of the type's range the conversion means nothing. */
CheckValue float_cast(Eval *v, const CheckValue *x, u32 width, bool is_signed)
{
	double limit = __builtin_ldexp(1, (int)width - is_signed), d = x->real;
	bool fits = is_signed ? d > -limit - 1 && d < limit : d > -1 && d < limit;
	if (width == 1)
		return check_truth(v, expr_bool(d != 0), x->ok);
	u64 value = !fits ? 0 : is_signed ? (u64)(i64)d : (u64)d;
	return check_number(expr_const(v->p, width, value), is_signed, fits ? x->ok : EXPR_FALSE);
}

CheckValue float_negated(Eval *v, const CheckValue *x)
{
	return number(v, -x->real, x->single, x->ok);
}

CheckValue float_binary(Eval *v, const Term *t, const CheckValue *x, const CheckValue *y)
{
	static const char *const comparisons[] = {"==", "!=", "<", "<=", ">", ">="};
	bool single = (x->kind != CHECK_FLOAT || x->single) && (y->kind != CHECK_FLOAT || y->single);
	if (x->kind == CHECK_POINTER || y->kind == CHECK_POINTER)
		return eval_fail(v, t, "'%s' cannot be done with a pointer", t->text);
	CheckValue a = float_of(v, x, single), b = float_of(v, y, single);
	Expr ok = expr_and(v->p, a.ok, b.ok);
	bool truths[] = {a.real == b.real, a.real != b.real,
					 a.real<b.real, a.real <= b.real, a.real> b.real, a.real >= b.real};
	for (size_t i = 0; i < countof(comparisons); i++)
		if (!strcmp(t->text, comparisons[i]))
			return check_truth(v, expr_bool(truths[i]), ok);
	if (!strcmp(t->text, "+"))
		return number(v, a.real + b.real, single, ok);
	if (!strcmp(t->text, "-"))
		return number(v, a.real - b.real, single, ok);
	if (!strcmp(t->text, "*"))
		return number(v, a.real * b.real, single, ok);
	if (!strcmp(t->text, "/"))
		return number(v, a.real / b.real, single, ok);
	return eval_fail(v, t, "'%s' cannot be done with floating point", t->text);
}
