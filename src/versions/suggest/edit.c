/* edit.c: changes a line, always at random and always in the same way. */
#include "versions/suggest/climb.h"

enum {
	MOST_WORDS = 8,    /* of a line */
	LONG_VALUE = 40,   /* bytes of an argument */
	LONG_INPUT = 2048, /* bytes of contents */
};

static const char *some_text(Mutator *m)
{
	draw_word(m);
	return buf_str(&m->piece);
}

static const char *some_number(Mutator *m)
{
	draw_number(m);
	return buf_str(&m->piece);
}

/* ---- options ---- */

static const HintOption *some_option(const Hints *h, Mutator *m)
{
	return &h->options.at[draw(m, (u32)h->options.len)];
}

static void add_option(WordLine *l, const Hints *h, Mutator *m)
{
	if (!h->options.len || l->words.len + 2 > MOST_WORDS)
		return;
	const HintOption *o = some_option(h, m);
	size_t at = 0;
	while (at < l->words.len && l->words.at[at].kind == WORD_FIXED && draw(m, 2))
		at++;
	bool joined = o->value && o->text[1] != '-' && !draw(m, 3); /* -Fhex */
	line_insert(l, at, joined ? WORD_TEXT : WORD_FIXED, joined ? some_text(m) : o->text);
	if (joined)
		buf_adds(&l->words.at[at].before, o->text);
	else if (o->value)
		line_insert(l, at + 1, o->number ? WORD_NUMBER : WORD_TEXT,
					o->number ? some_number(m) : some_text(m));
}

static void replace_option(WordLine *l, const Hints *h, Mutator *m)
{
	U32List at = {0};
	for (size_t i = 0; i < l->words.len; i++)
		if (l->words.at[i].kind == WORD_FIXED && buf_str(&l->words.at[i].value)[0] == '-')
			vec_push(&at, (u32)i);
	if (at.len && h->options.len) {
		LineWord *w = &l->words.at[at.at[draw(m, (u32)at.len)]];
		buf_reset(&w->value);
		buf_adds(&w->value, some_option(h, m)->text);
		line_word_edited(w);
	} else {
		add_option(l, h, m);
	}
	vec_free(&at);
}

/* ---- values ---- */

static void set_value(Buf *value, const char *text)
{
	buf_reset(value);
	buf_adds(value, text);
}

/* Most programs read a text from its beginning: words are added to its end more often than elsewhere. */
static void add_text(Buf *value, Mutator *m, u32 bound)
{
	size_t at = draw(m, 3) ? value->len : draw(m, (u32)value->len + 1);
	draw_word(m);
	text_replace(value, at, 0, buf_str(&m->piece), m->piece.len, bound);
}

static void edit_value(LineWord *w, Mutator *m)
{
	u32 bound = w->kind == WORD_CONTENTS ? LONG_INPUT : LONG_VALUE;
	u32 how = draw(m, w->value.len ? 8 : 2);
	if (w->kind == WORD_NUMBER)
		set_value(&w->value, draw(m, 4) ? some_number(m) : some_text(m));
	else if (how == 0)
		set_value(&w->value, some_text(m));
	else if (how <= 3)
		add_text(&w->value, m, bound);
	else
		mutate_text(m, &w->value, NULL, bound);
	line_word_edited(w);
}

/* One of the words that vary, or standard input; NULL: there is none. */
static LineWord *some_word(WordLine *l, Mutator *m)
{
	U32List at = {0};
	for (size_t i = 0; i < l->words.len; i++)
		if (l->words.at[i].kind != WORD_FIXED)
			vec_push(&at, (u32)i);
	u32 n = (u32)at.len + (l->reads && l->input.kind == WORD_CONTENTS);
	u32 k = n ? draw(m, n) : 0;
	LineWord *w = !n ? NULL : k < at.len ? &l->words.at[at.at[k]] : &l->input;
	vec_free(&at);
	return w;
}

static void take_value(WordLine *l, const WordLine *other, Mutator *m)
{
	WordLine copy;
	line_copy(other, &copy);
	LineWord *to = some_word(l, m), *from = some_word(&copy, m);
	if (to && from && to->kind != WORD_NUMBER && from->value.len) {
		buf_reset(&to->value);
		buf_add(&to->value, from->value.at, from->value.len);
		line_word_edited(to);
	}
	line_free(&copy);
}

/* A text may be the name of a file, and the other way round. */
void line_turn(LineWord *w)
{
	if (w->kind == WORD_FIXED || w->before.len || !w->value.len)
		return;
	w->kind = w->kind == WORD_CONTENTS ? WORD_TEXT : WORD_CONTENTS;
	line_word_edited(w);
}

/* ---- the whole ---- */

static void edit_words(WordLine *l, Mutator *m)
{
	if (l->words.len && draw(m, 2))
		line_remove(l, draw(m, (u32)l->words.len));
	else if (l->words.len < MOST_WORDS)
		line_insert(l, l->words.len, WORD_TEXT, some_text(m));
}

void line_edit(WordLine *l, const Hints *h, const WordLine *other, Mutator *m)
{
	u32 how = draw(m, 16);
	LineWord *w = how < 10 ? some_word(l, m) : NULL;
	if (w && w != &l->input && !draw(m, 12))
		line_turn(w);
	else if (w)
		edit_value(w, m);
	else if (how < 12)
		add_option(l, h, m);
	else if (how == 12)
		replace_option(l, h, m);
	else if (how == 13)
		take_value(l, other, m);
	else
		edit_words(l, m);
	if (!l->reads && h->input && !draw(m, 8)) {
		l->reads = true;
		l->input.kind = WORD_CONTENTS;
		buf_adds(&l->input.value, some_text(m));
	}
}
