/* entry_match.c: the parameters of two versions of a function, matched by their positions.
 *
 * A caller passes arguments by position, so names mean nothing: of parameters, of tags, of members.
 * What an argument is, is said by OLD's types: a number has the values of OLD's type and is converted
 * to NEW's as C does in a call; an object has OLD's contents. */
#include "engine/input/entry.h"
#include "engine/load/ctype.h"

enum { DEEPEST = 8 }; /* pointers and structs inside each other */

/* True for an argument that C converts. */
static bool is_number(const Part *part)
{
	return part->kind == PART_INT && !part->owner && !part->is_pointer && !part->is_float;
}

/* Bytes behind a pointer that is a parameter. */
static bool is_block(const Part *part)
{
	return (part->kind == PART_TEXT || part->kind == PART_OBJECT) && !part->owner;
}

static bool same_kind(const Part *x, const Part *y)
{
	if (is_number(x) && is_number(y))
		return true;
	if (is_block(x) && is_block(y))
		return true;
	return x->kind == y->kind && x->bound == y->bound && x->width == y->width &&
		   x->is_bool == y->is_bool && x->is_pointer == y->is_pointer && x->is_float == y->is_float;
}

static bool same_place(const Part *x, const Part *y)
{
	return x->owner == y->owner && x->offset == y->offset && x->by_value == y->by_value;
}

static const CField *field_called(const CType *t, const char *name)
{
	for (u32 i = 0; i < t->n_fields; i++)
		if (!strcmp(t->fields[i].name, name))
			return &t->fields[i];
	return NULL;
}

/* Callers use members by name. So a member is the one of that name, and another one only if either
 * name is new: then it was renamed. Both lie at the same place, or the structs do not match. */
static bool same_members(const CType *a, const CType *b, u32 depth)
{
	if (!a || !b || !depth)
		return true;
	for (u32 i = 0; i < a->n_fields && i < b->n_fields; i++) {
		const char *x = a->fields[i].name, *y = b->fields[i].name;
		if (strcmp(x, y) != 0 && (field_called(b, x) || field_called(a, y)))
			return false;
		if (!same_members(a->fields[i].type, b->fields[i].type, depth - 1))
			return false;
	}
	return same_members(a->to, b->to, depth - 1);
}

bool entry_match(Shape *old, const Shape *newer)
{
	if (old->parts.len != newer->parts.len)
		return false;
	for (size_t i = 0; i < old->parts.len; i++)
		if (!same_members(old->parts.at[i].type[0], newer->parts.at[i].type[1], DEEPEST))
			return false;
	for (size_t i = 0; i < old->parts.len; i++)
		if (!same_kind(&old->parts.at[i], &newer->parts.at[i]) ||
			!same_place(&old->parts.at[i], &newer->parts.at[i]))
			return false;
	for (size_t i = 0; i < old->parts.len; i++) {
		const CType **type = old->parts.at[i].type;
		type[1] = newer->parts.at[i].type[1];
		if (type[0] && type[1] &&
			(type[0]->kind != type[1]->kind || type[0]->size != type[1]->size))
			type[0] = type[1] = NULL; /* elements of other sizes: bytes */
	}
	return true;
}

static void move_text(char **to, char **from)
{
	free(*to);
	*to = *from;
	*from = NULL;
}

bool entry_completed(Entry *e, Entry *given, const Program *p, Err *err)
{
	*e = (Entry){.name = xstrdup(given->name), .only_name = true};
	if (!entry_types(e, p, err))
		return false;
	for (size_t i = 0; i < e->params.len && i < given->params.len; i++) {
		EntryType *to = &e->params.at[i], *from = &given->params.at[i];
		if (from->name)
			move_text(&to->name, &from->name);
		if (from->length)
			move_text(&to->length, &from->length);
		if (from->start)
			move_text(&to->start, &from->start);
		to->count = from->count;
	}
	return true;
}
