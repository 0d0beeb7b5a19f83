/* returned.c: what a function under --entry returned, and whether two versions returned the same.
 *
 * Each version returns a value of its own type. A caller sees its mathematical value: -1 of an int
 * and 4294967295 of an unsigned are different, 7 of an int and 7 of a long are the same. Where the
 * types are of different kinds (a number and a pointer, an integer and a floating point number) no
 * rule says what is the same, and nothing is compared. */
#include "versions/behaviour/behaviour.h"

static bool is_integer(const EntryType *t)
{
	return !t->pointers && !t->is_float && !t->is_void && !t->by_value;
}

static u32 kind_of(const EntryType *t)
{
	if (t->pointers)
		return 1;
	if (t->by_value)
		return 2;
	if (t->is_void)
		return 3;
	return t->is_float ? t->width : 4;
}

bool returned_comparable(ReturnTypes types)
{
	return kind_of(types.own) == kind_of(types.other);
}

/* As C converts it to the largest integer. */
static void widen(Behaviour *b, ExprPool *pool, const EntryType *type)
{
	unsigned width = type->is_bool ? 1 : type->width, shift = 64 - width;
	b->value = b->value << shift;
	b->value = type->is_signed ? (u64)((i64)b->value >> shift) : b->value >> shift;
	if (!b->value_expr)
		return;
	Expr e = b->value_expr;
	if (expr_width(pool, e) > width)
		e = expr_extract(pool, e, 0, width);
	b->value_expr = type->is_signed ? expr_sext(pool, e, 64) : expr_zext(pool, e, 64);
}

/* The same bits, if not the same sign. */
static bool same_width(const EntryType *a, const EntryType *b)
{
	return a->width == b->width && a->is_bool == b->is_bool;
}

void behaviour_returned(Behaviour *b, ReturnTypes types, const EntryValue *value, PostState *left,
						ExprPool *pool, int side)
{
	const EntryType *type = types.own;
	bool compared = returned_comparable(types) && !type->by_value && !(left && left->no_value);
	if (!value->returned || b->outcome != RAN_EXIT)
		return;
	b->type = type;
	/* Where an object lies says nothing; the rest of what a pointer is is among what is left. */
	b->value = !compared ? 0 : type->pointers ? value->lo != 0 : value->lo;
	b->value_expr = !compared || type->pointers ? 0 : (Expr)value->tag;
	if (compared && is_integer(type) && !same_width(type, types.other))
		widen(b, pool, type);
	b->left = post_keep(left);
	b->side = side;
	if (post_undefined(left, side)) {
		b->undefined = true;
		if (!b->undefined_what.len)
			buf_adds(&b->undefined_what, "memory after the call is uninitialised");
	}
}

/* ---- comparing ---- */

/* The one of which a value may be below zero where the other's never is; NULL: none. */
static const Behaviour *only_signed(const Behaviour *old, const Behaviour *newer)
{
	if (!old->type || !newer->type || !is_integer(old->type) || !is_integer(newer->type) ||
		old->type->is_signed == newer->type->is_signed)
		return NULL;
	return old->type->is_signed ? old : newer;
}

bool behaviour_one_sign(const Behaviour *old, const Behaviour *newer)
{
	return !only_signed(old, newer);
}

/* The bits of both values: those of their types, or as many as the largest integer has. */
static unsigned common_width(const Behaviour *old, const Behaviour *newer)
{
	return same_width(old->type, newer->type) ? old->type->width : 64;
}

bool behaviour_same_value(const Behaviour *old, const Behaviour *newer)
{
	const Behaviour *below = only_signed(old, newer);
	bool negative = below && below->value >> (common_width(old, newer) - 1) & 1;
	return old->value == newer->value && !negative;
}

/* A returned value of a width, as an expression. */
static Expr value_of(ExprPool *p, const Behaviour *b, unsigned width)
{
	return b->value_expr ? b->value_expr : expr_const(p, width, b->value);
}

Expr behaviour_value_differs(ExprPool *p, const Behaviour *old, const Behaviour *newer)
{
	const Behaviour *known = old->value_expr ? old : newer, *below = only_signed(old, newer);
	if (!known->value_expr)
		return expr_bool(!behaviour_same_value(old, newer));
	unsigned width = expr_width(p, known->value_expr);
	Expr differs = expr_ne(p, value_of(p, old, width), value_of(p, newer, width));
	if (below)
		differs =
			expr_or(p, differs, expr_slt(p, value_of(p, below, width), expr_const(p, width, 0)));
	return differs;
}
