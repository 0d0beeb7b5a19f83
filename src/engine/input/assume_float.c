/* assume_float.c: floating point in --assume: literals, comparisons, arithmetic, casts, fabs and isnan. */
#include "engine/expr/float/float.h"
#include "engine/input/assume.h"

#include <ctype.h>

static AssumeValue number(Parser *s, double d, bool single)
{
	float f = (float)d;
	u64 bits;
	u32 half;
	memcpy(&bits, &d, sizeof d);
	memcpy(&half, &f, sizeof f);
	return (AssumeValue){single ? expr_const(s->p, 32, half) : expr_const(s->p, 64, bits), true,
						 true};
}

bool real_literal(Parser *s, AssumeValue *v)
{
	char *end;
	parse_blanks(s);
	if (parse_word(s, "INFINITY")) {
		*v = number(s, (double)__builtin_inf(), false);
		return true;
	}
	const char *at = s->at;
	while (isdigit((u8)*at))
		at++;
	/* 0..3 is a range */
	bool point = at[0] == '.' && at[1] != '.', exponent = at > s->at && (*at | 32) == 'e';
	if ((!point && !exponent) || (!isdigit((u8)*s->at) && !(point && isdigit((u8)at[1]))))
		return false;
	double d = strtod(s->at, &end);
	bool single = *end == 'f' || *end == 'F';
	if (single) /* rounded once */
		d = (double)strtof(s->at, NULL);
	s->at = end + single;
	*v = number(s, d, single);
	return true;
}

/* ---- values ---- */

static AssumeValue real_of(Parser *s, AssumeValue v, unsigned width)
{
	FloatOp op = v.is_float ? FLOAT_RESIZE : v.is_signed ? FLOAT_OF_SIGNED : FLOAT_OF_UNSIGNED;
	return (AssumeValue){expr_float(s->p, op, width, v.e, 0, 0), true, true};
}

AssumeValue real_to_integer(Parser *s, AssumeValue v, unsigned width, bool is_signed)
{
	FloatOp op = is_signed ? FLOAT_TO_SIGNED : FLOAT_TO_UNSIGNED;
	return (AssumeValue){expr_float(s->p, op, width, v.e, 0, 0), is_signed, false};
}

AssumeValue real_negated(Parser *s, AssumeValue v)
{
	unsigned w = expr_width(s->p, v.e);
	v.e = expr_xor(s->p, v.e, expr_const(s->p, w, 1ull << (w - 1)));
	return v;
}

bool real_function(Parser *s, AssumeValue *v, int depth)
{
	const char *begin = s->at;
	if (parse_accept(s, "(")) {
		unsigned width = parse_word(s, "double") ? 64 : parse_word(s, "float") ? 32 : 0;
		if (!width || !parse_accept(s, ")")) {
			s->at = begin;
			return false;
		}
		*v = parse_operand(s, depth + 1);
		if (!s->failed)
			*v = real_of(s, *v, width);
		return true;
	}
	bool nan = parse_word(s, "isnan"),
		 size = !nan && (parse_word(s, "fabs") || parse_word(s, "fabsf"));
	if ((!nan && !size) || !parse_accept(s, "(")) {
		s->at = begin;
		return false;
	}
	*v = parse_conditional(s, depth + 1);
	if (!parse_accept(s, ")") || (!s->failed && !v->is_float))
		*v = parse_fail(s, "a floating-point number in parentheses is expected");
	if (s->failed)
		return true;
	unsigned w = expr_width(s->p, v->e);
	if (nan)
		*v = value_truth(s, expr_not(s->p, expr_float(s->p, FLOAT_EQUAL, 1, v->e, v->e, 0)));
	else
		v->e = expr_and(s->p, v->e, expr_const(s->p, w, (1ull << (w - 1)) - 1));
	return true;
}

/* ---- operators ---- */

static AssumeValue compare(Parser *s, const char *op, Expr a, Expr b)
{
	ExprPool *p = s->p;
	bool equal = op[1] == '=';
	if (op[0] == '=' || op[0] == '!') {
		Expr e = expr_float(p, FLOAT_EQUAL, 1, a, b, 0);
		return value_truth(s, op[0] == '=' ? e : expr_not(p, e));
	}
	return value_truth(s, expr_float(p, equal ? FLOAT_AT_MOST : FLOAT_LESS, 1, op[0] == '<' ? a : b,
									 op[0] == '<' ? b : a, 0));
}

AssumeValue real_apply(Parser *s, const char *op, AssumeValue a, AssumeValue b)
{
	bool wide =
		(a.is_float && expr_width(s->p, a.e) == 64) || (b.is_float && expr_width(s->p, b.e) == 64);
	unsigned w = wide ? 64 : 32;
	Expr x = real_of(s, a, w).e, y = real_of(s, b, w).e;
	if (strchr("=!<>", op[0]) && strcmp(op, "<<") && strcmp(op, ">>"))
		return compare(s, op, x, y);
	static const char signs[] = "+-*/";
	const char *found = op[1] ? NULL : strchr(signs, op[0]);
	if (!found)
		return parse_fail(s, "'%s' cannot be done with floating point", op);
	static const FloatOp ops[] = {FLOAT_ADD, FLOAT_SUB, FLOAT_MUL, FLOAT_DIV};
	return (AssumeValue){expr_float(s->p, ops[found - signs], w, x, y, 0), true, true};
}
