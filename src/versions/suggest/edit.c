/* edit.c: changes a line, always at random and always in the same way. */
#include "versions/suggest/climb.h"

enum {
	MOST_WORDS = 8,    /* of a line */
	LONG_VALUE = 40,   /* bytes of an argument */
	LONG_INPUT = 2048, /* bytes of contents */
};

u32 climb_random(u64 *state, u32 n)
{
	*state ^= *state << 13;
	*state ^= *state >> 7;
	*state ^= *state << 17;
	return n ? (u32)((*state >> 20) % n) : 0;
}

static const char *pick(const StrList *from, u64 *random, const char *otherwise)
{
	return from->len ? from->at[climb_random(random, (u32)from->len)] : otherwise;
}

/* A text of the program: one from the code that changed, half of the time. */
static const char *some_text(const Hints *h, u64 *random)
{
	u32 how = climb_random(random, 8);
	return how < 1 ? pick(&h->numbers, random, "1")
				   : pick(how < 5 ? &h->near : &h->all, random, "a");
}

/* ---- options ---- */

static void add_option(WordLine *l, const Hints *h, u64 *random)
{
	if (!h->options.len || l->words.len + 2 > MOST_WORDS)
		return;
	const HintOption *o = &h->options.at[climb_random(random, (u32)h->options.len)];
	size_t at = 0;
	while (at < l->words.len && l->words.at[at].kind == WORD_FIXED && climb_random(random, 2))
		at++;
	bool joined = o->value && o->text[1] != '-' && !climb_random(random, 3); /* -Fhex */
	line_insert(l, at, joined ? WORD_TEXT : WORD_FIXED, joined ? some_text(h, random) : o->text);
	if (joined)
		buf_adds(&l->words.at[at].before, o->text);
	else if (o->value)
		line_insert(l, at + 1, o->number ? WORD_NUMBER : WORD_TEXT,
					o->number ? pick(&h->numbers, random, "1") : some_text(h, random));
}

static void replace_option(WordLine *l, const Hints *h, u64 *random)
{
	U32List at = {0};
	for (size_t i = 0; i < l->words.len; i++)
		if (l->words.at[i].kind == WORD_FIXED && buf_str(&l->words.at[i].value)[0] == '-')
			vec_push(&at, (u32)i);
	if (at.len && h->options.len) {
		LineWord *w = &l->words.at[at.at[climb_random(random, (u32)at.len)]];
		buf_reset(&w->value);
		buf_adds(&w->value, h->options.at[climb_random(random, (u32)h->options.len)].text);
		line_word_edited(w);
	} else {
		add_option(l, h, random);
	}
	vec_free(&at);
}

/* ---- values ---- */

/* Replaces n bytes at a place of the value by a text. */
static void splice(Buf *value, size_t at, size_t n, const char *text, size_t len)
{
	Buf out = {0};
	buf_add(&out, buf_str(value), at);
	buf_add(&out, text, len);
	buf_add(&out, buf_str(value) + at + n, value->len - at - n);
	buf_free(value);
	*value = out;
}

static void edit_number(LineWord *w, const Hints *h, u64 *random)
{
	const char *text =
		climb_random(random, 4) ? pick(&h->numbers, random, "2") : some_text(h, random);
	buf_reset(&w->value);
	buf_adds(&w->value, text);
}

static void insert_text(Buf *value, const Hints *h, u64 *random)
{
	const char *text = some_text(h, random);
	size_t at = climb_random(random, 3) ? value->len : climb_random(random, (u32)value->len + 1);
	splice(value, at, 0, text, strlen(text));
}

static void repeat_part(Buf *value, u64 *random)
{
	size_t at = climb_random(random, (u32)value->len), n = value->len - at;
	n = 1 + climb_random(random, (u32)n);
	char *part = xstrndup(buf_str(value) + at, n);
	if (strlen(part) == n)
		splice(value, at, 0, part, n);
	free(part);
}

static void change_byte(Buf *value, u64 *random)
{
	static const char others[] = "aAzZ019-+.,:;/\\ \n\t\"'()[]{}<>=%&#*?!_";
	size_t at = climb_random(random, (u32)value->len);
	char c = climb_random(random, 4) ? others[climb_random(random, sizeof others - 1)]
									 : (char)(32 + climb_random(random, 95));
	splice(value, at, climb_random(random, 3) ? 1 : 0, &c, 1);
}

static void edit_value(LineWord *w, const Hints *h, u64 *random)
{
	Buf *v = &w->value;
	u32 how = climb_random(random, v->len ? 8 : 2);
	if (w->kind == WORD_NUMBER) {
		edit_number(w, h, random);
	} else if (how == 0) {
		buf_reset(v);
		buf_adds(v, some_text(h, random));
	} else if (how <= 3) {
		insert_text(v, h, random);
	} else if (how == 4) {
		size_t at = climb_random(random, (u32)v->len), n = v->len - at;
		splice(v, at, 1 + climb_random(random, (u32)(n < 8 ? n : 8)), "", 0);
	} else if (how == 5) {
		repeat_part(v, random);
	} else {
		change_byte(v, random);
	}
	size_t most = w->kind == WORD_CONTENTS ? LONG_INPUT : LONG_VALUE;
	if (v->len > most)
		splice(v, most, v->len - most, "", 0);
	line_word_edited(w);
}

/* One of the words that vary, or standard input; NULL: there is none. */
static LineWord *some_word(WordLine *l, u64 *random)
{
	U32List at = {0};
	for (size_t i = 0; i < l->words.len; i++)
		if (l->words.at[i].kind != WORD_FIXED)
			vec_push(&at, (u32)i);
	u32 n = (u32)at.len + (l->reads && l->input.kind == WORD_CONTENTS);
	u32 k = climb_random(random, n);
	LineWord *w = !n ? NULL : k < at.len ? &l->words.at[at.at[k]] : &l->input;
	vec_free(&at);
	return w;
}

static void take_value(WordLine *l, const WordLine *other, u64 *random)
{
	WordLine copy;
	line_copy(other, &copy);
	LineWord *to = some_word(l, random), *from = some_word(&copy, random);
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

static void edit_words(WordLine *l, const Hints *h, u64 *random)
{
	if (l->words.len && climb_random(random, 2))
		line_remove(l, climb_random(random, (u32)l->words.len));
	else if (l->words.len < MOST_WORDS)
		line_insert(l, l->words.len, WORD_TEXT, some_text(h, random));
}

void line_edit(WordLine *l, const Hints *h, const WordLine *other, u64 *random)
{
	u32 how = climb_random(random, 16);
	LineWord *w = how < 10 ? some_word(l, random) : NULL;
	if (w && w != &l->input && !climb_random(random, 12))
		line_turn(w);
	else if (w)
		edit_value(w, h, random);
	else if (how < 12)
		add_option(l, h, random);
	else if (how == 12)
		replace_option(l, h, random);
	else if (how == 13)
		take_value(l, other, random);
	else
		edit_words(l, h, random);
	if (!l->reads && h->input && !climb_random(random, 8)) {
		l->reads = true;
		l->input.kind = WORD_CONTENTS;
		buf_adds(&l->input.value, some_text(h, random));
	}
}
