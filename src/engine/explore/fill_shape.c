/* fill_shape.c: the shapes of the inputs, for a result. */
#include "engine/explore/fill.h"

static const char *kind_name(const Part *part)
{
	static const char *const names[] = {
		[PART_FIXED] = "fixed", [PART_INT] = "int",       [PART_TEXT] = "text",
		[PART_FILE] = "file",   [PART_OBJECT] = "object", [PART_STRUCT] = "struct"};
	return part->kind == PART_INT && part->is_float ? "float" : names[part->kind];
}

void fill_shapes(const Inputs *in, ResultShapes *to)
{
	for (size_t i = 0; i < in->shapes.len; i++) {
		const Shape *s = &in->shapes.at[i];
		ResultShape one = {0};
		for (size_t k = 0; k < s->parts.len; k++) {
			const Part *part = &s->parts.at[k];
			bool is_int = part->kind == PART_INT, is_fixed = part->kind == PART_FIXED;
			ResultInput input = {.name = part->name,
								 .kind = kind_name(part),
								 .bits = is_int ? part->width : 0,
								 .bytes = is_fixed ? (u32)part->fixed.len
										  : is_int ? (part->width + 7u) / 8
												   : part->bound};
			if (part->role == ROLE_ARG || part->role == ROLE_ENV)
				input.fixed = (ResultBytes){part->fixed.at, part->fixed.len};
			vec_push(&one.inputs, input);
		}
		vec_push(to, one);
	}
}
