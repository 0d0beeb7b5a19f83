/* mutate.c: mutations of bytes, words and numbers. */
#include "engine/words/mutate.h"

#include <ctype.h>

u32 draw(Mutator *m, u32 below)
{
	return (u32)((random_next(&m->random) >> 11) % below);
}

void mutator_free(Mutator *m)
{
	buf_free(&m->scratch);
	buf_free(&m->piece);
}

void text_replace(Buf *text, size_t at, size_t n, const void *bytes, size_t len, u32 bound)
{
	Buf tail = {0};
	n = n < text->len - at ? n : text->len - at;
	buf_add(&tail, buf_str(text) + at + n, text->len - at - n);
	text->len = at;
	buf_add(text, bytes, len);
	buf_add(text, buf_str(&tail), tail.len);
	buf_free(&tail);
	if (text->len > bound) {
		text->len = bound;
		text->at[bound] = 0;
	}
}

/* ---- what is put in ---- */

void put_number(Mutator *m, i64 v)
{
	buf_reset(&m->piece);
	buf_addf(&m->piece, "%lld", (long long)v);
}

void draw_number(Mutator *m)
{
	static const i64 values[] = {0,    1,     2,     3,     4,          5,   7,   8,
								 9,    10,    16,    20,    31,         32,  50,  64,
								 99,   100,   127,   128,   255,        256, 999, 1000,
								 1024, 32767, 65535, 65536, 2147483647, -1,  -3,  -2147483648};
	const Dictionary *d = m->dict;
	if (d->numbers.len && draw(m, 2))
		put_number(m, d->numbers.at[draw(m, (u32)d->numbers.len)] + (i64)draw(m, 3) - 1);
	else
		put_number(m, values[draw(m, draw(m, 2) ? 10 : countof(values))]);
}

/* A number that programs may know as a character, in UTF-8, into m->piece. */
static void put_character(Mutator *m, u32 c)
{
	buf_reset(&m->piece);
	if (c < 0x800) {
		buf_addc(&m->piece, (char)(0xC0 | c >> 6));
	} else {
		if (c < 0x10000) {
			buf_addc(&m->piece, (char)(0xE0 | c >> 12));
		} else {
			buf_addc(&m->piece, (char)(0xF0 | c >> 18));
			buf_addc(&m->piece, (char)(0x80 | (c >> 12 & 0x3F)));
		}
		buf_addc(&m->piece, (char)(0x80 | (c >> 6 & 0x3F)));
	}
	buf_addc(&m->piece, (char)(0x80 | (c & 0x3F)));
}

/* A number as a text: in decimal, or as the character that it is. */
static void draw_number_text(Mutator *m)
{
	draw_number(m);
	i64 v = strtoll(buf_str(&m->piece), NULL, 10);
	if (v >= 0x80 && v < 0x110000 && draw(m, 2))
		put_character(m, (u32)v);
}

static char draw_character(Mutator *m)
{
	const Dictionary *d = m->dict;
	u32 kind = draw(m, 16);
	if (d->characters.len && kind < 9)
		return d->characters.at[draw(m, (u32)d->characters.len)];
	if (kind < 11)
		return (char)('a' + draw(m, draw(m, 2) ? 4 : 26));
	if (kind < 13)
		return (char)('0' + draw(m, 10));
	if (kind == 13)
		return '\n';
	return kind == 14 ? ' ' : (char)(draw(m, 4) ? ' ' + draw(m, 95) : draw(m, 256));
}

void draw_word(Mutator *m)
{
	const Dictionary *d = m->dict;
	u32 kind = draw(m, 16);
	const Buf *word = NULL;
	if (d->words.len && kind < 8)
		word = &d->words.at[draw(m, (u32)d->words.len)];
	else if (d->others.len && kind < 11)
		word = &d->others.at[draw(m, (u32)d->others.len)];
	buf_reset(&m->piece);
	if (word) {
		buf_add(&m->piece, word->at, word->len);
	} else if (kind < 13) {
		draw_number_text(m);
	} else {
		u32 n = 1 + draw(m, 3);
		bool again = draw(m, 3) == 0;
		char c = draw_character(m);
		for (u32 i = 0; i < n; i++, c = again ? c : draw_character(m))
			buf_addc(&m->piece, c);
	}
}

u32 count_pieces(const Mutator *m)
{
	const Dictionary *d = m->dict;
	return (u32)(d->words.len + d->others.len + d->characters.len + 2 * d->numbers.len);
}

void put_piece(Mutator *m, u32 i)
{
	const Dictionary *d = m->dict;
	u32 n_texts = (u32)(d->words.len + d->others.len), n_characters = (u32)d->characters.len;
	buf_reset(&m->piece);
	if (i < n_texts) {
		const Buf *word = i < d->words.len ? &d->words.at[i] : &d->others.at[i - d->words.len];
		buf_add(&m->piece, word->at, word->len);
	} else if (i < n_texts + n_characters) {
		buf_addc(&m->piece, d->characters.at[i - n_texts]);
	} else {
		i -= n_texts + n_characters;
		i64 v = d->numbers.at[i / 2] + i % 2; /* the number behind a bound is in the next range */
		put_number(m, v);
		if (v >= 0x80 && v < 0x110000)
			put_character(m, (u32)v);
	}
}

/* ---- mutations of bytes ---- */

static void range_of(Mutator *m, const Buf *text, size_t *at, size_t *n)
{
	*at = draw(m, (u32)text->len);
	u32 most = draw(m, 2) ? 4 : (u32)(text->len - *at);
	*n = 1 + draw(m, most ? most : 1);
	if (*n > text->len - *at)
		*n = text->len - *at;
}

static void duplicate(Mutator *m, Buf *text, u32 bound)
{
	size_t at, n;
	range_of(m, text, &at, &n);
	buf_reset(&m->scratch);
	for (u32 k = 1 + (draw(m, 4) ? 0 : draw(m, 8)); k; k--)
		buf_add(&m->scratch, text->at + at, n);
	size_t to = draw(m, 2) ? at : draw(m, (u32)text->len + 1);
	text_replace(text, to, 0, m->scratch.at, m->scratch.len, bound);
}

/* A decimal number in the text becomes another. */
static void mutate_number(Mutator *m, Buf *text, u32 bound)
{
	size_t at = draw(m, (u32)text->len), end;
	while (at < text->len && !isdigit((u8)text->at[at]))
		at++;
	for (end = at; end < text->len && isdigit((u8)text->at[end]) && end - at < 18; end++)
		;
	if (end == at)
		return;
	i64 v = strtoll(text->at + at, NULL, 10);
	switch (draw(m, 5)) {
	case 0: put_number(m, v + 1); break;
	case 1: put_number(m, v ? v - 1 : 1); break;
	case 2: put_number(m, v < 1ll << 60 ? v * 2 : v); break;
	default: draw_number(m); break;
	}
	text_replace(text, at, end - at, m->piece.at, m->piece.len, bound);
}

static void splice(Mutator *m, Buf *text, const Buf *other, u32 bound)
{
	if (!other || !other->len)
		return;
	size_t from = draw(m, (u32)other->len), at = draw(m, (u32)text->len + 1);
	size_t n = 1 + draw(m, (u32)(other->len - from));
	text_replace(text, at, draw(m, 2) ? text->len - at : 0, other->at + from, n, bound);
}

static void insert_piece(Mutator *m, Buf *text, u32 bound)
{
	size_t at = draw(m, (u32)text->len + 1);
	text_replace(text, at, draw(m, 2) ? m->piece.len : 0, buf_str(&m->piece), m->piece.len, bound);
}

void mutate_text(Mutator *m, Buf *text, const Buf *other, u32 bound)
{
	size_t at, n;
	char c = draw_character(m);
	if (!text->len) {
		invent_line(m, text, bound);
		return;
	}
	switch (draw(m, 16)) {
	case 0:
	case 1: text->at[draw(m, (u32)text->len)] = c; break;
	case 2:
	case 3: text_replace(text, draw(m, (u32)text->len + 1), 0, &c, 1, bound); break;
	case 4:
		range_of(m, text, &at, &n);
		text_replace(text, at, n, "", 0, bound);
		break;
	case 5: duplicate(m, text, bound); break;
	case 6: mutate_number(m, text, bound); break;
	case 7:
	case 8:
		draw_word(m);
		insert_piece(m, text, bound);
		break;
	case 9: splice(m, text, other, bound); break;
	default: mutate_lines(m, text, other, bound); break;
	}
}
