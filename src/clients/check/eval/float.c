/* float.c: floating point in contracts, as expressions: what the machine computes with float and double. */
#include "clients/check/eval/eval.h"

#include "engine/expr/float/float.h"

static u32 width_of(bool single)
{
	return single ? 32 : 64;
}

static Expr compare(Eval *v, FloatOp op, Expr a, Expr b)
{
	return expr_float(v->p, op, 1, a, b, 0);
}

static Expr is_zero(Eval *v, Expr bits)
{
	return compare(v, FLOAT_EQUAL, bits, expr_const(v->p, expr_width(v->p, bits), 0));
}

static CheckValue number(Eval *v, Expr bits, Expr ok)
{
	return (CheckValue){.kind = CHECK_FLOAT,
						.e = expr_zext(v->p, expr_not(v->p, is_zero(v, bits)), 32),
						.is_signed = true,
						.number = bits,
						.single = expr_width(v->p, bits) == 32,
						.ok = ok};
}

CheckValue float_constant(Eval *v, double d, bool single)
{
	float f = (float)d;
	u64 bits = 0;
	if (single)
		memcpy(&bits, &f, sizeof f);
	else
		memcpy(&bits, &d, sizeof d);
	return number(v, expr_const(v->p, width_of(single), bits), EXPR_TRUE);
}

CheckValue float_of_bits(Eval *v, Expr bits, u64 size, Expr ok)
{
	u32 width = width_of(size == sizeof(float));
	if (expr_width(v->p, bits) > width)
		bits = expr_extract(v->p, bits, 0, width);
	return number(v, bits, ok);
}

CheckValue float_of(Eval *v, const CheckValue *x, bool single)
{
	u32 width = width_of(single);
	FloatOp op = x->is_signed ? FLOAT_OF_SIGNED : FLOAT_OF_UNSIGNED;
	Expr from = x->e;
	if (x->kind == CHECK_FLOAT) {
		op = FLOAT_RESIZE;
		from = x->number;
	}
	return number(v, expr_float(v->p, op, width, from, 0, 0), x->ok);
}

/* Outside of the type's range the conversion means nothing. */
CheckValue float_cast(Eval *v, const CheckValue *x, u32 width, bool is_signed)
{
	if (width == 1)
		return check_truth(v, expr_not(v->p, is_zero(v, x->number)), x->ok);
	FloatOp op = is_signed ? FLOAT_TO_SIGNED : FLOAT_TO_UNSIGNED;
	Expr fits = expr_float_convertible(v->p, is_signed, x->number, width);
	return check_number(expr_float(v->p, op, width, x->number, 0, 0), is_signed,
						expr_and(v->p, x->ok, fits));
}

CheckValue float_negated(Eval *v, const CheckValue *x)
{
	u32 width = width_of(x->single);
	return number(v, expr_xor(v->p, x->number, expr_const(v->p, width, 1ull << (width - 1))),
				  x->ok);
}

CheckValue float_binary(Eval *v, const Term *t, const CheckValue *x, const CheckValue *y)
{
	static const struct {
		const char *sign;
		u8 op; /* FloatOp */
		bool exchanged, not ;
	} comparisons[] = {{"==", FLOAT_EQUAL, false, false}, {"!=", FLOAT_EQUAL, false, true},
					   {"<", FLOAT_LESS, false, false},   {"<=", FLOAT_AT_MOST, false, false},
					   {">", FLOAT_LESS, true, false},    {">=", FLOAT_AT_MOST, true, false}};
	static const char signs[] = "+-*/";
	static const u8 ops[] = {FLOAT_ADD, FLOAT_SUB, FLOAT_MUL, FLOAT_DIV};
	bool single = (x->kind != CHECK_FLOAT || x->single) && (y->kind != CHECK_FLOAT || y->single);
	if (x->kind == CHECK_POINTER || y->kind == CHECK_POINTER)
		return eval_fail(v, t, "'%s' cannot be done with a pointer", t->text);
	CheckValue a = float_of(v, x, single), b = float_of(v, y, single);
	Expr ok = expr_and(v->p, a.ok, b.ok);
	for (size_t i = 0; i < countof(comparisons); i++) {
		if (strcmp(t->text, comparisons[i].sign))
			continue;
		bool turned = comparisons[i].exchanged;
		Expr is = compare(v, comparisons[i].op, turned ? b.number : a.number,
						  turned ? a.number : b.number);
		return check_truth(v, comparisons[i].not ? expr_not(v->p, is) : is, ok);
	}
	const char *sign = t->text[0] && !t->text[1] ? strchr(signs, t->text[0]) : NULL;
	if (!sign)
		return eval_fail(v, t, "'%s' cannot be done with floating point", t->text);
	return number(v, expr_float(v->p, ops[sign - signs], width_of(single), a.number, b.number, 0),
				  ok);
}
