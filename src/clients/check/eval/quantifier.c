/* quantifier.c: evaluates \forall and \exists value by value.
 *
 * The range may depend on the input. A bounded number of values is tried from the lower bound on.
 * The answer is known on condition that the range goes no further; the path mostly implies that. */
#include "clients/check/eval/eval.h"

enum { MOST_VALUES = 64, MOST_FIXED = 1024 };

typedef struct ValueRange {
	bool has[2]; /* a lower and an upper one */
	i64 low;     /* the greatest lower bound */
	Expr high;   /* the least upper bound, 64 bits, signed */
	i64 fixed;   /* the same, if that is fixed */
	bool is_fixed;
} ValueRange;

static bool is_variable(const Term *n, const char *name)
{
	return n->kind == TERM_NAME && !strcmp(n->text, name);
}

/* A bound as 64 bits; plus is added to it. */
static Expr bound_value(Eval *v, const Term *t, StateKind s, i64 plus)
{
	CheckValue x = eval_number(v, t, s);
	if (v->failed)
		return expr_const(v->p, 64, 0);
	AssumeValue n = {x.e, x.is_signed};
	return expr_add(v->p, value_widen(&v->numbers, n, 64), expr_const(v->p, 64, (u64)plus));
}

/* Evaluation starts at a number: the lower bound on this input. */
static void take_low(Eval *v, Expr e, ValueRange *b)
{
	if (!expr_is_const(v->p, e)) {
		Expr now = expr_const(v->p, 64, v->input ? (u64)expr_eval(v->p, e, v->input) : 0);
		v->known = expr_and(v->p, v->known, expr_sle(v->p, now, e));
		e = now;
	}
	i64 low = (i64)expr_value(v->p, e);
	b->low = !b->has[0] || low > b->low ? low : b->low;
	b->has[0] = true;
}

static void take_high(Eval *v, Expr e, ValueRange *b)
{
	b->high = b->has[1] ? expr_ite(v->p, expr_slt(v->p, e, b->high), e, b->high) : e;
	b->has[1] = true;
	b->is_fixed = expr_is_const(v->p, b->high);
	b->fixed = b->is_fixed ? (i64)expr_value(v->p, b->high) : 0;
}

/* Reads bounds off the comparisons of a range. Those that name the variable on both sides, or other
 * things, are left to the evaluation of the range itself. */
static void find_bounds(Eval *v, const Term *t, const char *name, StateKind s, ValueRange *b)
{
	if (t->kind != TERM_BINARY || v->failed)
		return;
	if (!strcmp(t->text, "&&")) {
		find_bounds(v, t->kid[0], name, s, b);
		find_bounds(v, t->kid[1], name, s, b);
		return;
	}
	bool left = is_variable(t->kid[0], name), right = is_variable(t->kid[1], name);
	bool less = !strcmp(t->text, "<") || !strcmp(t->text, "<=");
	bool more = !strcmp(t->text, ">") || !strcmp(t->text, ">=");
	bool strict = !t->text[1];
	if (left == right || (!less && !more))
		return;
	const Term *e = t->kid[left ? 1 : 0];
	if (less == left)
		take_high(v, bound_value(v, e, s, strict ? -1 : 0), b);
	else
		take_low(v, bound_value(v, e, s, strict ? 1 : 0), b);
}

/* One value: what its range and its body are. */
static void try_value(Eval *v, const Term *t, StateKind s, u64 value, CheckValue *range,
					  CheckValue *body)
{
	vec_push(&v->bound, ((BoundVariable){t->text, value, t->width, t->is_signed}));
	Expr around = v->guard;
	*range = eval_number(v, t->kid[0], s);
	if (!v->failed)
		v->guard = expr_and(v->p, around, check_holds(v, range));
	bool in = true;
	if (!v->failed && eval_decides(v, t->kid[1]))
		in = eval_decide(v, range, &in) && in; /* a function is not called outside of the range */
	*body = v->failed || !in ? check_truth(v, EXPR_TRUE, EXPR_TRUE) : eval_number(v, t->kid[1], s);
	v->guard = around;
	v->bound.len--;
}

CheckValue eval_quantifier(Eval *v, const Term *t, StateKind s)
{
	ExprPool *p = v->p;
	bool all = t->kind == TERM_FORALL;
	ValueRange b = {0};
	/* In bounds the variable means nothing: a bound that needs it is none. */
	vec_push(&v->bound, ((BoundVariable){t->text, 0, t->width, t->is_signed}));
	find_bounds(v, t->kid[0], t->text, s, &b);
	v->bound.len--;
	if (v->failed)
		return check_truth(v, EXPR_FALSE, EXPR_TRUE);
	i64 last = b.is_fixed ? b.fixed : b.low + MOST_VALUES - 1;
	if (b.is_fixed && b.fixed - b.low > MOST_FIXED)
		return eval_fail(v, t, "the range has more than %d values", MOST_FIXED);
	if (!b.is_fixed)
		v->known = expr_and(p, v->known, expr_sle(p, b.high, expr_const(p, 64, (u64)last)));
	Expr value = expr_bool(all), ok = EXPR_TRUE;
	for (i64 i = b.low; i <= last && !v->failed; i++) {
		CheckValue range, body;
		try_value(v, t, s, (u64)i, &range, &body);
		Expr in = check_holds(v, &range), holds = check_holds(v, &body);
		ok = expr_and(p, ok, expr_and(p, range.ok, expr_or(p, expr_not(p, in), body.ok)));
		value = all ? expr_and(p, value, expr_or(p, expr_not(p, in), holds))
					: expr_or(p, value, expr_and(p, in, holds));
		if (!v->input)
			break; /* dry: one is enough */
	}
	return check_truth(v, value, ok);
}
