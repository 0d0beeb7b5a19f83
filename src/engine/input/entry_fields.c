/* entry_fields.c: structs, arrays and pointers as parts of a shape. */
#include "engine/input/entry_build.h"

enum {
	MOST_PARTS = 200,   /* of all parameters together */
	MOST_ELEMENTS = 16, /* of an array that are inputs of their own; others are bytes */
};

bool build_refuse(Builder *b, const char *name, const char *why)
{
	return err_set(b->err, "--entry: '%s' of %s: %s", name, b->entry->name, why);
}

/* Something that a caller might give and nobody tries here. */
bool build_untried(Builder *b, const char *what, const char *name)
{
	char *text = xasprintf(
		"%s %s", b->global ? "calls with values other than the initial one of" : what, name);
	for (size_t i = 0; i < b->in->limits.len; i++)
		if (!strcmp(b->in->limits.at[i], text)) {
			free(text);
			return true;
		}
	vec_push(&b->in->limits, text);
	return true;
}

Part *build_part(Builder *b, PartKind kind, const char *name, u32 owner, u64 offset)
{
	Part *part = shape_add(b->shape, kind, ROLE_PARAM, name);
	part->owner = owner;
	part->offset = (u32)offset;
	return part;
}

static void add_number(Builder *b, const char *name, u32 owner, u64 offset, const CType *t)
{
	Part *part = build_part(b, PART_INT, name, owner, offset);
	part->width = (u8)(t->size * 8);
	part->is_float = t->kind == CTYPE_FLOAT;
	part->is_signed = t->is_signed || part->is_float;
	part->is_bool = t->is_bool;
}

Part *build_bytes(Builder *b, const char *name, u32 owner, u64 offset, u64 size)
{
	Part *part = build_part(b, PART_OBJECT, name, owner, offset);
	part->bound = (u32)size;
	part->path = xasprintf("input%zu", b->shape->parts.len);
	return part;
}

void build_type(Part *part, const CType *t)
{
	part->type[0] = part->type[1] = t;
}

/* An object of --bound bytes, but of whole elements, and at least one. */
u64 build_elements(const Builder *b, u64 size)
{
	return size ? (b->bound + size - 1) / size * size : b->bound;
}

/* ---- structs ---- */

bool build_has_pointer(const CType *t)
{
	if (t->kind == CTYPE_ARRAY)
		return t->to && build_has_pointer(t->to);
	for (u32 i = 0; i < t->n_fields; i++)
		if (build_has_pointer(t->fields[i].type))
			return true;
	return t->kind == CTYPE_POINTER;
}

bool build_object(Builder *b, const char *name, const char *join, Part *part, const CType *t,
				  u32 left)
{
	FieldLocation at = {(u32)b->shape->parts.len, 0, left, !part->by_value};
	part->bound = (u32)t->size;
	build_type(part, t);
	return build_fields(b, name, join, at, t);
}

static bool add_pointee(Builder *b, const char *name, u32 owner, const CType *t, u32 left)
{
	if (t->kind == CTYPE_STRUCT && t->size)
		return build_object(b, name, "->", build_part(b, PART_STRUCT, name, owner, 0), t, left);
	char *bytes = xasprintf("*%s", name);
	if (t->kind == CTYPE_INT && t->is_text)
		build_part(b, PART_TEXT, bytes, owner, 0)->bound = b->bound;
	else
		build_type(build_bytes(b, bytes, owner, 0, build_elements(b, t->size)), t);
	free(bytes);
	return true;
}

/* A pointer that the function itself sets, as a parameter says. */
static bool is_given(const Builder *b, const char *name)
{
	for (size_t i = 1; b->given && i < b->given->len; i += 2)
		if (!strcmp(b->given->at[i], name))
			return true;
	return false;
}

static void add_null(Builder *b, const char *name)
{
	if (is_given(b, name))
		return;
	if (b->n_null < NULLS_NAMED)
		buf_addf(&b->nulls, "%s%s", b->n_null ? ", " : "", name);
	b->n_null++;
}

/* A pointer of a global that leads to something at the start goes on to do so. */
static bool is_kept(const Builder *b, FieldLocation at)
{
	u64 first = 0;
	if (b->global && b->global->init && at.owner == b->global_part &&
		at.offset + sizeof first <= b->global->size)
		memcpy(&first, b->global->init + at.offset, sizeof first);
	return first != 0;
}

void build_null(Builder *b, const char *name, u32 owner, u64 offset)
{
	Part *part = build_part(b, PART_INT, name, owner, offset);
	part->width = 8;
	part->is_bool = part->is_pointer = true;
}

bool build_pointer(Builder *b, const char *name, FieldLocation at, const CType *t)
{
	const CType *to = t->to;
	if (is_kept(b, at))
		return build_untried(b, "", name);
	if (!at.left || !to || to->kind == CTYPE_OTHER) {
		add_null(b, name);
		return true;
	}
	if (to->kind != CTYPE_STRUCT && to->kind != CTYPE_INT && to->kind != CTYPE_VOID &&
		to->kind != CTYPE_FLOAT)
		return build_untried(b, "calls with a non-null pointer for", name);
	build_null(b, name, at.owner, at.offset);
	return add_pointee(b, name, (u32)b->shape->parts.len, to, at.left - 1);
}

static bool add_elements(Builder *b, const char *name, FieldLocation at, const CType *t, u64 count)
{
	bool good = true;
	at.last = false;
	for (u64 i = 0; good && i < count; i++) {
		char *element = xasprintf("%s[%llu]", name, (unsigned long long)i);
		good = build_field(b, element, at, t->to);
		at.offset += t->to->size;
		free(element);
	}
	return good;
}

/* An array without a length, at the end: the object is so much longer. */
static bool add_flexible(Builder *b, const char *name, FieldLocation at, const CType *t)
{
	u64 size = build_elements(b, t->to->size), count = size / t->to->size;
	Part *object = &b->shape->parts.at[at.owner - 1];
	if (at.offset + size > object->bound)
		object->bound = (u32)(at.offset + size);
	buf_addf(&b->fewer, "%s%llu in %s", b->fewer.len ? ", " : "", (unsigned long long)count, name);
	if (t->to->is_char || (count > MOST_ELEMENTS && !build_has_pointer(t))) {
		build_bytes(b, name, at.owner, at.offset, size);
		return true;
	}
	return add_elements(b, name, at, t, count);
}

static bool add_array(Builder *b, const char *name, FieldLocation at, const CType *t)
{
	bool pointers = build_has_pointer(t), list = t->kind == CTYPE_ARRAY && t->to;
	bool few = list && !t->to->is_char && t->count <= MOST_ELEMENTS;
	if (list && !t->size && t->to->size && at.last)
		return add_flexible(b, name, at, t);
	if (pointers && at.left && !few)
		return build_untried(b, "calls with a nonzero value in", name);
	if (few)
		return add_elements(b, name, at, t, t->count);
	if (pointers)
		add_null(b, name);
	else if (t->size)
		build_bytes(b, name, at.owner, at.offset, t->size);
	return true;
}

bool build_field(Builder *b, const char *name, FieldLocation at, const CType *t)
{
	if (b->shape->parts.len > MOST_PARTS)
		return build_untried(b, "calls with nonzero bytes after", vec_last(&b->shape->parts).name);
	switch (t->kind) {
	case CTYPE_INT:
		if (t->size > 8)
			return build_untried(b, "calls with a nonzero value for", name);
		add_number(b, name, at.owner, at.offset, t);
		return true;
	case CTYPE_FLOAT:
		if (t->size == 4 || t->size == 8)
			add_number(b, name, at.owner, at.offset, t);
		else
			build_bytes(b, name, at.owner, at.offset, t->size);
		return true;
	case CTYPE_POINTER: return build_pointer(b, name, at, t);
	case CTYPE_STRUCT: return build_fields(b, name, ".", at, t);
	case CTYPE_UNION:
	case CTYPE_ARRAY: return add_array(b, name, at, t);
	default: return build_untried(b, "calls with a nonzero value in", name);
	}
}

/* Bit fields that follow each other are bytes, under the name of the first. Returns the first field
 * behind them. */
static u32 add_bit_fields(Builder *b, const char *name, u32 owner, u64 offset, const CType *t,
						  u32 i)
{
	u64 begin = t->fields[i].bit / 8, end = begin;
	u32 k = i;
	for (; k < t->n_fields && t->fields[k].bits; k++)
		end = (t->fields[k].bit + t->fields[k].bits + 7) / 8;
	build_bytes(b, name, owner, offset + begin, end - begin);
	return k;
}

bool build_fields(Builder *b, const char *name, const char *join, FieldLocation at, const CType *t)
{
	bool good = true;
	for (u32 i = 0; good && i < t->n_fields;) {
		const CField *f = &t->fields[i];
		bool plain = !*f->name; /* a struct inside whose fields count as its own */
		char *field = plain ? xstrdup(name) : xasprintf("%s%s%s", name, join, f->name);
		if (f->bits) {
			i = add_bit_fields(b, field, at.owner, at.offset, t, i);
		} else {
			FieldLocation to = {at.owner, at.offset + f->bit / 8, at.left,
								at.last && i + 1 == t->n_fields};
			good = plain && f->type->kind == CTYPE_STRUCT ? build_fields(b, name, join, to, f->type)
														  : build_field(b, field, to, f->type);
			i++;
		}
		free(field);
	}
	return good;
}

/* ---- what no call has ---- */

void build_limits(Builder *b)
{
	if (b->n_null > NULLS_NAMED)
		buf_addf(&b->nulls, " and %u more", b->n_null - NULLS_NAMED);
	if (b->n_null)
		vec_push(&b->in->limits, xasprintf("calls in which %s %s not null", buf_str(&b->nulls),
										   b->n_null > 1 ? "are" : "is"));
	if (b->fewer.len)
		vec_push(&b->in->limits,
				 xasprintf("calls with more elements than %s (--bound)", buf_str(&b->fewer)));
	buf_free(&b->nulls);
	buf_free(&b->fewer);
}
