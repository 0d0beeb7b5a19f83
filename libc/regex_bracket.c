/* regex_bracket.c: parses bracket expressions.
 *
 * Unusual cases (a '-' that is no range, unterminated symbols) behave as in glibc, with the same
 * error codes. */
#include <string.h>
#include "regex_int.h"

#define NAME_MAX_LEN 32

typedef enum bracket_kind {
	BR_CHAR,   /* an ordinary character */
	BR_WIDE,   /* one above ASCII in C.UTF-8 */
	BR_RANGE,  /* - */
	BR_CLOSE,  /* ] */
	BR_NEGATE, /* ^ */
	BR_COLL,   /* [. */
	BR_EQUIV,  /* [= */
	BR_CLASS,  /* [: */
	BR_END,    /* the pattern is over */
} bracket_kind;

typedef struct bracket_token {
	bracket_kind kind;
	rx_char c;  /* the character */
	size_t len; /* bytes it takes */
} bracket_token;

typedef struct bracket_elem {
	bracket_kind kind; /* BR_CHAR, BR_WIDE, BR_COLL, BR_EQUIV or BR_CLASS */
	rx_char c;
	char name[NAME_MAX_LEN + 1]; /* of a symbol */
} bracket_elem;

/* After '[': a symbol, or the character itself. */
static bracket_token open_symbol(const rx_parse *p)
{
	bracket_token token = {BR_CHAR, '[', 1};
	unsigned next = rx_peek_byte(p, 1);

	if (next == '.')
		token.kind = BR_COLL;
	else if (next == '=')
		token.kind = BR_EQUIV;
	else if (next == ':' && (p->syntax & RE_CHAR_CLASSES))
		token.kind = BR_CLASS;
	if (token.kind != BR_CHAR) {
		token.c = next;
		token.len = 2;
	}
	return token;
}

/* Looks at the next token. May step over a backslash. */
static bracket_token peek(rx_parse *p)
{
	bracket_token token = {BR_CHAR, 0, 1};

	if (p->at >= p->len)
		return (bracket_token){BR_END, 0, 0};
	token.c = rx_pattern_char(p, p->at, &token.len);
	if (token.len > 1) {
		token.kind = BR_WIDE;
		return token;
	}
	if (token.c == '\\' && (p->syntax & RE_BACKSLASH_ESCAPE_IN_LISTS) && p->at + 1 < p->len) {
		p->at++;
		token.c = rx_pattern_char(p, p->at, &token.len);
		token.kind = token.len > 1 ? BR_WIDE : BR_CHAR;
		return token;
	}
	if (token.c == '[')
		return open_symbol(p);
	if (token.c == '-') {
		token.kind = BR_RANGE;
	} else if (token.c == ']') {
		token.kind = BR_CLOSE;
	} else if (token.c == '^') {
		token.kind = BR_NEGATE;
	}
	return token;
}

/* The name between [: and :], and its like. */
static reg_errcode_t read_symbol(rx_parse *p, bracket_token token, bracket_elem *elem)
{
	size_t n = 0;

	elem->kind = token.kind;
	if (p->at >= p->len)
		return REG_EBRACK;
	for (;; n++) {
		if (n >= NAME_MAX_LEN)
			return REG_EBRACK;
		/* Class names are read without translation and case folding. */
		unsigned byte = token.kind == BR_CLASS ? p->pat[p->at] : rx_peek_byte(p, 0);
		p->at++;
		if (p->at >= p->len)
			return REG_EBRACK;
		if (byte == token.c && rx_peek_byte(p, 0) == ']')
			break;
		elem->name[n] = (char)byte;
	}
	p->at++;
	elem->name[n] = 0;
	return REG_NOERROR;
}

static reg_errcode_t read_elem(rx_parse *p, bracket_token token, bool hyphen_ok, bracket_elem *elem)
{
	p->at += token.len;
	if (token.kind == BR_COLL || token.kind == BR_EQUIV || token.kind == BR_CLASS)
		return read_symbol(p, token, elem);
	/* A literal '-' is the first or last element. */
	if (token.kind == BR_RANGE && !hyphen_ok && peek(p).kind != BR_CLOSE)
		return REG_ERANGE;
	elem->kind = token.kind == BR_WIDE ? BR_WIDE : BR_CHAR;
	elem->c = token.c;
	return REG_NOERROR;
}

/* The position of an end of a range in the order of bytes; returns false if it has none. */
static bool range_end(const bracket_elem *elem, unsigned *place)
{
	if (elem->kind == BR_WIDE || (elem->kind == BR_COLL && strlen(elem->name) != 1))
		return false;
	*place = elem->kind == BR_COLL ? (unsigned char)elem->name[0] : elem->c & 0xff;
	return true;
}

static reg_errcode_t add_range(rx_parse *p, rx_draft *d, const bracket_elem *from,
							   const bracket_elem *to)
{
	unsigned lo, hi;

	if (from->kind == BR_EQUIV || from->kind == BR_CLASS || to->kind == BR_EQUIV ||
		to->kind == BR_CLASS)
		return REG_ERANGE;
	if (!range_end(from, &lo) || !range_end(to, &hi))
		return REG_ECOLLATE;
	if (lo > hi)
		return p->syntax & RE_NO_EMPTY_RANGES ? REG_ERANGE : REG_NOERROR;
	for (unsigned byte = lo; byte <= hi; byte++)
		rx_draft_add(d, byte);
	return REG_NOERROR;
}

static reg_errcode_t add_elem(rx_parse *p, rx_draft *d, const bracket_elem *elem)
{
	const char *name = elem->name;

	switch (elem->kind) {
	case BR_CHAR: rx_draft_add(d, elem->c & 0xff); return REG_NOERROR;
	case BR_WIDE: rx_draft_wide(d, elem->c); return REG_NOERROR;
	case BR_CLASS:
		if ((p->syntax & RE_ICASE) && (strcmp(name, "upper") == 0 || strcmp(name, "lower") == 0))
			name = "alpha";
		return rx_draft_class(d, name, p->prog->utf8, p->translate) ? REG_NOERROR : REG_ECTYPE;
	default:
		/* Collating symbols and equivalence classes of these locales are single bytes. */
		if (strlen(name) != 1)
			return REG_ECOLLATE;
		rx_draft_add(d, (unsigned char)name[0]);
		return REG_NOERROR;
	}
}

/* Reads elements up to and including the closing bracket. */
static reg_errcode_t read_list(rx_parse *p, rx_draft *d, bracket_token token)
{
	bool first = true;

	for (;;) {
		bracket_elem from, to;
		bool is_range = false;
		reg_errcode_t err = read_elem(p, token, first, &from);
		if (err)
			return err;
		first = false;
		token = peek(p);
		if (from.kind != BR_CLASS && from.kind != BR_EQUIV && token.kind == BR_RANGE) {
			size_t minus = p->at;
			p->at += token.len;
			bracket_token last = peek(p);
			if (last.kind == BR_END)
				return REG_EBRACK;
			if (last.kind == BR_CLOSE) {
				p->at = minus;
				token.kind = BR_CHAR;
			} else {
				is_range = true;
				if ((err = read_elem(p, last, true, &to)))
					return err;
				token = peek(p);
			}
		}
		if ((err = is_range ? add_range(p, d, &from, &to) : add_elem(p, d, &from)))
			return err;
		if (token.kind == BR_END)
			return REG_EBRACK;
		if (token.kind == BR_CLOSE)
			return REG_NOERROR;
	}
}

rx_tree *rx_parse_bracket(rx_parse *p)
{
	rx_draft draft = {.set = rx_own_set(p)};
	bool negate = false;
	rx_tree *tree = rx_tree_new(p, RX_SET);

	if (!draft.set || !tree)
		return NULL;
	tree->set = draft.set;
	bracket_token token = peek(p);
	if (token.kind == BR_NEGATE) {
		negate = true;
		if (p->syntax & RE_HAT_LISTS_NOT_NEWLINE)
			rx_draft_add(&draft, '\n');
		p->at += token.len;
		token = peek(p);
	}
	if (token.kind == BR_END) {
		p->error = REG_BADPAT;
		return NULL;
	}
	if (token.kind == BR_CLOSE)
		token.kind = BR_CHAR;
	p->error = read_list(p, &draft, token);
	if (p->error)
		return NULL;
	p->at++;
	if (!rx_draft_finish(&draft, negate, p->prog->utf8))
		p->error = REG_ESPACE;
	return p->error ? NULL : tree;
}
