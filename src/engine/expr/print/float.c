/* float.c: writes floating-point operations as C.
 *
 * An expression is bits. Where C has a number, a node that computes one is written as it is, and other
 * bits are double(bits), float(bits) or extended(bits). Where C has an integer, a number is bits(number).
 */
#include "engine/expr/float/call.h"

#include <math.h>

#include "engine/expr/print/print.h"

/* Of literals and functions; `longest` is that of long double. */
static const char *suffix(unsigned width, const char *longest)
{
	if (width == 32)
		return "f";
	return width == 80 ? longest : "";
}

static const char *type_name(unsigned width)
{
	if (width == 32)
		return "float";
	return width == 64 ? "double" : "long double";
}

/* The shortest decimal number that is read as the same bits. */
static void write_shortest(unsigned width, u128 bits, Buf *out)
{
	char text[64];
	long double x = 0;
	double d = 0;
	float f = 0;
	memcpy(&x, &bits, 10);
	memcpy(&d, &bits, sizeof d);
	memcpy(&f, &bits, sizeof f);
	if (width != 80 && fabs(width == 32 ? (double)f : d) < 1e15 &&
		rint(width == 32 ? (double)f : d) == (width == 32 ? (double)f : d)) {
		buf_addf(out, "%.1f%s", width == 32 ? (double)f : d, width == 32 ? "f" : "");
		return;
	}
	for (int digits = 1; digits <= 21; digits++) {
		bool same = false;
		if (width == 32) {
			snprintf(text, sizeof text, "%.*g", digits, (double)f);
			same = strtof(text, NULL) == f;
		} else if (width == 64) {
			snprintf(text, sizeof text, "%.*g", digits, d);
			same = strtod(text, NULL) == d;
		} else {
			snprintf(text, sizeof text, "%.*Lg", digits, x);
			same = strtold(text, NULL) == x;
		}
		if (same)
			break;
	}
	buf_adds(out, text);
	if (!strpbrk(text, ".e"))
		buf_adds(out, ".0");
	buf_adds(out, suffix(width, "L"));
}

typedef struct FloatLayout {
	unsigned exponent_at; /* its lowest bit */
	u64 last;             /* the largest exponent */
	u64 mantissa;         /* its bits, but for the leading one of a long double */
} FloatLayout;

static FloatLayout layout_of(unsigned width)
{
	if (width == 32)
		return (FloatLayout){23, 0xff, 0x7fffff};
	if (width == 64)
		return (FloatLayout){52, 0x7ff, 0xfffffffffffff};
	return (FloatLayout){64, 0x7fff, ~(1ull << 63)};
}

/* As a literal that is read back as the same bits. */
static void write_literal(unsigned width, u128 bits, Buf *out)
{
	FloatLayout f = layout_of(width);
	u64 exponent = (u64)(bits >> f.exponent_at) & f.last, mantissa = (u64)bits & f.mantissa;
	bool negative = bits >> (width - 1) & 1;
	if (exponent != f.last)
		write_shortest(width, bits, out);
	else if (!mantissa)
		buf_adds(out, negative ? "-INFINITY" : "INFINITY");
	else
		buf_addf(out, "%s(0x%llx)", type_name(width), (unsigned long long)bits);
}

static void call(Printer *pr, FloatOp op, unsigned width, const ExprNode *n)
{
	const Expr kid[3] = {n->a, n->b, n->c};
	buf_addf(pr->out, "%s%s(", float_sign[op], suffix(width, "l"));
	for (unsigned k = 0; k < float_arity[op]; k++) {
		bool integer = k == 1 && (op == FLOAT_LDEXP || op == FLOAT_POWI);
		buf_adds(pr->out, k ? ", " : "");
		if (integer)
			pr_operand(pr, kid[k], true, P_CHOICE);
		else
			pr_float_number(pr, kid[k], P_CHOICE);
	}
	buf_addc(pr->out, ')');
}

static const char *end_of_call(CallResult which)
{
	if (which == CALL_ERRNO)
		return "))";
	if (which == CALL_OUT)
		return ").out";
	return which == CALL_OUT2 ? ").out2" : ")";
}

/* A function of the C library: log(x), frexp(x).out, errno(log(x)). */
static void library(Printer *pr, u32 param, const ExprNode *n)
{
	CallResult which = float_call_which(param);
	const Expr kid[2] = {n->a, n->b};
	buf_addf(pr->out, "%s%s(", which == CALL_ERRNO ? "errno(" : "", float_call_name(param));
	for (unsigned k = 0; k < float_arity[param & 0xff]; k++) {
		buf_adds(pr->out, k ? ", " : "");
		if (float_call_takes_int(param, k))
			pr_operand(pr, kid[k], true, P_CHOICE);
		else
			pr_float_number(pr, kid[k], P_CHOICE);
	}
	buf_adds(pr->out, end_of_call(which));
}

static void binary(Printer *pr, const ExprNode *n, const char *sign, int own, int strength)
{
	pr_open_if(pr, own < strength);
	pr_float_number(pr, n->a, own);
	buf_addf(pr->out, " %s ", sign);
	pr_float_number(pr, n->b, own + 1);
	pr_close_if(pr, own < strength);
}

/* An operation whose result is a number. */
static void operation(Printer *pr, Expr e, int strength)
{
	const ExprNode *n = nd(pr->p, e);
	FloatOp op = expr_float_op(pr->p, e);
	switch (op) {
	case FLOAT_ADD:
	case FLOAT_SUB: binary(pr, n, float_sign[op], P_SUM, strength); break;
	case FLOAT_MUL:
	case FLOAT_DIV: binary(pr, n, float_sign[op], P_PRODUCT, strength); break;
	case FLOAT_RESIZE:
		buf_addf(pr->out, "(%s)", type_name(n->width));
		pr_float_number(pr, n->a, P_UNARY);
		break;
	case FLOAT_OF_SIGNED:
	case FLOAT_OF_UNSIGNED:
		buf_addf(pr->out, "(%s)", type_name(n->width));
		pr_operand(pr, n->a, op == FLOAT_OF_SIGNED, P_UNARY);
		break;
	case FLOAT_CALL1:
	case FLOAT_CALL2: library(pr, expr_float_param(pr->p, e), n); break;
	default: call(pr, op, n->width, n); break;
	}
}

/* Only its sign was changed: -x or fabs(x). Returns the operand, or 0. */
static Expr sign_changed(const ExprPool *p, Expr e, ExprOp op)
{
	const ExprNode *n = nd(p, e);
	u128 sign = (u128)1 << (n->width - 1), want = op == EXPR_XOR ? sign : sign - 1;
	if (n->op != op)
		return 0;
	if (is_const(p, n->a) && const_value(p, n->a) == want)
		return n->b;
	return is_const(p, n->b) && const_value(p, n->b) == want ? n->a : 0;
}

static bool is_number(const ExprPool *p, Expr e)
{
	const ExprNode *n = nd(p, e);
	if (n->op == EXPR_VAR)
		return input_of(p, n->a)->is_float;
	if (!(expr_flags[n->op] & EXPR_HAS_FLOAT))
		return false;
	FloatOp op = expr_float_op(p, e);
	if (float_is_call(op))
		return float_call_is_number(expr_float_param(p, e));
	return op < FLOAT_TO_SIGNED || op == FLOAT_FMA ? n->width != 1 : false;
}

void pr_float_number(Printer *pr, Expr e, int strength)
{
	const ExprNode *n = nd(pr->p, e);
	Expr x;
	if (pr_elided(pr))
		return;
	pr->depth++;
	if (is_const(pr->p, e)) {
		write_literal(n->width, const_value(pr->p, e), pr->out);
	} else if (n->op == EXPR_VAR && is_number(pr->p, e)) {
		input_name(pr->p, n->a, pr->out);
	} else if (is_number(pr->p, e)) {
		operation(pr, e, strength);
	} else if ((x = sign_changed(pr->p, e, EXPR_XOR)) != 0) {
		buf_addc(pr->out, '-');
		pr_float_number(pr, x, P_UNARY);
	} else if ((x = sign_changed(pr->p, e, EXPR_AND)) != 0) {
		buf_addf(pr->out, "fabs%s(", suffix(n->width, "l"));
		pr_float_number(pr, x, P_CHOICE);
		buf_addc(pr->out, ')');
	} else if (n->op == EXPR_ITE) {
		pr_open_if(pr, P_CHOICE < strength);
		pr_truth(pr, n->a, false, P_OR);
		buf_adds(pr->out, " ? ");
		pr_float_number(pr, n->b, P_CHOICE);
		buf_adds(pr->out, " : ");
		pr_float_number(pr, n->c, P_CHOICE);
		pr_close_if(pr, P_CHOICE < strength);
	} else {
		buf_addf(pr->out, "%s(", n->width == 80 ? "extended" : type_name(n->width));
		pr_value(pr, e, P_CHOICE);
		buf_addc(pr->out, ')');
	}
	pr->depth--;
}

/* As an integer. */
void pr_float(Printer *pr, Expr e, int strength)
{
	const ExprNode *n = nd(pr->p, e);
	FloatOp op = n->op == EXPR_VAR ? FLOAT_ADD : expr_float_op(pr->p, e);
	if (op == FLOAT_EQUAL && n->a == n->b) {
		buf_adds(pr->out, "!isnan(");
		pr_float_number(pr, n->a, P_CHOICE);
		buf_addc(pr->out, ')');
	} else if (op == FLOAT_EQUAL) {
		binary(pr, n, "==", P_EQUAL, strength);
	} else if (op == FLOAT_LESS || op == FLOAT_AT_MOST) {
		binary(pr, n, float_sign[op], P_ORDER, strength);
	} else if (op == FLOAT_TO_SIGNED || op == FLOAT_TO_UNSIGNED) {
		pr_int_type(pr, n->width, op == FLOAT_TO_SIGNED);
		pr_float_number(pr, n->a, P_UNARY);
	} else if (op == FLOAT_SAME_TEXT) {
		pr_open_if(pr, P_EQUAL < strength);
		for (int second = 0; second < 2; second++) {
			buf_addf(pr->out, "%stext(\"%%", second ? " == " : "");
			format_text(expr_format_at(pr->p, same_text_format(n->c, second)), false, pr->out);
			buf_adds(pr->out, "\", ");
			pr_float_number(pr, second ? n->b : n->a, P_CHOICE);
			buf_addc(pr->out, ')');
		}
		pr_close_if(pr, P_EQUAL < strength);
	} else if (n->op != EXPR_VAR && float_is_call(op) && !is_number(pr->p, e)) {
		library(pr, expr_float_param(pr->p, e), n);
	} else if (op == FLOAT_SAT_SIGNED || op == FLOAT_SAT_UNSIGNED) {
		call(pr, op, n->width, n);
	} else {
		buf_adds(pr->out, "bits(");
		pr_float_number(pr, e, P_CHOICE);
		buf_addc(pr->out, ')');
	}
}
