/* prefix.c: what follows an input that was of use.
 *
 * If the versions leave different variables, the effect of a change is in the state and nothing has
 * shown it yet. Such an input is the beginning of others: each record that was of use so far, each
 * word of the program, alone and with a name of the input, is put behind it, also behind an empty
 * line, which ends a part of many inputs; and each piece of the dictionary without a line of its
 * own. If an ending keeps the effect in another way, that input is a beginning itself, so sequences
 * of commands are tried in order of their length. Inputs that reached new code are beginnings, too,
 * with fewer turns. */
#include "versions/search/mutate/mutate.h"

enum {
	WAYS = 8,         /* a word alone, and three times with names; each also behind an empty line */
	MOST_NAMES = 2,   /* behind a word */
	LEAST_LENGTH = 8, /* shorter inputs are as good as this */
	FEW = 4,          /* inputs of one class; of more, the 8th, 16th and so on */
	PLAIN_RANK = 4    /* an input without an effect counts as so much longer */
};

void prefix_add(Prefixes *l, const Buf *which, u32 kept, size_t length)
{
	u64 n = 0;
	Prefix p = {.kept = kept, .length = (u32)length + LEAST_LENGTH};
	if (which) {
		keymap_get(&l->classes, buf_key(which), &n);
		keymap_put(&l->classes, buf_key(which), ++n);
	} else {
		p.length *= PLAIN_RANK;
	}
	if (n > FEW && n & (n - 1))
		return;
	vec_push(&l->list, p);
}

void prefixes_free(Prefixes *l)
{
	vec_free(&l->list);
	keymap_free(&l->classes);
}

static const Buf *word_at(const Dictionary *d, u32 i)
{
	return i < d->words.len ? &d->words.at[i] : &d->others.at[i - d->words.len];
}

static u32 words_of(const Mutator *m)
{
	return (u32)(m->dict->words.len + m->dict->others.len);
}

static bool is_done(const Mutator *m, const Prefix *p)
{
	return p->records >= 2 * m->records->lines.len && p->words >= WAYS * words_of(m) &&
		   p->pieces >= count_pieces(m);
}

/* Prefixes that had few endings come first, of these the shorter ones. */
u32 prefix_next(Prefixes *l, const Mutator *m)
{
	u32 best = NO_OPERAND;
	for (u32 i = 0; i < l->list.len; i++) {
		const Prefix *p = &l->list.at[i];
		if (is_done(m, p))
			continue;
		u64 rank = (u64)(p->turns + 1) * p->length;
		const Prefix *b = best == NO_OPERAND ? NULL : &l->list.at[best];
		if (!b || rank < (u64)(b->turns + 1) * b->length)
			best = i;
	}
	if (best != NO_OPERAND)
		l->list.at[best].turns++;
	return best;
}

static void take_word(Mutator *m, const Buf *word, const Buf *text, bool named, Buf *out)
{
	buf_reset(out);
	buf_add(out, word->at, word->len);
	for (u32 k = 1 + draw(m, MOST_NAMES); named && k; k--)
		if (name_draw(m, text, !draw(m, 3))) {
			buf_addc(out, ' ');
			buf_add(out, m->piece.at, m->piece.len);
		}
}

static u32 part_of(const Shape *shape)
{
	u32 best = NO_OPERAND;
	for (u32 i = 0; i < shape->parts.len; i++) {
		const Part *part = &shape->parts.at[i];
		if (texts_varies(part) && part->kind != PART_INT &&
			(best == NO_OPERAND || part->bound > shape->parts.at[best].bound))
			best = i;
	}
	return best;
}

/* The next ending that is a line, into m->scratch. Returns true if an empty line comes before it. */
static bool next_line(Mutator *m, Prefix *p, const Buf *text)
{
	u32 i;
	if (p->records < 2 * m->records->lines.len) {
		i = p->records++;
		record_adopt(m, &m->records->lines.at[i / 2], text, &m->scratch);
	} else {
		i = p->words++;
		take_word(m, word_at(m->dict, i / WAYS), text, i & (WAYS - 2), &m->scratch);
	}
	buf_addc(&m->scratch, '\n');
	return i & 1;
}

bool prefix_extend(Prefixes *l, Mutator *m, u32 prefix, const Shape *shape, InputTexts *t)
{
	Prefix *p = &l->list.at[prefix];
	u32 part = part_of(shape);
	if (part == NO_OPERAND || is_done(m, p))
		return false;
	Buf *text = &t->part[part];
	u32 bound = shape->parts.at[part].bound;
	if (p->pieces < count_pieces(m)) {
		put_piece(m, p->pieces++);
		text_replace(text, text->len, 0, buf_str(&m->piece), m->piece.len, bound);
		return true;
	}
	bool empty = next_line(m, p, text);
	if (text->len && text->at[text->len - 1] != '\n')
		text_replace(text, text->len, 0, "\n", 1, bound);
	if (empty)
		text_replace(text, text->len, 0, "\n", 1, bound);
	text_replace(text, text->len, 0, m->scratch.at, m->scratch.len, bound);
	return true;
}
