/* records.c: lines that were of use, and how another text adopts them. */
#include "engine/words/records.h"

#include "engine/words/mutate.h"

#include <ctype.h>

enum {
	MOST_RECORDS = 512,
	LONGEST_RECORD = 96, /* bytes */
	MOST_LOOKS = 12      /* places that are tried for a name */
};

static void add_line(Records *r, const char *at, size_t n)
{
	u64 known;
	Buf line = {0};
	if (!n || n > LONGEST_RECORD || r->lines.len >= MOST_RECORDS)
		return;
	buf_add(&line, at, n);
	if (keymap_get(&r->known, buf_key(&line), &known)) {
		buf_free(&line);
		return;
	}
	keymap_put(&r->known, buf_key(&line), 1);
	vec_push(&r->lines, line);
}

void records_add(Records *r, const Buf *text)
{
	for (size_t at = 0, end; at < text->len; at = end + 1) {
		for (end = at; end < text->len && text->at[end] != '\n'; end++)
			;
		add_line(r, text->at + at, end - at);
	}
}

void records_free(Records *r)
{
	for (size_t i = 0; i < r->lines.len; i++)
		buf_free(&r->lines.at[i]);
	vec_free(&r->lines);
	keymap_free(&r->known);
}

/* ---- names ---- */

static bool in_token(char c)
{
	return isalnum((u8)c) || c == '_';
}

static size_t token_length(const char *at, size_t most)
{
	size_t n = 0;
	while (n < most && in_token(at[n]))
		n++;
	return n;
}

static bool is_number(const char *at, size_t n)
{
	while (n && isdigit((u8)at[n - 1]))
		n--;
	return !n;
}

static bool is_word(const Dictionary *d, const char *at, size_t n)
{
	for (size_t i = 0; i < d->words.len; i++)
		if (d->words.at[i].len == n && !memcmp(d->words.at[i].at, at, n))
			return true;
	return false;
}

bool name_draw(Mutator *m, const Buf *text, bool digits)
{
	for (u32 k = 0; text->len && k < MOST_LOOKS; k++) {
		size_t at = draw(m, (u32)text->len), n;
		if (!in_token(text->at[at]))
			continue;
		while (at && in_token(text->at[at - 1]))
			at--;
		n = token_length(text->at + at, text->len - at);
		if (is_number(text->at + at, n) != digits || is_word(m->dict, text->at + at, n))
			continue;
		buf_reset(&m->piece);
		buf_add(&m->piece, text->at + at, n);
		return true;
	}
	return false;
}

void record_adopt(Mutator *m, const Buf *line, const Buf *text, Buf *out)
{
	buf_reset(out);
	for (size_t at = 0, n; at < line->len; at += n) {
		n = token_length(line->at + at, line->len - at);
		bool name = n && !is_word(m->dict, line->at + at, n);
		if (name && draw(m, 4) && name_draw(m, text, is_number(line->at + at, n))) {
			buf_add(out, m->piece.at, m->piece.len);
			continue;
		}
		n = n ? n : 1;
		buf_add(out, line->at + at, n);
	}
}

bool record_draw(Mutator *m, const Buf *text)
{
	const Records *r = m->records;
	if (!r || !r->lines.len)
		return false;
	record_adopt(m, &r->lines.at[draw(m, (u32)r->lines.len)], text, &m->scratch);
	buf_addc(&m->scratch, '\n');
	return true;
}
