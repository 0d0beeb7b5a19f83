/* cast.c: casts in contracts. */
#include "clients/check/eval/eval.h"

enum { DEEPEST = 6 };

/* A type by its name, among those that the function's parameters and globals lead to. */
static const CType *named_in(const CType *t, const char *between, u32 depth)
{
	const CType *found = NULL;
	if (!t || !depth)
		return NULL;
	if (t->names && strstr(t->names, between))
		return t;
	for (u32 i = 0; !found && i < t->n_fields; i++)
		found = named_in(t->fields[i].type, between, depth - 1);
	return found ? found : named_in(t->to, between, depth - 1);
}

static const CType *named_type(const Program *p, const char *name)
{
	char *between = xasprintf("\n%s\n", name);
	const CType *found = NULL;
	for (u32 i = 0; !found && i < p->n_entry_types; i++)
		found = named_in(p->entry_types[i], between, DEEPEST);
	for (u32 i = 0; !found && i < p->globals.len; i++)
		found = named_in(p->globals.at[i].type, between, DEEPEST);
	free(between);
	return found;
}

static const CType *integer_type(u32 width, bool is_signed)
{
	static const CType types[] = {
		{.kind = CTYPE_INT, .size = 1, .is_signed = true, .is_char = true, .is_text = true},
		{.kind = CTYPE_INT, .size = 1, .is_char = true},
		{.kind = CTYPE_INT, .size = 2, .is_signed = true},
		{.kind = CTYPE_INT, .size = 2},
		{.kind = CTYPE_INT, .size = 4, .is_signed = true},
		{.kind = CTYPE_INT, .size = 4},
		{.kind = CTYPE_INT, .size = 8, .is_signed = true},
		{.kind = CTYPE_INT, .size = 8},
		{.kind = CTYPE_INT, .size = 1, .is_bool = true},
	};
	for (size_t i = 0; i < countof(types); i++)
		if (width == 1 ? types[i].is_bool
					   : types[i].size * 8 == width && types[i].is_signed == is_signed)
			return &types[i];
	return NULL;
}

/* Returns the target type of the pointer type in the cast. */
static const CType *pointee(const Eval *v, const Term *t, StateKind s)
{
	static const CType nothing = {.kind = CTYPE_VOID}, small = {.kind = CTYPE_FLOAT, .size = 4},
					   large = {.kind = CTYPE_FLOAT, .size = 8};
	if (!t->text)
		return integer_type(t->width, t->is_signed);
	if (!strcmp(t->text, "void"))
		return &nothing;
	if (!strcmp(t->text, "float"))
		return &small;
	return !strcmp(t->text, "double") ? &large : named_type(v->state[s].program, t->text);
}

static CheckValue to_pointer(Eval *v, const Term *t, StateKind s)
{
	v->quiet++;
	CheckValue x = eval_value(v, t->kid[0], s);
	v->quiet--;
	if (v->failed)
		return x;
	const CType *to = pointee(v, t, s);
	if (t->len > 1)
		return eval_fail(v, t, "only casts to a pointer to a value are supported in contracts");
	if (!to)
		return eval_fail(v, t, "no type that parameters or globals lead to is called '%s'",
						 t->text);
	if (x.kind == CHECK_NUMBER && expr_is_const(v->p, x.e) && !expr_value(v->p, x.e))
		return memory_pointer(v, s, expr_const(v->p, 64, 0), 0, to);
	if (x.kind != CHECK_POINTER)
		return eval_fail(v, t, "only a pointer or 0 becomes a pointer");
	x.type = to;
	return x;
}

CheckValue eval_cast(Eval *v, const Term *t, StateKind s)
{
	if (t->len)
		return to_pointer(v, t, s);
	CheckValue a = eval_value(v, t->kid[0], s);
	if (v->failed)
		return a;
	if (a.kind != CHECK_NUMBER && a.kind != CHECK_FLOAT)
		return eval_fail(v, t->kid[0],
						 a.kind == CHECK_POINTER ? "a number is expected, and this is a pointer"
												 : "a number is expected");
	if (t->text)
		return float_of(v, &a, *t->text == 'f');
	if (a.kind == CHECK_FLOAT)
		return float_cast(v, &a, t->width, t->is_signed);
	if (t->width == 1)
		return check_truth(v, check_holds(v, &a), a.ok);
	AssumeValue x = {a.e, a.is_signed};
	return check_number(value_widen(&v->numbers, x, t->width), t->is_signed, a.ok);
}
