/* decimal.c: recognises sums that are the decimal value of digits.
 *
 * (s[0] - '0') * 10 + s[1] - '0' is written as decimal(s[0..1]), whatever the order of the
 * computation and whatever other terms the sum has.
 */
#include "engine/expr/print/print.h"

enum { MOST_NODES = 200, MOST_DIGITS = 9 };

/* A sum of bytes, each times a number, and a number. */
typedef struct Sum {
	u32 var[MOST_DIGITS];
	u32 times[MOST_DIGITS]; /* modulo 2^32, as everything here */
	u32 n;
	u32 rest;
	u32 nodes; /* looked at */
} Sum;

static bool add_byte(Sum *s, u32 var, u32 times)
{
	u32 i = 0;
	while (i < s->n && s->var[i] != var)
		i++;
	if (i == MOST_DIGITS)
		return false;
	if (i == s->n)
		s->var[s->n++] = var, s->times[i] = 0;
	s->times[i] += times;
	return true;
}

static bool collect(const ExprPool *p, Expr e, u32 times, Sum *s)
{
	const ExprNode *n = nd(p, e);
	if (++s->nodes > MOST_NODES)
		return false;
	switch (n->op) {
	case EXPR_CONST: s->rest += times * (u32)const64(n); return true;
	case EXPR_ADD: return collect(p, n->a, times, s) && collect(p, n->b, times, s);
	case EXPR_SUB: return collect(p, n->a, times, s) && collect(p, n->b, -times, s);
	case EXPR_NEG: return collect(p, n->a, -times, s);
	case EXPR_MUL:
		return is_const(p, n->b) && collect(p, n->a, times * (u32)const64(nd(p, n->b)), s);
	case EXPR_ZEXT:
		return nd(p, n->a)->op == EXPR_VAR && nd(p, n->a)->width == 8 &&
			   input_of(p, nd(p, n->a)->a)->kind == INPUT_BYTES &&
			   add_byte(s, nd(p, n->a)->a, times);
	default: return false; /* not a sum of digits: printed as it is */
	}
}

bool decimal_of(const ExprPool *p, Expr e, Decimal *out)
{
	Sum s = {.n = 0};
	const ExprNode *n = nd(p, e);
	bool sum = n->op == EXPR_ADD || n->op == EXPR_SUB || n->op == EXPR_NEG || n->op == EXPR_MUL;
	if (!sum || n->width != 32 || !collect(p, e, 1, &s) || s.n < 2)
		return false;
	u32 first = s.var[0], weight = 1, all = 0;
	for (u32 i = 1; i < s.n; i++)
		first = s.var[i] < first ? s.var[i] : first;
	*out = (Decimal){.first = first, .n = s.n};
	for (u32 k = s.n; k-- > 0; weight *= 10) {
		u32 i = 0;
		while (i < s.n && s.var[i] != first + k)
			i++;
		if (i == s.n || input_of(p, first + k) != input_of(p, first))
			return false;
		out->negative = s.times[i] == -weight;
		if (s.times[i] != (s.times[0] >> 31 ? -weight : weight))
			return false;
		all += weight;
	}
	out->rest = (i32)(s.rest + (out->negative ? -48 * all : 48 * all));
	return true;
}

Expr decimal_make(ExprPool *p, const Decimal *d)
{
	Expr e = expr_const(p, 32, 0), ten = expr_const(p, 32, 10);
	for (u32 k = 0; k < d->n; k++) {
		Expr digit = expr_zext(p, expr_var(p, d->first + k), 32);
		e = expr_add(p, expr_mul(p, e, ten), expr_sub(p, digit, expr_const(p, 32, '0')));
	}
	return d->negative ? expr_neg(p, e) : e;
}

bool pr_decimal(Printer *pr, Expr e, int strength)
{
	Decimal d;
	if (!pr->people || !decimal_of(pr->p, e, &d))
		return false;
	const InputGroup *g = input_of(pr->p, d.first);
	bool open = d.rest ? P_SUM < strength : d.negative && P_UNARY < strength;
	pr_open_if(pr, open);
	buf_addf(pr->out, "%sdecimal(%s[%u..%u])", d.negative ? "-" : "", g->name, d.first - g->first,
			 d.first - g->first + d.n - 1);
	if (d.rest)
		buf_addf(pr->out, " %c %u", d.rest < 0 ? '-' : '+',
				 d.rest < 0 ? -(u32)d.rest : (u32)d.rest);
	pr_close_if(pr, open);
	return true;
}
