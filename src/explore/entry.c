/* entry.c: the parameters of a function as inputs. */
#include "explore/entry.h"

static void add_param(Shape *shape, const EntryType *t, u32 bound)
{
	char *name = t->name ? xstrdup(t->name) : xasprintf("arg%zu", shape->parts.len + 1);
	Part *part;
	if (!t->pointers) {
		part = shape_add(shape, PART_INT, ROLE_PARAM, name);
		part->width = (u8)t->width;
		part->is_signed = t->is_signed;
		part->is_bool = t->is_bool;
	} else if (t->is_char) {
		part = shape_add(shape, PART_TEXT, ROLE_PARAM, name);
		part->bound = t->count ? t->count : bound;
	} else {
		part = shape_add(shape, PART_OBJECT, ROLE_PARAM, name);
		part->bound = t->count ? t->count * (t->is_void ? 1 : t->width / 8) : bound;
		part->path = xasprintf("input%zu", shape->parts.len);
	}
	free(name);
}

bool inputs_entry(Inputs *in, const Entry *e, u32 bound, Err *err)
{
	vec_push(&in->shapes, (Shape){0});
	Shape *shape = &vec_last(&in->shapes);
	for (size_t i = 0; i < e->params.len; i++)
		add_param(shape, &e->params.at[i], bound);
	Buf *values = xcalloc(shape->parts.len + 1, sizeof *values);
	inputs_add_start(in, (u32)in->shapes.len - 1, values);
	for (size_t i = 0; i < shape->parts.len; i++)
		if (shape->parts.at[i].bound > 65536)
			return err_set(err, "--entry: '%s' has more than 65536 bytes", shape->parts.at[i].name);
	return true;
}

void entry_value_text(const EntryType *type, u64 value, Buf *to)
{
	if (type->pointers) {
		buf_adds(to, value ? "pointer" : "null");
	} else if (!type->is_void) {
		unsigned shift = 64 - type->width;
		if (type->is_signed)
			buf_addf(to, "%lld", (long long)((i64)(value << shift) >> shift));
		else
			buf_addf(to, "%llu", (unsigned long long)(value << shift >> shift));
	}
}
