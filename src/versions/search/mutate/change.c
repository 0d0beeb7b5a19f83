/* change.c: mutations of an input: some of its parts, as texts or numbers. */
#include "versions/search/mutate/mutate.h"

enum {
	MOST_STACKED = 4,  /* mutations of one input: at most 2 to this power */
	INVENTED_LINES = 5 /* at most, of an input that is made of words */
};

/* A number of its own. */
static void mutate_int(Mutator *m, Buf *text, const Part *part)
{
	i64 v = strtoll(buf_str(text), NULL, 10);
	u64 most = part->width < 64 ? (1ull << part->width) - 1 : ~0ull;
	switch (draw(m, 6)) {
	case 0: v = (i64)((u64)v + 1); break;
	case 1: v = (i64)((u64)v - 1); break;
	case 2: v = (i64)((u64)v ^ 1ull << draw(m, part->width)); break;
	default: draw_number(m), v = strtoll(buf_str(&m->piece), NULL, 10); break;
	}
	if (part->is_bool)
		v &= 1;
	u64 bits = (u64)v & most;
	bool negative = part->is_signed && part->width < 64 && bits >> (part->width - 1) & 1;
	put_number(m, negative ? (i64)(bits | ~most) : (i64)bits);
	buf_reset(text);
	buf_add(text, m->piece.at, m->piece.len);
}

/* Parts have equal turns: a long one does not crowd out an option letter. */
static u32 draw_part(Mutator *m, const Shape *shape)
{
	u32 n = 0, chosen = NO_OPERAND;
	for (u32 i = 0; i < shape->parts.len; i++)
		if (texts_varies(&shape->parts.at[i]) && !draw(m, ++n))
			chosen = i;
	return chosen;
}

void mutate(Mutator *m, const Shape *shape, InputTexts *t, const InputTexts *other)
{
	u32 n = 1u << draw(m, MOST_STACKED + 1);
	for (u32 k = 0; k < n; k++) {
		u32 i = draw_part(m, shape);
		if (i == NO_OPERAND)
			return;
		const Part *part = &shape->parts.at[i];
		if (part->kind == PART_INT)
			mutate_int(m, &t->part[i], part);
		else
			mutate_text(m, &t->part[i], other ? &other->part[i] : NULL, part->bound);
	}
}

void mutate_end(Mutator *m, const Shape *shape, InputTexts *t, const InputTexts *other)
{
	u32 i = draw_part(m, shape), n = 1 + draw(m, 3);
	if (i == NO_OPERAND || shape->parts.at[i].kind == PART_INT) {
		mutate(m, shape, t, other);
		return;
	}
	u32 bound = shape->parts.at[i].bound;
	for (u32 k = 0; k < n; k++) {
		Buf *text = &t->part[i];
		u32 kind = draw(m, 8);
		if (kind < 3) {
			invent_line(m, text, bound);
		} else if (kind < 6) {
			repeat_line(m, text, other ? &other->part[i] : NULL, bound);
		} else {
			draw_word(m);
			text_replace(text, text->len, 0, buf_str(&m->piece), m->piece.len, bound);
		}
	}
}

void mutate_invent(Mutator *m, const Shape *shape, InputTexts *t)
{
	for (u32 i = 0; i < shape->parts.len; i++) {
		const Part *part = &shape->parts.at[i];
		if (!texts_varies(part) || !draw(m, 4))
			continue;
		if (part->kind == PART_INT) {
			mutate_int(m, &t->part[i], part);
			continue;
		}
		buf_reset(&t->part[i]);
		for (u32 k = 1 + draw(m, INVENTED_LINES); k; k--)
			invent_line(m, &t->part[i], part->bound);
	}
}
