/* entry_join.c: one shape for two versions of a function with different parameters.
 *
 * Parameters match if they have the same name. So do fields of the structs they point to; the
 * offsets may differ. A parameter that only one version has is an input as well: its object is
 * made in both, so that addresses are the same, but it is passed to one version only.
 */
#include "engine/input/entry.h"
#include "engine/load/ctype.h"

enum {
	AS_BYTES = 16, /* elements above which an array is bytes: see entry_fields.c */
	DEEPEST = 8,
};

/* Parts of the parameter that begins at i: itself and what it owns, which follow it. */
static size_t block_end(const Shape *s, size_t i)
{
	size_t k = i + 1;
	while (k < s->parts.len && s->parts.at[k].owner)
		k++;
	return k;
}

/* The same input, wherever it lies. */
static bool same_input(const Part *x, const Part *y)
{
	return x->kind == y->kind && (x->kind == PART_STRUCT || x->bound == y->bound) &&
		   x->width == y->width && x->is_signed == y->is_signed && x->is_bool == y->is_bool &&
		   x->is_pointer == y->is_pointer && x->is_float == y->is_float &&
		   x->by_value == y->by_value && !x->owner == !y->owner;
}

/* A pointer and what it leads to may have one name. */
static size_t find_in_block(const Shape *s, size_t begin, size_t end, const Part *like)
{
	for (size_t k = begin; k < end; k++)
		if (!strcmp(s->parts.at[k].name, like->name) &&
			s->parts.at[k].is_pointer == like->is_pointer)
			return k;
	return SIZE_MAX;
}

static size_t find_param(const Shape *s, const char *name)
{
	for (size_t i = 0; i < s->parts.len; i++)
		if (!s->parts.at[i].owner && !strcmp(s->parts.at[i].name, name))
			return i;
	return SIZE_MAX;
}

static Part *copy_part(Shape *to, const Part *part, u32 owner)
{
	Part *copy = shape_add(to, part->kind, part->role, part->name);
	copy->bound = part->bound;
	copy->width = part->width;
	copy->is_signed = part->is_signed;
	copy->is_bool = part->is_bool;
	copy->is_float = part->is_float;
	copy->is_pointer = part->is_pointer;
	copy->owner = owner;
	copy->offset = part->offset;
	copy->type[0] = copy->type[1] = part->type[0];
	if (part->path)
		copy->path = xasprintf("input%zu", to->parts.len);
	return copy;
}

static void copy_block(Shape *to, const Shape *from, size_t i)
{
	size_t base = to->parts.len, end = block_end(from, i);
	for (size_t k = i; k < end; k++) {
		u32 owner = from->parts.at[k].owner;
		copy_part(to, &from->parts.at[k], owner ? (u32)(owner - i + base) : 0);
	}
}

static bool has_bits(const CType *t)
{
	for (u32 i = 0; i < t->n_fields; i++)
		if (t->fields[i].bits)
			return true;
	return false;
}

static bool same_layout(const CType *a, const CType *b, u32 depth)
{
	if (!a || !b || !depth)
		return a == b || !depth;
	if (a->kind != b->kind || a->size != b->size || a->count != b->count ||
		a->n_fields != b->n_fields)
		return false;
	for (u32 i = 0; i < a->n_fields; i++)
		if (strcmp(a->fields[i].name, b->fields[i].name) || a->fields[i].bit != b->fields[i].bit ||
			a->fields[i].bits != b->fields[i].bits ||
			!same_layout(a->fields[i].type, b->fields[i].type, depth - 1))
			return false;
	return a->kind != CTYPE_ARRAY || same_layout(a->to, b->to, depth - 1);
}

/* What is an input as bytes must mean the same in both: bit fields, unions, long arrays. */
static bool same_bytes(const CType *a, const CType *b, u32 depth)
{
	if (!a || !b || !depth || a->kind != b->kind)
		return true;
	if (a->kind == CTYPE_UNION || (a->kind == CTYPE_STRUCT && (has_bits(a) || has_bits(b))))
		return same_layout(a, b, depth);
	if (a->kind == CTYPE_ARRAY)
		return a->count > AS_BYTES || b->count > AS_BYTES ? same_layout(a, b, depth)
														  : same_bytes(a->to, b->to, depth - 1);
	for (u32 i = 0; i < a->n_fields; i++)
		for (u32 k = 0; k < b->n_fields; k++)
			if (!strcmp(a->fields[i].name, b->fields[k].name) &&
				!same_bytes(a->fields[i].type, b->fields[k].type, depth - 1))
				return false;
	return true;
}

static bool other_type(const Part *param, const Part *part, const char *function, Err *err)
{
	if (param == part || !strcmp(param->name, part->name))
		return err_set(err, "'%s' of %s has a different type in each version", param->name,
					   function);
	return err_set(err, "'%s' of %s: %s has a different type in each version", param->name,
				   function, part->name);
}

/* A parameter that both have: what lies elsewhere in OLD, what only one of them has. */
static bool join_block(Shape *s, size_t own_parts, size_t at, const Shape *old, size_t i,
					   const char *function, Err *err)
{
	size_t end = block_end(s, at), n = block_end(old, i) - i;
	end = end < own_parts ? end : own_parts;  /* behind them is what only OLD has */
	u32 *number = xcalloc(n, sizeof *number); /* of OLD's parts here */
	bool good = true;
	for (size_t k = at; k < end; k++)
		s->parts.at[k].absent = 1;
	for (size_t j = 0; good && j < n; j++) {
		const Part *part = &old->parts.at[i + j];
		size_t k = find_in_block(s, at, end, part);
		if (k == SIZE_MAX && part->owner) {
			copy_part(s, part, number[part->owner - 1 - i] + 1)->absent = 2;
			number[j] = (u32)s->parts.len - 1;
			continue;
		}
		Part *own = &s->parts.at[k == SIZE_MAX ? at : k];
		bool moved = own->offset != part->offset || own->bound != part->bound;
		number[j] = (u32)k;
		good = (same_input(own, part) && !(moved && s->parts.at[at].by_value) &&
				same_bytes(part->type[0], own->type[1], DEEPEST)) ||
			   other_type(&old->parts.at[i], part, function, err);
		own->absent = 0;
		own->type[0] = part->type[0];
		if (moved) {
			own->old = xcalloc(1, sizeof *own->old);
			*own->old = (PartLayout){part->offset, part->bound};
		}
	}
	for (size_t k = at; good && k < end; k++)
		if (s->parts.at[k].absent && s->parts.at[at].by_value)
			good = other_type(&s->parts.at[at], &s->parts.at[k], function, err);
	free(number);
	return good;
}

bool entry_join(Inputs *in, const Shape *old, const char *function, Err *err)
{
	Shape *s = &in->shapes.at[0];
	size_t own_parts = s->parts.len;
	for (size_t i = 0; i < s->parts.len; i = block_end(s, i))
		vec_push(&s->calls[1], (u32)i);
	for (size_t i = 0; i < old->parts.len; i = block_end(old, i)) {
		const Part *part = &old->parts.at[i];
		size_t at = find_param(s, part->name);
		if (at != SIZE_MAX && !join_block(s, own_parts, at, old, i, function, err))
			return false;
		if (at == SIZE_MAX && part->by_value)
			return err_set(err, "'%s' of %s is a struct that only OLD has", part->name, function);
		if (at == SIZE_MAX) {
			at = s->parts.len;
			copy_block(s, old, i);
		}
		vec_push(&s->calls[0], (u32)at);
	}
	for (size_t i = 0; i < s->calls[1].len; i++) {
		const Part *part = &s->parts.at[s->calls[1].at[i]];
		if (part->by_value && find_param(old, part->name) == SIZE_MAX)
			return err_set(err, "'%s' of %s is a struct that only NEW has", part->name, function);
	}
	/* The start has a value for each part: of those that only OLD has, none. */
	Start *start = &in->starts.at[0];
	start->values = xrealloc(start->values, (s->parts.len + 1) * sizeof *start->values);
	memset(start->values + own_parts, 0, (s->parts.len + 1 - own_parts) * sizeof *start->values);
	return true;
}
