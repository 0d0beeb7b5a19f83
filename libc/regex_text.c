/* regex_text.c: reads the text for a regular expression, character by character. */
#include <ctype.h>
#include <wchar.h>
#include "regex_int.h"

rx_char rx_upper(rx_char c, bool utf8)
{
	if (c < 0x80)
		return c >= 'a' && c <= 'z' ? c - 'a' + 'A' : c;
	if (c & RX_BAD)
		return c;
	return utf8 ? towupper(c) : (rx_char)toupper((int)c);
}

rx_char rx_decode(const unsigned char *at, size_t n, const unsigned char *translate, size_t *len)
{
	unsigned char bytes[4];
	unsigned lead = translate ? translate[at[0]] : at[0];
	size_t more = lead < 0xc2 ? 0 : lead < 0xe0 ? 1 : lead < 0xf0 ? 2 : lead < 0xf5 ? 3 : 0;
	rx_char c = more == 1 ? lead & 0x1f : more == 2 ? lead & 0xf : lead & 7;

	*len = 1;
	if (lead < 0x80)
		return lead;
	if (more == 0 || n <= more)
		return RX_BAD | lead;
	for (size_t i = 1; i <= more; i++) {
		bytes[i] = translate ? translate[at[i]] : at[i];
		if (bytes[i] < 0x80 || bytes[i] > 0xbf)
			return RX_BAD | lead;
		c = c << 6 | (bytes[i] & 0x3f);
	}
	/* Too long a form, a surrogate, or beyond the last code point. */
	if ((more == 2 && (c < 0x800 || (c >= 0xd800 && c < 0xe000))) ||
		(more == 3 && (c < 0x10000 || c > 0x10ffff)))
		return RX_BAD | lead;
	*len = more + 1;
	return c;
}

rx_char rx_char_at(const rx_text *t, size_t pos, size_t *len)
{
	const rx_prog *prog = t->prog;
	rx_char c;

	*len = 1;
	if (prog->utf8)
		c = rx_decode(t->at + pos, t->stop - pos, t->translate, len);
	else
		c = t->translate ? t->translate[t->at[pos]] : t->at[pos];
	return prog->icase ? rx_upper(c, prog->utf8) : c;
}

/* The character that ends at pos > 0. */
static rx_char char_before(const rx_text *t, size_t pos)
{
	size_t from = pos - 1, len;

	if (t->prog->utf8)
		while (from > 0 && pos - from < 4 && (t->at[from] & 0xc0) == 0x80)
			from--;
	rx_char c = rx_char_at(t, from, &len);
	/* An invalid continuation byte does not belong to the bytes before it. */
	return from + len == pos ? c : rx_char_at(t, pos - 1, &len);
}

static bool is_word(rx_char c, bool utf8)
{
	if (c < 0x80)
		return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') ||
			   c == '_';
	/* An invalid byte counts as the Latin-1 letter with that code. */
	return utf8 ? iswalnum(c & ~RX_BAD) : isalnum((int)c);
}

int rx_neighbours(const rx_text *t, size_t pos)
{
	int bits = 0;
	size_t len;
	bool utf8 = t->prog->utf8;

	if (pos == 0) {
		bits |= AT_PREV_BUF | AT_PREV_NOTWORD | (t->not_bol ? 0 : AT_PREV_LINE);
	} else {
		rx_char c = char_before(t, pos);
		bits |= is_word(c, utf8) ? AT_PREV_WORD : AT_PREV_NOTWORD;
		if (c == '\n')
			bits |= t->newline_anchor ? AT_NEWLINE | AT_PREV_LINE : AT_NEWLINE;
	}
	if (pos >= t->len) {
		bits |= AT_NEXT_BUF | AT_NEXT_NOTWORD | (t->not_eol ? 0 : AT_NEXT_LINE);
	} else {
		rx_text whole = *t;
		whole.stop = t->len;
		rx_char c = rx_char_at(&whole, pos, &len);
		bits |= is_word(c, utf8) ? AT_NEXT_WORD : AT_NEXT_NOTWORD;
		if (c == '\n' && t->newline_anchor)
			bits |= AT_NEXT_LINE;
	}
	return bits;
}

/* As in glibc, a line begins after a newline that the match itself consumed, even if newlines are
 * not special otherwise. */
bool rx_anchored(int neighbours, int needs, bool inside)
{
	if (inside && (neighbours & AT_NEWLINE))
		neighbours |= AT_PREV_LINE;
	return (neighbours & needs) == needs;
}

bool rx_accepts(const rx_prog *prog, const rx_node *node, rx_char c)
{
	switch (node->kind) {
	case RX_CHAR: return c == node->c;
	case RX_ANY:
		if (c & RX_BAD)
			return false;
		return (c != '\n' || prog->dot_newline) && (c != 0 || prog->dot_null);
	case RX_SET: return rx_set_has(node->set, c);
	default: return false;
	}
}
