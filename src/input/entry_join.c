/* entry_join.c: one shape for two versions of a function with other parameters.
 *
 * Parameters are the same if they have one name and one type. What only one version has is an input
 * as well: its object is made in both, so that addresses are the same, and one version is given it.
 */
#include "input/entry.h"

/* Parts of the parameter that begins at i: itself and what it owns, which follow it. */
static size_t block_end(const Shape *s, size_t i)
{
	size_t k = i + 1;
	while (k < s->parts.len && s->parts.at[k].owner)
		k++;
	return k;
}

static bool same_part(const Part *x, const Part *y, size_t xbase, size_t ybase)
{
	return x->kind == y->kind && !strcmp(x->name, y->name) && x->bound == y->bound &&
		   x->width == y->width && x->is_signed == y->is_signed && x->is_bool == y->is_bool &&
		   x->is_pointer == y->is_pointer && x->offset == y->offset && x->by_value == y->by_value &&
		   !x->owner == !y->owner && (!x->owner || x->owner - xbase == y->owner - ybase);
}

static bool same_block(const Shape *a, size_t i, const Shape *b, size_t k)
{
	size_t n = block_end(a, i) - i;
	if (block_end(b, k) - k != n)
		return false;
	for (size_t j = 0; j < n; j++)
		if (!same_part(&a->parts.at[i + j], &b->parts.at[k + j], i, k))
			return false;
	return true;
}

static size_t find_param(const Shape *s, const char *name)
{
	for (size_t i = 0; i < s->parts.len; i++)
		if (!s->parts.at[i].owner && !strcmp(s->parts.at[i].name, name))
			return i;
	return SIZE_MAX;
}

static void copy_block(Shape *to, const Shape *from, size_t i)
{
	size_t base = to->parts.len, end = block_end(from, i);
	for (size_t k = i; k < end; k++) {
		const Part *part = &from->parts.at[k];
		Part *copy = shape_add(to, part->kind, part->role, part->name);
		copy->bound = part->bound;
		copy->width = part->width;
		copy->is_signed = part->is_signed;
		copy->is_bool = part->is_bool;
		copy->is_pointer = part->is_pointer;
		copy->owner = part->owner ? (u32)(part->owner - i + base) : 0;
		copy->offset = part->offset;
		copy->type[0] = copy->type[1] = part->type[0];
		if (part->path)
			copy->path = xasprintf("input%zu", to->parts.len);
	}
}

bool entry_join(Inputs *in, const Shape *old, const char *function, Err *err)
{
	Shape *s = &in->shapes.at[0];
	size_t known = s->parts.len;
	for (size_t i = 0; i < s->parts.len; i = block_end(s, i))
		vec_push(&s->calls[1], (u32)i);
	for (size_t i = 0; i < old->parts.len; i = block_end(old, i)) {
		const Part *part = &old->parts.at[i];
		size_t at = find_param(s, part->name);
		if (at != SIZE_MAX && !same_block(old, i, s, at))
			return err_set(err, "'%s' of %s has another type in both versions", part->name,
						   function);
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
	memset(start->values + known, 0, (s->parts.len + 1 - known) * sizeof *start->values);
	return true;
}
