/* lex.c: words, operators and constants of a contract. */
#include "clients/check/contract/contract.h"

#include <ctype.h>
#include <errno.h>

bool lex_fail(Reader *r, size_t at, const char *fmt, ...)
{
	if (r->failed)
		return false;
	char what[400];
	va_list ap;
	va_start(ap, fmt);
	vsnprintf(what, sizeof what, fmt, ap);
	va_end(ap);
	r->failed = true;
	return contract_complain(r->source, at, r->err, "%s", what);
}

void lex_blanks(Reader *r)
{
	while (r->at < r->end && isspace((u8)r->text[r->at]))
		r->at++;
}

static bool is_name_char(char c)
{
	return isalnum((u8)c) || c == '_';
}

bool lex_word(Reader *r, const char *word)
{
	size_t n = strlen(word);
	lex_blanks(r);
	if (r->end - r->at < n || memcmp(r->text + r->at, word, n) ||
		(r->at + n < r->end && is_name_char(r->text[r->at + n])))
		return false;
	r->at += n;
	return true;
}

bool lex_accept(Reader *r, const char *op)
{
	static const char *const longer[] = {
		"<==>", "==>", "<<", ">>", "<=", ">=", "==", "!=", "&&", "||", "->",
		"..",   "++",  "--", "+=", "-=", "*=", "/=", "%=", "&=", "|=", "^="};
	size_t n = strlen(op);
	lex_blanks(r);
	if (r->end - r->at < n || memcmp(r->text + r->at, op, n))
		return false;
	for (size_t i = 0; i < countof(longer); i++) {
		size_t m = strlen(longer[i]);
		if (m > n && !strncmp(longer[i], op, n) && r->end - r->at >= m &&
			!memcmp(r->text + r->at, longer[i], m))
			return false;
	}
	r->at += n;
	return true;
}

void lex_found(Reader *r, char *to, size_t room)
{
	lex_blanks(r);
	size_t i = r->at, n = 0;
	if (i >= r->end) {
		snprintf(to, room, "the end of the contract");
		return;
	}
	if (is_name_char(r->text[i]) || r->text[i] == '\\')
		for (n = 1; i + n < r->end && is_name_char(r->text[i + n]) && n < 40; n++)
			;
	else
		n = 1;
	if (isprint((u8)r->text[i]))
		snprintf(to, room, "'%.*s'", (int)n, r->text + i);
	else
		snprintf(to, room, "a byte that is no text");
}

bool lex_expect(Reader *r, const char *op)
{
	char found[64];
	if (r->failed || lex_accept(r, op))
		return !r->failed;
	lex_found(r, found, sizeof found);
	return lex_fail(r, r->at, "expected '%s' before %s", op, found);
}

bool lex_is_name(const Reader *r)
{
	return r->at < r->end && (isalpha((u8)r->text[r->at]) || r->text[r->at] == '_');
}

const char *lex_name(Reader *r)
{
	size_t begin = r->at;
	while (r->at < r->end && is_name_char(r->text[r->at]))
		r->at++;
	return arena_strndup(&r->set->arena, r->text + begin, r->at - begin);
}

Term *term_new(Reader *r, TermKind kind, size_t at)
{
	Term *n = arena_new(&r->set->arena, Term);
	n->kind = kind;
	n->at = at;
	return n;
}

/* ---- constants ---- */

static Term *real_number(Reader *r, Term *n)
{
	char *end;
	const char *begin = r->text + r->at;
	n->kind = TERM_REAL;
	n->real = strtod(begin, &end);
	n->width = *end == 'f' || *end == 'F' ? 32 : 64;
	end += n->width == 32;
	if (*end == 'l' || *end == 'L')
		lex_fail(r, r->at, "long double is not supported in contracts");
	else if (is_name_char(*end))
		lex_fail(r, r->at, "this is no number");
	r->at += (size_t)(end - begin);
	return n;
}

/* The type is the first that has the value: int, unsigned if it is not decimal, long, unsigned long.
 */
Term *lex_number(Reader *r)
{
	Term *n = term_new(r, TERM_NUMBER, r->at);
	char *end;
	const char *begin = r->text + r->at;
	bool decimal = begin[0] != '0' || !isalnum((u8)begin[1]), is_unsigned = false, is_long = false;
	errno = 0;
	n->value = strtoull(begin, &end, 0);
	if (errno) {
		lex_fail(r, r->at, "the number is too large");
		return n;
	}
	bool real = (*end == '.' && end[1] != '.') || ((*end == 'e' || *end == 'E') && decimal);
	for (; *end && strchr("uUlL", *end); end++) {
		is_unsigned |= *end == 'u' || *end == 'U';
		is_long |= *end == 'l' || *end == 'L';
	}
	if (real)
		return real_number(r, n);
	if (is_name_char(*end))
		lex_fail(r, r->at, "this is no number");
	r->at += (size_t)(end - begin);
	n->width = is_long || n->value > UINT32_MAX || (decimal && !is_unsigned && n->value > INT32_MAX)
				   ? 64
				   : 32;
	n->is_signed = !is_unsigned && n->value <= (n->width == 32 ? INT32_MAX : INT64_MAX);
	return n;
}

/* What follows a backslash; below 0: no escape. */
static int escape(Reader *r)
{
	const char *at = r->text + r->at;
	int v = escape_read(&at);
	r->at = (size_t)(at - r->text);
	return v;
}

Term *lex_character(Reader *r)
{
	Term *n = term_new(r, TERM_NUMBER, r->at);
	n->width = 32;
	n->is_signed = true;
	r->at++;
	int v = r->at < r->end ? (u8)r->text[r->at] : '\'';
	if (v == '\'' || v == '\n') {
		lex_fail(r, n->at, "a character constant is one character in quotes");
		return n;
	}
	r->at++;
	if (v == '\\' && (v = escape(r)) < 0)
		lex_fail(r, r->at, "unknown escape");
	n->value = (u64)(i64)(i8)v;
	if (r->at >= r->end || r->text[r->at] != '\'')
		lex_fail(r, n->at, "a character constant is one character in quotes");
	else
		r->at++;
	return n;
}

Term *lex_string(Reader *r)
{
	Term *n = term_new(r, TERM_STRING, r->at);
	Buf bytes = {0};
	do {
		for (r->at++; r->at < r->end && r->text[r->at] != '"';) {
			int v = (u8)r->text[r->at];
			if (v == '\n' || (++r->at, v == '\\' && (v = escape(r)) < 0)) {
				lex_fail(r, r->at, v == '\n' ? "unfinished string" : "unknown escape");
				break;
			}
			buf_addc(&bytes, (char)v);
		}
		if (!r->failed && r->at >= r->end)
			lex_fail(r, n->at, "unfinished string");
		r->at += !r->failed;
		lex_blanks(r);
	} while (!r->failed && r->at < r->end && r->text[r->at] == '"');
	n->text = arena_strndup(&r->set->arena, buf_str(&bytes), bytes.len);
	n->len = bytes.len;
	buf_free(&bytes);
	return n;
}
