/* mutate_lines.c: mutations of lines and tokens.
 *
 * A program that reads commands or records needs whole ones, repeated, reordered and combined, and
 * names that occur in several of them. A token is a run of letters, digits and underscores, or one
 * other character. */
#include "engine/words/mutate.h"

#include <ctype.h>

typedef struct TextSpan {
	size_t at, n;
} TextSpan;

/* ---- lines ---- */

static u32 count_lines(const Buf *text)
{
	u32 n = 0;
	for (size_t i = 0; i < text->len; i++)
		n += text->at[i] == '\n' || i + 1 == text->len;
	return n;
}

/* The i-th line with its newline; behind the last: an empty one at the end. */
static TextSpan line_at(const Buf *text, u32 i)
{
	size_t at = 0, end;
	for (; i && at < text->len; i--)
		while (at < text->len && text->at[at++] != '\n')
			;
	for (end = at; end < text->len && text->at[end++] != '\n';)
		;
	return (TextSpan){at, end - at};
}

static TextSpan any_line(Mutator *m, const Buf *text)
{
	u32 n = count_lines(text);
	return line_at(text, n ? draw(m, n) : 0);
}

/* A line into m->scratch, with a newline at its end. */
static void take_line(Mutator *m, const Buf *text)
{
	TextSpan s = any_line(m, text);
	buf_reset(&m->scratch);
	buf_add(&m->scratch, buf_str(text) + s.at, s.n);
	if (s.n && m->scratch.at[s.n - 1] != '\n')
		buf_addc(&m->scratch, '\n');
}

static void insert_line(Mutator *m, Buf *text, u32 bound)
{
	TextSpan to = line_at(text, draw(m, count_lines(text) + 1));
	if (to.at && text->at[to.at - 1] != '\n' && text->len < bound) {
		text_replace(text, to.at, 0, "\n", 1, bound);
		to.at++;
	}
	text_replace(text, to.at, 0, buf_str(&m->scratch), m->scratch.len, bound);
}

static void move_line(Mutator *m, Buf *text, u32 bound)
{
	TextSpan from = any_line(m, text);
	buf_reset(&m->scratch);
	buf_add(&m->scratch, buf_str(text) + from.at, from.n);
	if (from.n && m->scratch.at[from.n - 1] != '\n')
		buf_addc(&m->scratch, '\n');
	text_replace(text, from.at, from.n, "", 0, bound);
	insert_line(m, text, bound);
}

void repeat_line(Mutator *m, Buf *text, const Buf *other, u32 bound)
{
	if (!draw(m, 2) || !record_draw(m, text))
		take_line(m, other && draw(m, 2) ? other : text);
	if (text->len && text->at[text->len - 1] != '\n')
		text_replace(text, text->len, 0, "\n", 1, bound);
	text_replace(text, text->len, 0, buf_str(&m->scratch), m->scratch.len, bound);
}

/* ---- tokens ---- */

static bool in_word(char c)
{
	return isalnum((u8)c) || c == '_';
}

static TextSpan token_around(const Buf *text, size_t at)
{
	TextSpan s = {at, 1};
	if (!in_word(text->at[at]))
		return s;
	while (s.at && in_word(text->at[s.at - 1]))
		s.at--, s.n++;
	while (s.at + s.n < text->len && in_word(text->at[s.at + s.n]))
		s.n++;
	return s;
}

static bool any_token(Mutator *m, const Buf *text, TextSpan *s)
{
	if (!text || !text->len)
		return false;
	size_t at = draw(m, (u32)text->len);
	for (u32 k = 0; k < 4 && isspace((u8)text->at[at]); k++)
		at = draw(m, (u32)text->len);
	*s = token_around(text, at);
	return true;
}

/* A token of this input or of the other one, or a word, into m->piece. */
static void take_token(Mutator *m, const Buf *text, const Buf *other)
{
	TextSpan s;
	u32 kind = draw(m, 8);
	if (kind < 4 || !any_token(m, kind == 7 && other ? other : text, &s)) {
		draw_word(m);
		return;
	}
	const Buf *from = kind == 7 && other ? other : text;
	buf_reset(&m->piece);
	buf_add(&m->piece, from->at + s.at, s.n);
}

static void put_token(Mutator *m, Buf *text, const Buf *other, u32 bound, bool replace)
{
	TextSpan to;
	take_token(m, text, other);
	if (!any_token(m, text, &to))
		return;
	if (replace) {
		text_replace(text, to.at, to.n, buf_str(&m->piece), m->piece.len, bound);
		return;
	}
	bool behind = draw(m, 2), apart = draw(m, 3); /* apart: a word of its own */
	if (apart && behind)
		text_replace(&m->piece, 0, 0, " ", 1, UINT32_MAX);
	else if (apart)
		buf_addc(&m->piece, ' ');
	text_replace(text, behind ? to.at + to.n : to.at, 0, buf_str(&m->piece), m->piece.len, bound);
}

/* Tokens at the end of a line, as more operands of a command. */
static void extend_line(Mutator *m, Buf *text, const Buf *other, u32 bound)
{
	TextSpan s = any_line(m, text);
	size_t at = s.at + s.n - (s.n && text->at[s.at + s.n - 1] == '\n');
	for (u32 k = 1 + draw(m, 3); k; k--) {
		take_token(m, text, other);
		text_replace(&m->piece, 0, 0, " ", draw(m, 4) != 0, UINT32_MAX);
		text_replace(text, at, 0, m->piece.at, m->piece.len, bound);
		at = at + m->piece.len < text->len ? at + m->piece.len : text->len;
	}
}

static void drop_token(Mutator *m, Buf *text, u32 bound)
{
	TextSpan s;
	if (any_token(m, text, &s))
		text_replace(text, s.at, s.n, "", 0, bound);
}

void invent_line(Mutator *m, Buf *text, u32 bound)
{
	if (text->len && text->at[text->len - 1] != '\n')
		text_replace(text, text->len, 0, "\n", 1, bound);
	for (u32 k = 1 + draw(m, 4), i = 0; i < k; i++) {
		TextSpan s;
		if (i && draw(m, 4))
			text_replace(text, text->len, 0, " ", 1, bound);
		if (i && !draw(m, 3) && any_token(m, text, &s)) {
			buf_reset(&m->piece);
			buf_add(&m->piece, text->at + s.at, s.n);
		} else {
			draw_word(m);
		}
		text_replace(text, text->len, 0, buf_str(&m->piece), m->piece.len, bound);
	}
	text_replace(text, text->len, 0, "\n", 1, bound);
}

void mutate_lines(Mutator *m, Buf *text, const Buf *other, u32 bound)
{
	TextSpan s;
	switch (draw(m, 12)) {
	case 0:
		s = any_line(m, text);
		text_replace(text, s.at, s.n, "", 0, bound);
		break;
	case 1:
		take_line(m, text);
		insert_line(m, text, bound);
		break;
	case 2: move_line(m, text, bound); break;
	case 3:
		if (!draw(m, 2) || !record_draw(m, text))
			take_line(m, other ? other : text);
		insert_line(m, text, bound);
		break;
	case 4: {
		Buf line = {0};
		invent_line(m, &line, bound);
		buf_reset(&m->scratch);
		buf_add(&m->scratch, line.at, line.len);
		buf_free(&line);
		insert_line(m, text, bound);
		break;
	}
	case 5: drop_token(m, text, bound); break;
	case 6:
	case 7: put_token(m, text, other, bound, true); break;
	case 8:
	case 9: put_token(m, text, other, bound, false); break;
	default: extend_line(m, text, other, bound); break;
	}
}
