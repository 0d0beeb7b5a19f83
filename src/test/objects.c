/* objects.c: what a function under --entry left in the objects that its parameters point to. */
#include "test/behaviour.h"

static Expr byte_of(ExprPool *p, const ObjectLeft *o, size_t i)
{
	Expr e = o->exprs.at[i];
	return e ? e : expr_const(p, 8, (u8)o->bytes.at[i]);
}

void objects_free(ObjectList *list)
{
	for (size_t i = 0; i < list->len; i++) {
		buf_free(&list->at[i].bytes);
		vec_free(&list->at[i].exprs);
	}
	vec_free(list);
}

void objects_take(ObjectList *to, const MachineRunner *r)
{
	objects_free(to);
	*to = (ObjectList){0};
	for (size_t i = 0; i < r->objects.len; i++) {
		const EntryObject *from = &r->objects.at[i];
		ObjectLeft o = {.part = from->part, .gone = from->gone};
		for (u32 k = 0; k < from->len && !from->gone; k++) {
			buf_addc(&o.bytes, (char)from->bytes[k]);
			vec_push(&o.exprs, (Expr)from->tags[k]);
		}
		vec_push(to, o);
	}
}

u64 objects_hash(const ObjectList *list)
{
	u64 h = list->len;
	for (size_t i = 0; i < list->len; i++) {
		const ObjectLeft *o = &list->at[i];
		h = hash_mix(h, o->gone);
		for (size_t k = 0; k < o->exprs.len; k++)
			h = hash_mix(h, o->exprs.at[k] ? (u64)o->exprs.at[k] << 32 : (u8)o->bytes.at[k] + 1ull);
	}
	return h;
}

/* All bytes as one number. */
static Expr whole(ExprPool *p, const ObjectLeft *o)
{
	Expr e = byte_of(p, o, 0);
	for (size_t k = 1; k < o->exprs.len; k++)
		e = expr_concat(p, byte_of(p, o, k), e);
	return e;
}

static Expr object_differs(ExprPool *p, const ObjectLeft *a, const ObjectLeft *b)
{
	Expr differs = EXPR_FALSE;
	if (a->gone != b->gone || a->exprs.len != b->exprs.len)
		return EXPR_TRUE;
	if (a->part->kind == PART_INT && !a->gone)
		return expr_ne(p, whole(p, a), whole(p, b));
	for (size_t k = 0; k < a->exprs.len; k++)
		differs = expr_or(p, differs, expr_ne(p, byte_of(p, a, k), byte_of(p, b, k)));
	return differs;
}

Expr objects_differ(ExprPool *p, const ObjectList *a, const ObjectList *b)
{
	Expr differs = EXPR_FALSE;
	if (a->len != b->len)
		return EXPR_TRUE;
	for (size_t i = 0; i < a->len && differs != EXPR_TRUE; i++)
		differs = expr_or(p, differs, object_differs(p, &a->at[i], &b->at[i]));
	return differs;
}

bool objects_gone(const ObjectList *list)
{
	for (size_t i = 0; i < list->len; i++)
		if (list->at[i].gone)
			return true;
	return false;
}

/* A number as one expression; bytes as text. */
static void symbolic_text(ExprPool *p, const ObjectLeft *o, size_t limit, Buf *to)
{
	if (o->part->kind == PART_INT) {
		buf_addc(to, '{');
		expr_text(p, whole(p, o), limit, to);
		buf_addc(to, '}');
		return;
	}
	buf_addc(to, '"');
	for (size_t k = 0; k < o->exprs.len; k++) {
		if (!o->exprs.at[k]) {
			buf_add_escaped(to, &o->bytes.at[k], 1);
			continue;
		}
		buf_addc(to, '{');
		expr_text(p, o->exprs.at[k], limit, to);
		buf_addc(to, '}');
	}
	buf_addc(to, '"');
}

static void plain_text(const ObjectLeft *o, Buf *to)
{
	if (o->part->kind == PART_INT && o->bytes.len <= 8) {
		EntryType type = {.width = o->part->width, .is_signed = o->part->is_signed};
		u64 value = 0;
		memcpy(&value, o->bytes.at, o->bytes.len);
		entry_value_text(&type, value, to);
		return;
	}
	buf_addc(to, '"');
	buf_add_escaped(to, buf_str(&o->bytes), o->bytes.len);
	buf_addc(to, '"');
}

static bool same(const ObjectLeft *a, const ObjectLeft *b, bool symbolic)
{
	if (a->gone != b->gone || a->bytes.len != b->bytes.len)
		return false;
	for (size_t k = 0; symbolic && k < a->exprs.len; k++)
		if (a->exprs.at[k] != b->exprs.at[k])
			return false;
	return !memcmp(buf_str(&a->bytes), buf_str(&b->bytes), a->bytes.len);
}

void objects_text(ExprPool *p, const ObjectList *list, const ObjectList *other, size_t limit,
				  Buf *to)
{
	for (size_t i = 0; i < list->len; i++) {
		const ObjectLeft *o = &list->at[i];
		if (i >= other->len || same(o, &other->at[i], p != NULL))
			continue;
		buf_addf(to, ", %s = ", o->part->name);
		if (o->gone)
			buf_adds(to, "(freed)");
		else if (p)
			symbolic_text(p, o, limit, to);
		else
			plain_text(o, to);
	}
}
