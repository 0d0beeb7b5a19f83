/* call.c: calls of the program's own functions in contracts.
 *
 * \prev(f(x)) calls OLD's f in OLD's memory; everything else calls NEW's. A call is made only where
 * C would make it: && and || and ?: before it are decided by the input that is evaluated. */
#include "clients/check/predicate/run.h"

enum { MOST_ARGS = 8 };

/* ---- decisions ---- */

void eval_assume(Eval *v, Expr cond)
{
	if (!expr_is_const(v->p, cond))
		vec_push(&v->path, cond);
}

/* Whether a condition holds on the input; the path says so. */
static bool decide(Eval *v, Expr cond)
{
	bool now = (bool)expr_eval(v->p, cond, v->input);
	eval_assume(v, now ? cond : expr_not(v->p, cond));
	return now;
}

static bool calls_program(const Term *t)
{
	if (!t)
		return false;
	if (t->kind == TERM_CALL && !eval_is_builtin(t->text))
		return true;
	for (int i = 0; i < MOST_KIDS; i++)
		if (calls_program(t->kid[i]))
			return true;
	for (const Term *k = t->list; k; k = k->next)
		if (calls_program(k))
			return true;
	return false;
}

bool eval_decides(const Eval *v, const Term *t)
{
	return v->input && calls_program(t);
}

bool eval_decide(Eval *v, const CheckValue *x, bool *value)
{
	if (!decide(v, x->ok))
		return false;
	*value = decide(v, check_holds(v, x));
	return true;
}

/* ---- arguments ---- */

static Expr text_argument(PredicateRun *r, const Term *text)
{
	u64 at = run_make_object(r, text->len + 1);
	for (size_t i = 0; at && i <= text->len; i++)
		r->bytes.at[at - RUN_OWN + i] =
			expr_const(r->v->p, 8, i < text->len ? (u8)text->text[i] : 0);
	return expr_const(r->v->p, 64, at);
}

/* What an argument points to is mentioned as a whole: the contract speaks about the object. */
static void mention_object(PredicateRun *r, const CheckValue *x)
{
	const Machine *m = r->v->state[x->state].m;
	Look look = machine_look(m, (u64)expr_eval(r->v->p, x->e, r->v->input));
	if (look.kind == LOOK_OBJECT)
		memory_mention(r->v, x->state, expr_const(r->v->p, 64, look.lo), look.end - look.lo);
}

/* An argument as the parameter has it; 0: it does not fit. */
static Expr argument(PredicateRun *r, const Term *t, const CheckValue *x, const CType *to,
					 Type type)
{
	Eval *v = r->v;
	if (to->kind == CTYPE_POINTER && x->kind == CHECK_TEXT)
		return text_argument(r, x->text);
	if (to->kind == CTYPE_POINTER && x->kind == CHECK_POINTER) {
		if (v->input)
			mention_object(r, x);
		return x->e;
	}
	bool zero = x->kind == CHECK_NUMBER && expr_is_const(v->p, x->e) && !expr_value(v->p, x->e);
	if (to->kind == CTYPE_POINTER && zero)
		return expr_const(v->p, 64, 0);
	if (to->kind == CTYPE_INT && x->kind == CHECK_NUMBER && to->size <= 8) {
		AssumeValue n = {x->e, x->is_signed};
		if (to->is_bool)
			return expr_zext(v->p, check_holds(v, x), type_bits(type));
		u32 own = (u32)to->size * 8;
		AssumeValue as = {value_widen(&v->numbers, n, own), to->is_signed};
		return value_widen(&v->numbers, as, type_bits(type));
	}
	eval_fail(v, t, "%s",
			  to->kind == CTYPE_POINTER ? "the function takes a pointer here"
			  : to->kind == CTYPE_INT   ? "the function takes an integer here"
										: "a predicate can pass only integers and pointers");
	return 0;
}

/* The state that the pointers among the arguments are of; the call is made there. */
static bool state_of_pointers(Eval *v, const Term *t, const CheckValue *args, u32 n, StateKind *s)
{
	const CheckValue *first = NULL;
	for (u32 i = 0; i < n; i++) {
		if (args[i].kind != CHECK_POINTER)
			continue;
		if (first && first->state != args[i].state) {
			eval_fail(v, t,
					  "the arguments are of two states; write \\prev or \\old around the call");
			return false;
		}
		first = &args[i];
	}
	*s = first ? first->state : *s;
	return true;
}

/* ---- the call ---- */

static CheckValue result_value(Eval *v, const Term *t, StateKind s, const CType *type, Expr e)
{
	if (type->kind == CTYPE_POINTER) {
		u64 now = v->input ? (u64)expr_eval(v->p, e, v->input) : 0;
		return memory_pointer(v, s, v->input ? e : expr_const(v->p, 64, 0), now, type->to);
	}
	if (type->kind != CTYPE_INT || type->size > 8)
		return eval_fail(v, t, "'%s' returns neither an integer nor a pointer", t->text);
	u32 width = (u32)type->size * 8;
	if (!v->input)
		return check_number(expr_const(v->p, width, 0), type->is_signed, EXPR_TRUE);
	if (type->is_bool)
		return check_truth(v, expr_extract(v->p, e, 0, 1), EXPR_TRUE);
	if (expr_width(v->p, e) < width)
		e = type->is_signed ? expr_sext(v->p, e, width) : expr_zext(v->p, e, width);
	return check_number(expr_extract(v->p, e, 0, width), type->is_signed, EXPR_TRUE);
}

static const CType *find_function(Eval *v, const Term *t, StateKind s, u32 *function)
{
	const Program *p = v->state[s].program;
	Err why = {0};
	const CType *type = NULL;
	if (v->is_program)
		eval_fail(v, t, "a contract of the program cannot call '%s'; contracts of functions can",
				  t->text);
	else if (!entry_find(p, "", t->text, function, &why))
		eval_fail(
			v, t,
			"%s has no function '%s', or several; a contract can call functions of the program, "
			"strlen, strcmp, strncmp, memcmp, tolower, toupper, little and big",
			s == STATE_OLD ? "OLD" : "NEW", t->text);
	else if (*function < p->function_types.len)
		type = p->function_types.at[*function];
	if (!type && !v->failed)
		eval_fail(v, t, "debug information does not say what '%s' takes and returns", t->text);
	return type;
}

/* Evaluates the arguments; how many there are. */
static u32 eval_args(Eval *v, const Term *t, StateKind s, CheckValue *args)
{
	u32 n = 0;
	for (const Term *a = t->list; a && !v->failed; a = a->next, n++) {
		if (n == MOST_ARGS) {
			eval_fail(v, t, "a predicate can pass at most %d arguments", MOST_ARGS);
			break;
		}
		args[n] = eval_value(v, a, s);
	}
	return n;
}

CheckValue eval_program_call(Eval *v, const Term *t, StateKind s)
{
	CheckValue args[MOST_ARGS] = {0},
			   none = check_number(expr_const(v->p, 32, 0), true, EXPR_FALSE);
	u32 function = 0, n = eval_args(v, t, s, args);
	if (v->failed || !state_of_pointers(v, t, args, n, &s))
		return none;
	const CType *type = find_function(v, t, s, &function);
	if (!type)
		return none;
	const Program *p = v->state[s].program;
	const Function *f = &p->functions.at[function];
	if (n + 1 != type->n_params || f->n_params != n || f->variadic)
		return eval_fail(v, t, "'%s' has %u parameters that a predicate can pass, and gets %u",
						 t->text, type->n_params ? type->n_params - 1 : 0, n);
	for (u32 i = 0; v->input && i < n; i++)
		if (args[i].ok != EXPR_TRUE && !decide(v, args[i].ok))
			return none;
	PredicateRun r = {.v = v, .call = t, .state = s, .program = p, .steps = RUN_STEPS};
	Expr values[MOST_ARGS] = {0}, e = 0;
	const Term *at = t->list;
	for (u32 i = 0; i < n && !v->failed; i++, at = at->next)
		values[i] = argument(&r, at, &args[i], type->params[i + 1], f->params[i]);
	if (!v->failed && v->input)
		e = run_function(&r, function, values, n);
	run_free(&r);
	if (!v->failed && v->input && !e)
		return eval_fail(v, t, "'%s' returns nothing", t->text);
	return v->failed ? none : result_value(v, t, s, type->params[0], e);
}
