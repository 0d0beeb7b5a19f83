/* texts.c: an input as texts, one for each part of its shape. */
#include "versions/search/mutate/mutate.h"

void texts_take(InputTexts *t, const Inputs *in, u32 shape, const Assignment *a)
{
	const Shape *s = &in->shapes.at[shape];
	texts_free(t);
	t->shape = shape;
	t->n = (u32)s->parts.len;
	t->part = xcalloc(t->n + 1, sizeof *t->part);
	for (u32 i = 0; i < t->n; i++) {
		const Part *part = &s->parts.at[i];
		Buf all = {0};
		if (part->kind == PART_FIXED || part->kind == PART_STRUCT)
			continue;
		inputs_bytes(in, part, a, &all);
		buf_add(&t->part[i], buf_str(&all) + part->fixed.len, all.len - part->fixed.len);
		buf_free(&all);
	}
}

void texts_copy(InputTexts *to, const InputTexts *from)
{
	if (to->n != from->n || !to->part) {
		texts_free(to);
		to->n = from->n;
		to->part = xcalloc(to->n + 1, sizeof *to->part);
	}
	to->shape = from->shape;
	for (u32 i = 0; i < from->n; i++) {
		buf_reset(&to->part[i]);
		buf_add(&to->part[i], buf_str(&from->part[i]), from->part[i].len);
	}
}

void texts_free(InputTexts *t)
{
	for (u32 i = 0; t->part && i < t->n; i++)
		buf_free(&t->part[i]);
	free(t->part);
	*t = (InputTexts){0};
}

size_t texts_length(const InputTexts *t)
{
	size_t n = 0;
	for (u32 i = 0; i < t->n; i++)
		n += t->part[i].len;
	return n;
}

bool texts_put(const InputTexts *t, Search *search, Assignment *a)
{
	Inputs *in = search->config.inputs;
	ExprList base = {0};
	Start start = {.shape = t->shape, .values = t->part};
	inputs_start(in, &start, a);
	inputs_canonical(in, t->shape, a);
	vec_append(&base, in->shapes.at[t->shape].base.at, in->shapes.at[t->shape].base.len);
	bool holds = conditions_hold(&search->find, &base, EXPR_TRUE, a);
	vec_free(&base);
	return holds;
}

bool texts_varies(const Part *part)
{
	return part->role != ROLE_WORLD && !part->is_float &&
		   (part->kind == PART_TEXT || part->kind == PART_FILE || part->kind == PART_INT);
}
