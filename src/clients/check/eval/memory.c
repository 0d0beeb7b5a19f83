/* memory.c: reads the memories of both versions for contracts. */
#include "clients/check/eval/eval.h"

enum { MOST_LOCATIONS = 1024 }; /* that an index may choose among */

static Machine *machine_of(const Eval *v, StateKind s)
{
	return (Machine *)(uintptr_t)v->state[s].m;
}

void memory_mention(Eval *v, StateKind s, Expr at, u64 n)
{
	if (s == STATE_NEW && v->mentions && !v->quiet)
		vec_push(&v->mentions->list, ((SpokenPiece){at, n, v->guard}));
}

/* ---- bytes ---- */

/* A byte of a memory; *ok becomes false where there is none, or none that was set. */
static Expr byte_at(const Eval *v, StateKind s, u64 at, bool *ok)
{
	LookByte b = machine_look_byte(machine_of(v, s), at);
	*ok &= b.state == LOOK_SET;
	return b.e ? b.e : expr_const(v->p, 8, b.byte);
}

/* n bytes from a known address on as a number; *ok: they are there. */
static Expr bytes_at(const Eval *v, StateKind s, u64 at, u32 n, bool *ok)
{
	Look look = machine_look(machine_of(v, s), at);
	Expr e = 0;
	*ok = look.kind == LOOK_OBJECT && at + n <= look.end && at >= look.lo;
	if (!*ok)
		return expr_const(v->p, n * 8, 0);
	for (u32 k = 0; k < n; k++) {
		Expr byte = byte_at(v, s, at + k, ok);
		e = e ? expr_concat(v->p, byte, e) : byte;
	}
	return e;
}

/* The same where the address is one of several in an object. */
static Expr bytes_among(Eval *v, const CheckValue *location, u32 n, Expr *ok)
{
	ExprPool *p = v->p;
	Look look = machine_look(machine_of(v, location->state), location->base);
	u64 stride = location->stride ? location->stride : 1;
	Expr e = expr_const(p, n * 8, 0);
	*ok = EXPR_FALSE;
	if (look.kind != LOOK_OBJECT || (look.end - look.lo) / stride > MOST_LOCATIONS) {
		v->known = look.kind == LOOK_OBJECT ? EXPR_FALSE : v->known;
		return e;
	}
	u64 first = look.lo + (location->base - look.lo) % stride;
	for (u64 at = first; at + n <= look.end; at += stride) {
		bool there;
		Expr here = expr_eq(p, location->e, expr_const(p, 64, at));
		Expr bytes = bytes_at(v, location->state, at, n, &there);
		e = expr_ite(p, here, bytes, e);
		*ok = there ? expr_or(p, *ok, here) : *ok;
	}
	return e;
}

static Expr load(Eval *v, const CheckValue *location, u32 n, Expr *ok)
{
	bool there = true;
	if (!v->state[location->state].m) {
		*ok = EXPR_TRUE;
		return expr_const(v->p, n * 8, 0);
	}
	if (!expr_is_const(v->p, location->e))
		return bytes_among(v, location, n, ok);
	Expr e = bytes_at(v, location->state, (u64)expr_value(v->p, location->e), n, &there);
	*ok = expr_bool(there);
	return e;
}

/* It is going to be followed: its object must be the one that is known. */
static void memory_follow(Eval *v, CheckValue *x)
{
	ExprPool *p = v->p;
	if (!x->chosen)
		return;
	x->chosen = false;
	Look look = machine_look(machine_of(v, x->state), x->base);
	Expr same = look.kind == LOOK_OBJECT
					? expr_and(p, expr_ule(p, expr_const(p, 64, look.lo), x->e),
							   expr_ule(p, x->e, expr_const(p, 64, look.end)))
					: expr_eq(p, x->e, expr_const(p, 64, x->base));
	v->known = expr_and(p, v->known, expr_or(p, same, expr_not(p, v->guard)));
}

/* ---- places ---- */

static Expr of_bits(Eval *v, Expr e, const CheckValue *location)
{
	return location->bits ? expr_extract(v->p, e, location->bit, location->bits) : e;
}

static CheckValue load_pointer(Eval *v, const CheckValue *location)
{
	Expr ok;
	Expr e = load(v, location, 8, &ok);
	u64 value = v->input ? (u64)expr_eval(v->p, e, v->input) : 0;
	CheckValue x = memory_pointer(v, location->state, e, value, location->type->to);
	x.ok = expr_and(v->p, location->ok, ok);
	return x;
}

static CheckValue load_float(Eval *v, const CheckValue *location)
{
	Expr ok, bits = load(v, location, (u32)location->type->size, &ok);
	return float_of_bits(v, bits, location->type->size, expr_and(v->p, location->ok, ok));
}

CheckValue memory_load(Eval *v, const Term *t, const CheckValue *at)
{
	CheckValue known = *at, *location = &known;
	memory_follow(v, location);
	const CType *type = location->type;
	Expr ok;
	if (!type)
		return eval_fail(v, t, "debug information does not say what this is");
	if (type->kind == CTYPE_ARRAY) {
		CheckValue x = *location;
		x.kind = CHECK_POINTER;
		x.type = type->to;
		return x;
	}
	if (location->ok != EXPR_FALSE)
		memory_mention(v, location->state, location->e, type->size);
	switch (type->kind) {
	case CTYPE_POINTER: return load_pointer(v, location);
	case CTYPE_INT: break;
	case CTYPE_FLOAT:
		if (type->size > 8)
			return eval_fail(v, t, "long double is not supported in contracts");
		return load_float(v, location);
	default: return eval_fail(v, t, "this is a struct or a union; name one of its fields");
	}
	u32 n = location->bits ? (location->bit + location->bits + 7) / 8 : (u32)type->size;
	if (n > 8)
		return eval_fail(v, t, "integers of more than 64 bits are not supported in contracts");
	Expr e = of_bits(v, load(v, location, n, &ok), location);
	if (type->is_bool) /* one of another value is no bool */
		e = expr_zext(v->p, expr_extract(v->p, e, 0, 1), 32);
	return check_number(e, type->is_signed, expr_and(v->p, location->ok, ok));
}

/* A part of a struct that is a parameter: of the inputs that it is made of. */
CheckValue fields_load(Eval *v, const Term *t, const CheckValue *x)
{
	const CType *type = x->type;
	if (!type || type->kind != CTYPE_INT || type->size > 8)
		return eval_fail(v, t,
						 type && type->kind == CTYPE_STRUCT
							 ? "this is a struct; name one of its fields"
							 : "only integers of a struct parameter can be used in contracts");
	u32 own = (u32)(x->part - v->shape->parts.at) + 1;
	u32 n = x->bits ? (x->bit + x->bits + 7) / 8 : (u32)type->size;
	Expr e = 0;
	for (u32 k = 0; k < n; k++) {
		Expr byte = expr_const(v->p, 8, 0);
		for (size_t i = 0; i < v->shape->parts.len; i++) {
			const Part *part = &v->shape->parts.at[i];
			u32 at = x->offset + k - part->offset;
			bool number = part->kind == PART_INT;
			u32 size = number ? part->width / 8u : part->bound;
			if (part->owner != own || part->is_pointer || x->offset + k < part->offset ||
				at >= size)
				continue;
			byte = number ? expr_extract(v->p, expr_input(v->p, part->group, 0), 8 * at, 8)
						  : expr_input(v->p, part->group, at);
		}
		e = e ? expr_concat(v->p, byte, e) : byte;
	}
	CheckValue bits = {.bit = x->bit, .bits = x->bits};
	return check_number(of_bits(v, e, &bits), type->is_signed, EXPR_TRUE);
}

/* ---- pointers ---- */

CheckValue memory_pointer(Eval *v, StateKind s, Expr e, u64 value, const CType *to)
{
	ExprPool *p = v->p;
	CheckValue x = {.kind = CHECK_POINTER,
					.type = to,
					.e = e,
					.ok = EXPR_TRUE,
					.base = value,
					.stride = to && to->size ? (u32)to->size : 1,
					.state = s};
	x.chosen = !expr_is_const(p, e) && v->state[s].m;
	return x;
}

static u32 common_stride(u64 a, u64 b)
{
	while (b) {
		u64 r = a % b;
		a = b;
		b = r;
	}
	return (u32)(a ? a : 1);
}

CheckValue memory_add(Eval *v, const CheckValue *pointer, const CheckValue *index, bool minus,
					  u64 size)
{
	ExprPool *p = v->p;
	AssumeValue i = {index->e, index->is_signed};
	Expr by = expr_mul(p, value_widen(&v->numbers, i, 64), expr_const(p, 64, size));
	CheckValue x = *pointer;
	memory_follow(v, &x);
	x.e = minus ? expr_sub(p, x.e, by) : expr_add(p, x.e, by);
	x.ok = expr_and(p, x.ok, index->ok);
	bool fixed = expr_is_const(p, pointer->e) && expr_is_const(p, by);
	x.stride = expr_is_const(p, pointer->e) ? (u32)size : common_stride(pointer->stride, size);
	/* An address that is known stays in the object of its pointer. */
	Machine *m = machine_of(v, x.state);
	if (fixed && m) {
		Look from = machine_look(m, pointer->base), to = machine_look(m, (u64)expr_value(p, x.e));
		bool same = from.kind == LOOK_OBJECT && to.kind == LOOK_OBJECT && from.lo == to.lo;
		if (same)
			x.base = (u64)expr_value(p, x.e);
		else
			x.ok = EXPR_FALSE;
	}
	return x;
}

u64 memory_room(Eval *v, const CheckValue *pointer)
{
	if (!v->state[pointer->state].m)
		return 1;
	Look look = machine_look(machine_of(v, pointer->state), pointer->base);
	return look.kind == LOOK_OBJECT && pointer->base < look.end ? look.end - pointer->base : 0;
}

Expr memory_byte(Eval *v, const CheckValue *pointer, u64 k, Expr *ok)
{
	CheckValue location = *pointer;
	memory_follow(v, &location);
	location.kind = CHECK_LOCATION;
	location.e = expr_add(v->p, pointer->e, expr_const(v->p, 64, k));
	location.base += k;
	location.stride = 1;
	memory_mention(v, location.state, location.e, 1);
	Expr e = load(v, &location, 1, ok);
	*ok = expr_and(v->p, *ok, pointer->ok);
	return e;
}

/* Objects of arguments have the same address in all memories; globals are matched. An object that
 * only one version created has no counterpart to compare with. */
Expr memory_translate(Eval *v, const CheckValue *x)
{
	ExprPool *p = v->p;
	if (x->state != STATE_OLD || !v->state[STATE_OLD].m || (expr_is_const(p, x->e) && !x->base))
		return x->e;
	const Program *old = v->state[STATE_OLD].program, *newer = v->state[STATE_NEW].program;
	CheckValue fixed = *x;
	memory_follow(v, &fixed);
	Look look = machine_look(machine_of(v, STATE_OLD), x->base);
	for (size_t i = 0; look.kind == LOOK_OBJECT && i < v->pair->objects.len; i++)
		if (v->pair->objects.at[i].address == look.lo)
			return x->e;
	u64 from = 0, to = 0;
	if (look.kind == LOOK_OBJECT && look.global != NO_OPERAND) {
		u32 other = change_map_global(v->map, OLD, look.global);
		from = old->globals.at[look.global].address;
		to = other == NO_OPERAND ? 0 : newer->globals.at[other].address;
	} else if (look.kind == LOOK_FUNCTION) {
		u32 other = change_map_function(v->map, OLD, look.number);
		from = old->functions.at[look.number].address;
		to = other == NO_OPERAND ? 0 : newer->functions.at[other].address;
	}
	if (to)
		return expr_add(p, x->e, expr_const(p, 64, to - from));
	if (look.kind != LOOK_NULL && look.kind != LOOK_NOWHERE)
		v->known = EXPR_FALSE;
	return x->e;
}
