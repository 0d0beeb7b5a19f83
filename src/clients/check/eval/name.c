/* name.c: names of contracts: parameters, variables, fields, results. */
#include "clients/check/eval/eval.h"
#include "engine/machine/state.h"

/* ---- inputs and outputs of a program ---- */

static const Part *find_part(const Eval *v, const char *name)
{
	for (size_t i = 0; v->shape && i < v->shape->parts.len; i++)
		if (!strcmp(v->shape->parts.at[i].name, name))
			return &v->shape->parts.at[i];
	return NULL;
}

static CheckValue part_value(Eval *v, const Part *part)
{
	i64 fixed;
	if (part->kind == PART_INT)
		return check_number(expr_input(v->p, part->group, 0), part->is_signed, EXPR_TRUE);
	if (part->kind == PART_FIXED && number_parse(buf_str(&part->fixed), 64, true, &fixed) &&
		number_is_plain(buf_str(&part->fixed), fixed)) {
		/* Both a number and a text: it is used as what it is compared with. */
		bool small = fixed == (i32)fixed;
		CheckValue x = check_number(expr_const(v->p, small ? 32 : 64, (u64)fixed), true, EXPR_TRUE);
		x.part = part;
		return x;
	}
	return (CheckValue){.kind = CHECK_INPUT, .part = part, .ok = EXPR_TRUE};
}

static StateKind output_state(StateKind s)
{
	return s == STATE_BEFORE ? STATE_NEW : s;
}

static CheckValue stream(Eval *v, const Term *t, StateKind s, u32 number)
{
	if (s == STATE_BEFORE)
		return eval_fail(
			v, t, "there is no output before the call, so 'requires' and \\old cannot use it");
	if (s == STATE_NEW && v->mentions && !v->quiet)
		v->mentions->streams[number] = true;
	return (CheckValue){.kind = CHECK_STREAM, .stream = number, .state = s, .ok = EXPR_TRUE};
}

/* The status that a program exits with. */
static CheckValue status(Eval *v, const Term *t, StateKind s)
{
	if (s == STATE_BEFORE)
		return eval_fail(v, t,
						 "there is no exit status before the program ends, so 'requires' and \\old "
						 "cannot use it");
	const Behaviour *b = v->state[output_state(s)].does;
	if (s == STATE_NEW && v->mentions)
		v->mentions->ending = true;
	if (!b)
		return check_number(expr_const(v->p, 32, 0), true, EXPR_TRUE);
	Expr e = b->status_expr ? b->status_expr : expr_const(v->p, 8, (u8)b->status);
	return check_number(expr_zext(v->p, e, 32), true, expr_bool(b->outcome == RAN_EXIT));
}

static CheckValue program_name(Eval *v, const Term *t, StateKind s)
{
	if (!strcmp(t->text, "stdout") || !strcmp(t->text, "stderr"))
		return stream(v, t, s, t->text[3] == 'e');
	if (!strcmp(t->text, "exit"))
		return status(v, t, s);
	const Part *part = find_part(v, t->text);
	if (part)
		return part_value(v, part);
	return eval_fail(v, t,
					 "there is no input '%s'; the contract of a program can use arg1, stdin, "
					 "stdout, stderr and exit",
					 t->text);
}

/* ---- variables ---- */

static CheckValue global(Eval *v, StateKind s, u32 number)
{
	const Global *g = &v->state[s].program->globals.at[number];
	return (CheckValue){.kind = CHECK_LOCATION,
						.type = g->type,
						.e = expr_const(v->p, 64, g->address),
						.ok = expr_bool(!g->absent),
						.base = g->address,
						.stride = 1,
						.state = s};
}

/* A variable of that name; a static one of another file may have a number behind it. */
static bool find_global(const Eval *v, const Program *p, const char *name, u32 *number)
{
	u32 found = 0;
	for (u32 i = 0; i < p->globals.len; i++) {
		const Global *g = &p->globals.at[i];
		size_t n = strlen(name);
		if (!g->subject || strncmp(g->name, name, n) ||
			(g->name[n] &&
			 (g->name[n] != '.' || g->name[n + 1 + strspn(g->name + n + 1, "0123456789")])))
			continue;
		*number = i;
		found++;
	}
	(void)v;
	return found == 1;
}

static CheckValue no_name(Eval *v, const Term *t, StateKind s)
{
	static const char *const whose[] = {
		[STATE_BEFORE] = "NEW", [STATE_OLD] = "OLD", [STATE_NEW] = "NEW"};
	u32 other;
	StateKind elsewhere = s == STATE_OLD ? STATE_NEW : STATE_OLD;
	if (find_global(v, v->state[elsewhere].program, t->text, &other))
		return eval_fail(v, t, "'%s' is a variable of %s only", t->text, whose[elsewhere]);
	return eval_fail(v, t, "%s has no parameter and no variable '%s'", whose[s], t->text);
}

static CheckValue error_number(Eval *v, const Term *t, StateKind s)
{
	u32 id;
	const Program *p = v->state[s].program;
	if (!strmap_get(&p->global_by_name, "__drift_errno", &id))
		return no_name(v, t, s);
	static const CType number = {.kind = CTYPE_INT, .size = 4, .is_signed = true};
	CheckValue x = global(v, s, id);
	x.type = &number;
	return x;
}

/* ---- parameters ---- */

static const CType *param_type(const Eval *v, const CheckParam *a, StateKind s)
{
	int side = s == STATE_OLD && a->type[OLD] ? OLD : a->type[NEW] ? NEW : OLD;
	const Program *p = v->state[side == OLD ? STATE_OLD : STATE_NEW].program;
	u32 k = a->type[side];
	return k < p->n_entry_types ? p->entry_types[k] : NULL;
}

/* Returns the argument that only OLD gets. */
static const EntryArg *old_argument(const Eval *v, const CheckParam *a, EntryArg *out)
{
	*out = (EntryArg){0};
	if (a->part->kind == PART_INT) {
		Expr e = expr_input(v->p, a->part->group, 0);
		out->tag = tag_of_expr(e);
		out->lo = (u64)expr_eval(v->p, e, v->input);
	}
	for (size_t i = 0; i < v->pair->objects.len; i++)
		if (v->pair->objects.at[i].part == a->part)
			out->lo = v->pair->objects.at[i].address;
	return out;
}

/* Returns the caller's argument; memory behind it is that of the state. */
static CheckValue param(Eval *v, const Term *t, const CheckParam *a, StateKind s)
{
	const CType *type = param_type(v, a, s);
	if (!type)
		return eval_fail(v, t, "debug information does not say what '%s' is", a->name);
	if (a->part && a->part->by_value)
		return (CheckValue){.kind = CHECK_FIELDS, .type = type, .part = a->part, .ok = EXPR_TRUE};
	EntryArg own;
	const EntryArg *arg = v->args && a->k < v->n_args ? &v->args[a->k] : NULL;
	if (v->args && a->k == NO_OPERAND)
		arg = old_argument(v, a, &own);
	u32 width = (u32)type->size * 8;
	if (type->kind == CTYPE_POINTER) {
		Expr e = arg && (Expr)arg->tag ? (Expr)arg->tag : expr_const(v->p, 64, arg ? arg->lo : 0);
		return memory_pointer(v, s, e, arg ? arg->lo : 0, type->to);
	}
	if ((type->kind != CTYPE_INT && type->kind != CTYPE_FLOAT) || width > 64)
		return eval_fail(v, t, "'%s' has a type that contracts do not support", a->name);
	Expr e = arg && (Expr)arg->tag ? (Expr)arg->tag : expr_const(v->p, width, arg ? arg->lo : 0);
	if (expr_width(v->p, e) > width)
		e = expr_extract(v->p, e, 0, width);
	return type->kind == CTYPE_FLOAT ? float_of_bits(v, e, type->size, EXPR_TRUE)
									 : check_number(e, type->is_signed, EXPR_TRUE);
}

CheckValue eval_name(Eval *v, const Term *t, StateKind s)
{
	u32 number;
	for (size_t i = v->bound.len; i-- > 0;) {
		const BoundVariable *b = &v->bound.at[i];
		if (!strcmp(b->name, t->text))
			return check_number(expr_const(v->p, b->width, b->value), b->is_signed, EXPR_TRUE);
	}
	if (v->is_program)
		return program_name(v, t, s);
	for (size_t i = 0; i < v->params.len; i++)
		if (!strcmp(v->params.at[i].name, t->text))
			return param(v, t, &v->params.at[i], s);
	if (find_global(v, v->state[s].program, t->text, &number))
		return global(v, s, number);
	if (!strcmp(t->text, "stdout") || !strcmp(t->text, "stderr"))
		return stream(v, t, s, t->text[3] == 'e');
	if (!strcmp(t->text, "errno"))
		return error_number(v, t, s);
	return no_name(v, t, s);
}

CheckValue eval_result(Eval *v, const Term *t, StateKind s)
{
	if (s == STATE_BEFORE)
		return eval_fail(v, t, "there is no \\result before the call");
	if (v->is_program)
		return eval_fail(v, t, "a program has no \\result; its status is 'exit'");
	const Program *p = v->state[s].program;
	const CType *type = p->n_entry_types ? p->entry_types[0] : NULL;
	const EntryValue *value = v->state[s].value;
	if (!type)
		return eval_fail(v, t, "debug information does not say what the function returns");
	if (type->kind == CTYPE_VOID)
		return eval_fail(v, t, "the function returns nothing");
	if (s == STATE_NEW && v->mentions && !v->quiet)
		v->mentions->result = true;
	Expr ok = expr_bool(!v->state[s].m ||
						(value && value->returned && !machine_register_unset(value->tag)));
	u64 lo = value ? value->lo : 0;
	Expr tag = value ? (Expr)value->tag : 0;
	if (entry_struct(p))
		return (CheckValue){.kind = CHECK_LOCATION,
							.type = type,
							.e = expr_const(v->p, 64, lo),
							.ok = ok,
							.base = lo,
							.stride = 1,
							.state = s};
	if (type->kind == CTYPE_POINTER) {
		CheckValue x = memory_pointer(v, s, tag ? tag : expr_const(v->p, 64, lo), lo, type->to);
		x.ok = ok;
		return x;
	}
	u32 width = (u32)type->size * 8;
	if ((type->kind != CTYPE_INT && type->kind != CTYPE_FLOAT) || width > 64)
		return eval_fail(v, t, "the function returns a type that contracts do not support");
	Expr e = tag ? tag : expr_const(v->p, width, lo);
	if (expr_width(v->p, e) > width)
		e = expr_extract(v->p, e, 0, width);
	return type->kind == CTYPE_FLOAT ? float_of_bits(v, e, type->size, ok)
									 : check_number(e, type->is_signed, ok);
}

/* ---- fields ---- */

/* A field by name, also of a struct without a name inside; *bit becomes its offset. */
static const CField *find_field(const CType *type, const char *name, u64 *bit)
{
	for (u32 i = 0; i < type->n_fields; i++) {
		const CField *f = &type->fields[i];
		u64 inner = 0;
		const CField *found = !strcmp(f->name, name) ? f : NULL;
		if (!found && !*f->name && f->type)
			found = find_field(f->type, name, &inner);
		if (found) {
			*bit = (found == f ? 0 : f->bit) + (found == f ? f->bit : inner);
			return found;
		}
	}
	return NULL;
}

static CheckValue narrow(Eval *v, CheckValue x, const CField *f, u64 bit)
{
	u64 byte = bit / 8;
	x.type = f->type;
	x.bit = f->bits ? (u32)(bit % 8) : 0;
	x.bits = f->bits;
	if (x.kind == CHECK_FIELDS) {
		x.offset += (u32)byte;
		return x;
	}
	x.e = expr_add(v->p, x.e, expr_const(v->p, 64, byte));
	x.base += byte;
	return x;
}

static bool has_fields(const CType *c)
{
	return c && (c->kind == CTYPE_STRUCT || c->kind == CTYPE_UNION);
}

/* stdin.length, and the like. */
static CheckValue length_of(Eval *v, const Term *t, StateKind s)
{
	Term name = {.kind = TERM_CALL, .at = t->at, .text = "strlen"};
	Term of = *t->kid[0];
	of.next = NULL;
	name.list = &of;
	return eval_call(v, &name, s);
}

CheckValue eval_field(Eval *v, const Term *t, StateKind s)
{
	bool arrow = t->kind == TERM_ARROW;
	if (arrow)
		v->quiet++;
	CheckValue x = arrow ? eval_value(v, t->kid[0], s) : eval_term(v, t->kid[0], s);
	if (arrow)
		v->quiet--;
	u64 bit;
	if (v->failed)
		return x;
	if (!arrow && x.kind == CHECK_INPUT && !strcmp(t->text, "length"))
		return length_of(v, t, s);
	if (arrow && x.kind == CHECK_POINTER)
		x.kind = CHECK_LOCATION;
	else if (arrow)
		return eval_fail(v, t, "'->' needs a pointer to a struct");
	if ((x.kind != CHECK_LOCATION && x.kind != CHECK_FIELDS) || !has_fields(x.type))
		return eval_fail(v, t, arrow ? "'->' needs a pointer to a struct" : "'.' needs a struct");
	const CField *f = find_field(x.type, t->text, &bit);
	if (f)
		return narrow(v, x, f, bit);
	return eval_fail(v, t, "%s has no field '%s' there", s == STATE_OLD ? "OLD" : "NEW", t->text);
}

/* ---- what only one version has ---- */

static bool has_param(const Eval *v, const char *name, int side)
{
	for (size_t i = 0; i < v->params.len; i++)
		if (!strcmp(v->params.at[i].name, name))
			return v->params.at[i].type[side];
	u32 number;
	return find_global(v, v->state[side == OLD ? STATE_OLD : STATE_NEW].program, name, &number);
}

/* True if a version has the field that a term names. */
static bool has_field(Eval *v, const Term *t, int side)
{
	const CheckState kept[N_STATES] = {v->state[0], v->state[1], v->state[2]};
	const EntryArg *args = v->args;
	StateKind s = side == OLD ? STATE_OLD : STATE_NEW;
	u64 bit;
	for (int i = 0; i < N_STATES; i++)
		v->state[i].m = NULL;
	v->args = NULL;
	v->quiet++;
	CheckValue x = t->kind == TERM_ARROW ? eval_value(v, t->kid[0], s) : eval_term(v, t->kid[0], s);
	v->quiet--;
	v->args = args;
	memcpy(v->state, kept, sizeof kept);
	return !v->failed && has_fields(x.type) && find_field(x.type, t->text, &bit);
}

CheckValue eval_only(Eval *v, const Term *t, bool newer)
{
	const Term *x = t->kid[0];
	bool has[2];
	if (v->is_program)
		return eval_fail(v, t, "a program has no parameters and fields of its own");
	for (int side = OLD; side <= NEW; side++)
		has[side] = x->kind == TERM_NAME ? has_param(v, x->text, side) : has_field(v, x, side);
	if (v->failed)
		return check_truth(v, EXPR_FALSE, EXPR_TRUE);
	if (!has[OLD] && !has[NEW])
		return eval_fail(v, x, "neither version has '%s'", x->text);
	return check_truth(v, expr_bool(newer ? has[NEW] && !has[OLD] : has[OLD] && !has[NEW]),
					   EXPR_TRUE);
}
