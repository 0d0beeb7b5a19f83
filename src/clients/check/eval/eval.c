/* eval.c: operators of contracts. */
#include "clients/check/eval/eval.h"

enum { MOST_WORK = 20000 }; /* terms of one evaluation; quantifiers multiply */

CheckValue eval_fail(Eval *v, const Term *t, const char *fmt, ...)
{
	char what[400];
	va_list ap;
	va_start(ap, fmt);
	vsnprintf(what, sizeof what, fmt, ap);
	va_end(ap);
	if (!v->failed)
		contract_complain(v->source, t->at, v->err, "%s", what);
	v->failed = true;
	return check_number(expr_const(v->p, 32, 0), true, EXPR_TRUE);
}

void eval_begin(Eval *v)
{
	v->known = v->guard = EXPR_TRUE;
	v->path.len = 0;
	v->work = MOST_WORK;
	v->bound.len = 0;
	v->quiet = v->inside_old = 0;
	v->numbers = (Parser){.p = v->p};
	for (size_t i = 0; i < v->slices.len; i++)
		vec_free(&v->slices.at[i]);
	v->slices.len = 0;
}

void eval_free(Eval *v)
{
	eval_begin(v);
	vec_free(&v->slices);
	vec_free(&v->path);
	vec_free(&v->params);
	vec_free(&v->bound);
}

/* ---- numbers ---- */

CheckValue check_number(Expr e, bool is_signed, Expr ok)
{
	return (CheckValue){.kind = CHECK_NUMBER, .e = e, .is_signed = is_signed, .ok = ok};
}

CheckValue check_truth(Eval *v, Expr e, Expr ok)
{
	return check_number(expr_zext(v->p, e, 32), true, ok);
}

Expr check_holds(Eval *v, const CheckValue *x)
{
	return expr_ne(v->p, x->e, expr_const(v->p, expr_width(v->p, x->e), 0));
}

static AssumeValue as_number(const CheckValue *x)
{
	return (AssumeValue){x->e, x->is_signed};
}

static bool is_scalar(const CheckValue *x)
{
	return x->kind == CHECK_NUMBER || x->kind == CHECK_POINTER || x->kind == CHECK_FLOAT;
}

CheckValue eval_value(Eval *v, const Term *t, StateKind s)
{
	CheckValue x = eval_term(v, t, s);
	if (v->failed)
		return x;
	if (x.kind == CHECK_LOCATION)
		return memory_load(v, t, &x);
	return x.kind == CHECK_FIELDS ? fields_load(v, t, &x) : x;
}

CheckValue eval_number(Eval *v, const Term *t, StateKind s)
{
	CheckValue x = eval_value(v, t, s);
	if (v->failed || x.kind == CHECK_NUMBER)
		return x;
	return eval_fail(v, t,
					 x.kind == CHECK_POINTER ? "a number is expected, and this is a pointer"
					 : x.kind == CHECK_FLOAT ? "an integer is expected, and this is floating point"
											 : "a number is expected");
}

/* Something that is true or false: a number or a pointer. */
static CheckValue scalar(Eval *v, const Term *t, StateKind s)
{
	CheckValue x = eval_value(v, t, s);
	if (v->failed || is_scalar(&x))
		return x;
	return eval_fail(v, t, "this is a text; compare it with == or strcmp");
}

/* ---- operators ---- */

/* a && b, where b calls a function: only if a says so. */
static CheckValue decided_logic(Eval *v, const Term *t, StateKind s)
{
	CheckValue a = scalar(v, t->kid[0], s), none = check_truth(v, EXPR_FALSE, EXPR_FALSE);
	bool first;
	if (v->failed || !eval_decide(v, &a, &first))
		return none;
	bool or = !strcmp(t->text, "||");
	if (first == or)
		return check_truth(v, expr_bool(or || !strcmp(t->text, "==>")), EXPR_TRUE);
	CheckValue b = scalar(v, t->kid[1], s);
	return v->failed ? none : check_truth(v, check_holds(v, &b), b.ok);
}

static CheckValue logic(Eval *v, const Term *t, StateKind s)
{
	ExprPool *p = v->p;
	if (strcmp(t->text, "<==>") != 0 && eval_decides(v, t->kid[1]))
		return decided_logic(v, t, s);
	CheckValue a = scalar(v, t->kid[0], s);
	CheckValue b = v->failed ? a : scalar(v, t->kid[1], s);
	if (v->failed)
		return a;
	Expr x = check_holds(v, &a), y = check_holds(v, &b), nx = expr_not(p, x);
	if (!strcmp(t->text, "<==>"))
		return check_truth(v, expr_eq(p, x, y), expr_and(p, a.ok, b.ok));
	if (!strcmp(t->text, "&&"))
		return check_truth(v, expr_and(p, x, y), expr_and(p, a.ok, expr_or(p, nx, b.ok)));
	if (!strcmp(t->text, "||"))
		return check_truth(v, expr_or(p, x, y), expr_and(p, a.ok, expr_or(p, x, b.ok)));
	return check_truth(v, expr_or(p, nx, y), expr_and(p, a.ok, expr_or(p, nx, b.ok)));
}

static bool is_comparison(const char *op)
{
	return !strcmp(op, "==") || !strcmp(op, "!=") || ((*op == '<' || *op == '>') && op[1] != *op);
}

static u64 element_size(const CType *to)
{
	return to && to->size ? to->size : 1;
}

static bool is_zero(const Eval *v, const CheckValue *x)
{
	return x->kind == CHECK_NUMBER && expr_is_const(v->p, x->e) && !expr_value(v->p, x->e);
}

static CheckValue compare_pointers(Eval *v, const Term *t, const CheckValue *a, const CheckValue *b)
{
	ExprPool *p = v->p;
	Expr ok = expr_and(p, a->ok, b->ok);
	bool order = t->text[0] == '<' || t->text[0] == '>';
	if (a->kind != b->kind && !is_zero(v, a) && !is_zero(v, b))
		return eval_fail(v, t, "a pointer can be compared only with a pointer or with 0");
	if (order && (is_zero(v, a) || is_zero(v, b)))
		return eval_fail(v, t, "a pointer cannot be compared with a number by < or >");
	/* A null test needs no object behind the pointer. */
	bool null = is_zero(v, a) || is_zero(v, b);
	Expr x = is_zero(v, a) ? expr_const(p, 64, 0) : null ? a->e : memory_translate(v, a);
	Expr y = is_zero(v, b) ? expr_const(p, 64, 0) : null ? b->e : memory_translate(v, b);
	if (!order)
		return check_truth(v, t->text[0] == '=' ? expr_eq(p, x, y) : expr_ne(p, x, y), ok);
	bool swap = t->text[0] == '>', equal = t->text[1] == '=';
	Expr l = swap ? y : x, r = swap ? x : y;
	return check_truth(v, equal ? expr_ule(p, l, r) : expr_ult(p, l, r), ok);
}

/* p + 1, p - q. */
static CheckValue pointer_arithmetic(Eval *v, const Term *t, const CheckValue *a,
									 const CheckValue *b)
{
	ExprPool *p = v->p;
	bool minus = *t->text == '-';
	if (a->kind == CHECK_POINTER && b->kind == CHECK_POINTER && minus) {
		Expr bytes = expr_sub(p, memory_translate(v, a), memory_translate(v, b));
		Expr n = expr_sdiv(p, bytes, expr_const(p, 64, element_size(a->type)));
		return check_number(n, true, expr_and(p, a->ok, b->ok));
	}
	if (a->kind == CHECK_POINTER && b->kind == CHECK_NUMBER && (minus || *t->text == '+'))
		return memory_add(v, a, b, minus, element_size(a->type));
	if (b->kind == CHECK_POINTER && a->kind == CHECK_NUMBER && *t->text == '+')
		return memory_add(v, b, a, false, element_size(b->type));
	return eval_fail(v, t, "'%s' cannot be done with a pointer", t->text);
}

static CheckValue binary(Eval *v, const Term *t, StateKind s)
{
	ExprPool *p = v->p;
	const char *op = t->text;
	if (!strcmp(op, "&&") || !strcmp(op, "||") || !strcmp(op, "==>") || !strcmp(op, "<==>"))
		return logic(v, t, s);
	CheckValue a = eval_value(v, t->kid[0], s);
	CheckValue b = v->failed ? a : eval_value(v, t->kid[1], s);
	if (v->failed)
		return a;
	bool equality = !strcmp(op, "==") || !strcmp(op, "!=");
	if (equality && (check_is_text(&a) || check_is_text(&b)))
		return text_equal(v, t, &a, &b, *op == '=');
	if (!is_scalar(&a) || !is_scalar(&b))
		return eval_fail(v, t, "'%s' cannot be done with a text", op);
	if (a.kind == CHECK_FLOAT || b.kind == CHECK_FLOAT)
		return float_binary(v, t, &a, &b);
	if (a.kind == CHECK_POINTER || b.kind == CHECK_POINTER)
		return is_comparison(op) ? compare_pointers(v, t, &a, &b)
								 : pointer_arithmetic(v, t, &a, &b);
	Expr ok = expr_and(p, a.ok, b.ok);
	if (*op == '/' || *op == '%')
		ok = expr_and(p, ok, check_holds(v, &b));
	AssumeValue x = as_number(&a), y = as_number(&b);
	AssumeValue r = value_apply(&v->numbers, op, x, y);
	return check_number(r.e, r.is_signed, ok);
}

static CheckValue dereference(Eval *v, const Term *t, StateKind s)
{
	v->quiet++;
	CheckValue a = eval_value(v, t->kid[0], s);
	v->quiet--;
	if (v->failed)
		return a;
	if (a.kind != CHECK_POINTER)
		return eval_fail(v, t, "'*' needs a pointer");
	if (!a.type || !a.type->size)
		return eval_fail(v, t, "nothing says what this points to");
	a.kind = CHECK_LOCATION;
	return a;
}

static CheckValue address(Eval *v, const Term *t, StateKind s)
{
	CheckValue a = eval_term(v, t->kid[0], s);
	if (v->failed)
		return a;
	if (a.kind != CHECK_LOCATION || a.bits)
		return eval_fail(v, t, "'&' needs something in memory");
	a.kind = CHECK_POINTER;
	return a;
}

static CheckValue unary(Eval *v, const Term *t, StateKind s)
{
	if (*t->text == '*')
		return dereference(v, t, s);
	if (*t->text == '&')
		return address(v, t, s);
	CheckValue a =
		*t->text == '!' || *t->text == '-' ? scalar(v, t->kid[0], s) : eval_number(v, t->kid[0], s);
	if (v->failed)
		return a;
	if (*t->text == '-' && a.kind == CHECK_FLOAT)
		return float_negated(v, &a);
	if (*t->text == '-' && a.kind == CHECK_POINTER)
		return eval_fail(v, t, "a number is expected, and this is a pointer");
	if (*t->text == '!')
		return check_truth(v, expr_not(v->p, check_holds(v, &a)), a.ok);
	AssumeValue x = value_promote(&v->numbers, as_number(&a));
	Expr e = *t->text == '-' ? expr_neg(v->p, x.e) : *t->text == '~' ? expr_not(v->p, x.e) : x.e;
	return check_number(e, x.is_signed, a.ok);
}

static CheckValue conditional(Eval *v, const Term *t, StateKind s)
{
	ExprPool *p = v->p;
	CheckValue c = scalar(v, t->kid[0], s);
	if (!v->failed && (eval_decides(v, t->kid[1]) || eval_decides(v, t->kid[2]))) {
		bool first;
		return eval_decide(v, &c, &first) ? eval_number(v, t->kid[first ? 1 : 2], s)
										  : check_truth(v, EXPR_FALSE, EXPR_FALSE);
	}
	CheckValue a = v->failed ? c : eval_value(v, t->kid[1], s);
	CheckValue b = v->failed ? c : eval_value(v, t->kid[2], s);
	if (v->failed)
		return c;
	if (a.kind != CHECK_NUMBER || b.kind != CHECK_NUMBER)
		return eval_fail(v, t, "both sides of ':' must be numbers");
	Expr holds = check_holds(v, &c), ok = expr_and(p, c.ok, expr_ite(p, holds, a.ok, b.ok));
	AssumeValue x = as_number(&a), y = as_number(&b);
	value_balance(&v->numbers, &x, &y);
	return check_number(expr_ite(p, holds, x.e, y.e), x.is_signed, ok);
}

/* ---- sets ---- */

static Expr compared(Eval *v, const char *op, const CheckValue *a, const CheckValue *b)
{
	AssumeValue r = value_apply(&v->numbers, op, as_number(a), as_number(b));
	return expr_ne(v->p, r.e, expr_const(v->p, 32, 0));
}

static Expr member(Eval *v, const CheckValue *x, const Term *t, StateKind s, Expr *ok)
{
	bool range = t->kind == TERM_SLICE;
	CheckValue low = eval_number(v, range ? t->kid[0] : t, s), high = low;
	if (range && !v->failed)
		high = eval_number(v, t->kid[1], s);
	if (v->failed)
		return EXPR_FALSE;
	*ok = expr_and(v->p, *ok, expr_and(v->p, low.ok, high.ok));
	if (!range)
		return compared(v, "==", x, &low);
	return expr_and(v->p, compared(v, "<=", &low, x), compared(v, "<=", x, &high));
}

static CheckValue in_set(Eval *v, const Term *t, StateKind s)
{
	CheckValue x = eval_number(v, t->kid[0], s);
	Expr any = EXPR_FALSE, ok = x.ok;
	if (v->failed)
		return x;
	for (size_t i = 0; t->kid[1] && i < t->kid[1]->len; i++) {
		CheckValue c = check_number(expr_const(v->p, 32, (u8)t->kid[1]->text[i]), true, EXPR_TRUE);
		AssumeValue byte = {value_widen(&v->numbers, as_number(&x), 8), false};
		any = expr_or(v->p, any, expr_eq(v->p, value_widen(&v->numbers, byte, 32), c.e));
	}
	for (const Term *m = t->list; m && !v->failed; m = m->next)
		any = expr_or(v->p, any, member(v, &x, m, s, &ok));
	return check_truth(v, t->not ? expr_not(v->p, any) : any, ok);
}

/* ---- words ---- */

/* \old, \prev: another state. */
static CheckValue in_state(Eval *v, const Term *t, StateKind s, StateKind to)
{
	if (v->is_program && to == STATE_BEFORE)
		return eval_term(v, t->kid[0], s); /* inputs do not change */
	/* Before the call both versions are in one state: \old(\prev(x)) is \old(x). */
	if (v->inside_old)
		return eval_term(v, t->kid[0], STATE_BEFORE);
	v->inside_old += to == STATE_BEFORE;
	CheckValue x = eval_term(v, t->kid[0], to);
	v->inside_old -= to == STATE_BEFORE;
	(void)s;
	return x;
}

static void free_stream(Eval *v, const CheckValue *x)
{
	if (v->mentions)
		v->mentions->streams[x->stream] = true;
}

/* \changes(e): e is mentioned, and nothing said of it. */
static CheckValue changes(Eval *v, const Term *t, StateKind s)
{
	CheckValue x = eval_term(v, t->kid[0], s);
	if (v->failed || x.kind == CHECK_SLICE) /* reading its bytes has mentioned them */
		return v->failed ? x : check_truth(v, EXPR_TRUE, EXPR_TRUE);
	if (x.kind == CHECK_LOCATION)
		memory_mention(v, s, x.e, x.type ? x.type->size : 1);
	else if (x.kind == CHECK_STREAM)
		free_stream(v, &x);
	else if (t->kid[0]->kind == TERM_NAME && !v->is_program)
		return eval_fail(v, t,
						 "a function cannot change its parameter for the caller; name the object "
						 "that it points to: *%s",
						 t->kid[0]->text);
	else if (t->kid[0]->kind != TERM_RESULT && t->kid[0]->kind != TERM_NAME)
		return eval_fail(v, t, "something that the function may change is expected in parentheses");
	return check_truth(v, EXPR_TRUE, EXPR_TRUE);
}

static CheckValue index_term(Eval *v, const Term *t, StateKind s)
{
	v->quiet++;
	CheckValue a = eval_value(v, t->kid[0], s);
	v->quiet--;
	CheckValue i = v->failed ? a : eval_number(v, t->kid[1], s);
	if (v->failed)
		return a;
	if (a.kind == CHECK_INPUT || a.kind == CHECK_STREAM || a.kind == CHECK_TEXT)
		return text_index(v, t, &a, &i);
	if (a.kind != CHECK_POINTER)
		return eval_fail(v, t, "this is no array and no pointer");
	if (!a.type || !a.type->size)
		return eval_fail(v, t, "nothing says what this points to");
	CheckValue at = memory_add(v, &a, &i, false, a.type->size);
	at.kind = CHECK_LOCATION;
	return at;
}

CheckValue eval_term(Eval *v, const Term *t, StateKind s)
{
	if (!v->work || v->failed)
		return v->failed ? check_number(expr_const(v->p, 32, 0), true, EXPR_TRUE)
						 : (v->known = EXPR_FALSE,
							check_number(expr_const(v->p, 32, 0), true, EXPR_FALSE));
	v->work--;
	switch (t->kind) {
	case TERM_REAL: return float_constant(v, t->real, t->width == 32);
	case TERM_NUMBER:
		return check_number(expr_const(v->p, t->width, t->value), t->is_signed, EXPR_TRUE);
	case TERM_STRING: return (CheckValue){.kind = CHECK_TEXT, .text = t, .ok = EXPR_TRUE};
	case TERM_NAME: return eval_name(v, t, s);
	case TERM_RESULT: return eval_result(v, t, s);
	case TERM_OLD: return in_state(v, t, s, STATE_BEFORE);
	case TERM_PREV: return in_state(v, t, s, STATE_OLD);
	case TERM_CHANGES: return changes(v, t, s);
	case TERM_LATEST: return eval_only(v, t, true);
	case TERM_DEPRECATED: return eval_only(v, t, false);
	case TERM_UNARY: return unary(v, t, s);
	case TERM_BINARY: return binary(v, t, s);
	case TERM_CONDITIONAL: return conditional(v, t, s);
	case TERM_CAST: return eval_cast(v, t, s);
	case TERM_INDEX: return index_term(v, t, s);
	case TERM_SLICE: return eval_slice(v, t, s);
	case TERM_FIELD:
	case TERM_ARROW: return eval_field(v, t, s);
	case TERM_CALL: return eval_call(v, t, s);
	case TERM_IN: return in_set(v, t, s);
	case TERM_FORALL:
	case TERM_EXISTS: return eval_quantifier(v, t, s);
	}
	return eval_fail(v, t, "this expression is not supported in contracts");
}

Expr eval_truth(Eval *v, const Term *t, StateKind s)
{
	CheckValue x = scalar(v, t, s);
	return v->failed ? EXPR_FALSE : expr_and(v->p, x.ok, check_holds(v, &x));
}
