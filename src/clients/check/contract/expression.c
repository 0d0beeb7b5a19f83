/* expression.c: expressions of contracts: C's, by precedence, and a few words more. */
#include "clients/check/contract/contract.h"

#include <ctype.h>

enum { MOST_NESTED = 120 };

static Term *conditional(Reader *r);
static Term *unary(Reader *r);

static Term *unfinished(Reader *r)
{
	char found[64];
	lex_found(r, found, sizeof found);
	lex_fail(r, r->at, "expected an expression before %s", found);
	return term_new(r, TERM_NUMBER, r->at);
}

static bool deeper(Reader *r)
{
	if (++r->depth <= MOST_NESTED)
		return true;
	return lex_fail(r, r->at, "nested too deeply");
}

/* ---- what begins with a backslash ---- */

static Term *in_parentheses(Reader *r, TermKind kind, size_t at)
{
	Term *n = term_new(r, kind, at);
	if (lex_expect(r, "("))
		n->kid[0] = parse_expression(r);
	lex_expect(r, ")");
	return n;
}

/* A parameter or a field: x, p->x, s.x. */
static Term *named(Reader *r, TermKind kind, size_t at)
{
	Term *n = in_parentheses(r, kind, at);
	const Term *e = n->kid[0];
	if (!r->failed &&
		(!e || (e->kind != TERM_NAME && e->kind != TERM_FIELD && e->kind != TERM_ARROW)))
		lex_fail(r, at, "a parameter, a variable or a field is expected in parentheses");
	return n;
}

static Term *special(Reader *r)
{
	static const struct {
		const char *word;
		TermKind kind;
	} words[] = {{"old", TERM_OLD},
				 {"prev", TERM_PREV},
				 {"changes", TERM_CHANGES},
				 {"latest", TERM_LATEST},
				 {"deprecated", TERM_DEPRECATED}};
	size_t at = r->at++;
	if (lex_word(r, "result"))
		return term_new(r, TERM_RESULT, at);
	if (lex_word(r, "forall"))
		return parse_quantifier(r, at, true);
	if (lex_word(r, "exists"))
		return parse_quantifier(r, at, false);
	for (size_t i = 0; i < countof(words); i++)
		if (lex_word(r, words[i].word))
			return words[i].kind == TERM_LATEST || words[i].kind == TERM_DEPRECATED
					   ? named(r, words[i].kind, at)
					   : in_parentheses(r, words[i].kind, at);
	lex_fail(r, at,
			 "unknown word; there are \\result, \\old, \\prev, \\changes, \\latest, \\deprecated, "
			 "\\forall and \\exists");
	return term_new(r, TERM_NUMBER, at);
}

/* ---- casts ---- */

static const struct {
	const char *name;
	u8 width;
	bool is_signed;
} one_word[] = {{"int8_t", 8, true},     {"uint8_t", 8, false},   {"int16_t", 16, true},
				{"uint16_t", 16, false}, {"int32_t", 32, true},   {"uint32_t", 32, false},
				{"int64_t", 64, true},   {"uint64_t", 64, false}, {"size_t", 64, false},
				{"ssize_t", 64, true},   {"ptrdiff_t", 64, true}, {"_Bool", 1, false},
				{"bool", 1, false},      {"integer", 64, true}};

/* The words of an integer type; false: there are none here. */
bool parse_integer_type(Reader *r, u32 *width, bool *is_signed)
{
	bool any = false;
	*width = 32;
	*is_signed = true;
	for (size_t i = 0; i < countof(one_word); i++)
		if (lex_word(r, one_word[i].name)) {
			*width = one_word[i].width;
			*is_signed = one_word[i].is_signed;
			return true;
		}
	for (;; any = true) {
		if (lex_word(r, "unsigned"))
			*is_signed = false;
		else if (lex_word(r, "char"))
			*width = 8;
		else if (lex_word(r, "short"))
			*width = 16;
		else if (lex_word(r, "long"))
			*width = 64;
		else if (!lex_word(r, "signed") && !lex_word(r, "int"))
			return any;
	}
}

/* ---- primaries ---- */

static void arguments(Reader *r, Term *call)
{
	Term **last = &call->list;
	if (lex_accept(r, ")"))
		return;
	do {
		*last = parse_expression(r);
		last = &(*last)->next;
	} while (!r->failed && lex_accept(r, ","));
	lex_expect(r, ")");
}

static Term *name(Reader *r)
{
	size_t at = r->at;
	const char *text = lex_name(r);
	Term *n = term_new(r, TERM_NAME, at);
	n->text = text;
	if (!strcmp(text, "true") || !strcmp(text, "false") || !strcmp(text, "NULL")) {
		n->kind = TERM_NUMBER;
		n->value = *text == 't';
		n->width = 32;
		n->is_signed = true;
		return n;
	}
	if (!lex_accept(r, "("))
		return n;
	n->kind = TERM_CALL;
	arguments(r, n);
	return n;
}

/* The words of a type that is cast to, up to the closing parenthesis; false: there is none. */
static bool cast_type(Reader *r, Term *n)
{
	const char *tag = NULL;
	bool integer = false, known = false;
	while (lex_word(r, "const") || lex_word(r, "volatile"))
		;
	if (lex_word(r, "struct"))
		tag = "struct";
	else if (lex_word(r, "union"))
		tag = "union";
	else
		integer = parse_integer_type(r, &n->width, &n->is_signed);
	n->value = integer;
	lex_blanks(r);
	if (!integer && lex_is_name(r)) {
		const char *word = lex_name(r);
		char *whole = tag ? xasprintf("%s %s", tag, word) : NULL;
		n->text = tag ? arena_strdup(&r->set->arena, whole) : word;
		free(whole);
		known = !strcmp(word, "float") || !strcmp(word, "double");
	}
	for (;; n->len++) {
		while (lex_word(r, "const") || lex_word(r, "volatile"))
			;
		if (!lex_accept(r, "*"))
			break;
	}
	/* (x) is an expression. */
	return (integer || n->text) && (n->len || integer || known) && lex_accept(r, ")");
}

static Term *parenthesis(Reader *r, size_t at)
{
	size_t begin = r->at;
	Term *cast = term_new(r, TERM_CAST, at);
	if (cast_type(r, cast)) {
		cast->kid[0] = unary(r);
		return cast;
	}
	if (cast->value && !r->failed) {
		char found[64];
		lex_found(r, found, sizeof found);
		lex_fail(r, r->at, "expected ')' before %s", found);
	}
	r->at = r->failed ? r->at : begin;
	Term *n = parse_expression(r);
	lex_expect(r, ")");
	return n;
}

static Term *primary(Reader *r)
{
	lex_blanks(r);
	if (r->failed || r->at >= r->end)
		return unfinished(r);
	size_t at = r->at;
	char c = r->text[at];
	if (lex_accept(r, "("))
		return parenthesis(r, at);
	if (isdigit((u8)c))
		return lex_number(r);
	if (c == '\'')
		return lex_character(r);
	if (c == '"')
		return lex_string(r);
	if (c == '\\')
		return special(r);
	return lex_is_name(r) ? name(r) : unfinished(r);
}

static Term *field(Reader *r, Term *of, TermKind kind, size_t at)
{
	Term *n = term_new(r, kind, at);
	lex_blanks(r);
	n->kid[0] = of;
	if (!lex_is_name(r))
		lex_fail(r, r->at, "the name of a field is expected");
	else
		n->text = lex_name(r);
	return n;
}

static Term *postfix(Reader *r)
{
	Term *n = primary(r);
	for (u32 k = 0; !r->failed; k++) {
		lex_blanks(r);
		size_t at = r->at;
		if (k > MOST_NESTED)
			lex_fail(r, at, "nested too deeply");
		if (lex_accept(r, "[")) {
			Term *of = n;
			n = term_new(r, TERM_INDEX, at);
			n->kid[0] = of;
			n->kid[1] = parse_expression(r);
			if (lex_accept(r, "..")) {
				n->kind = TERM_SLICE;
				n->kid[2] = parse_expression(r);
			}
			lex_expect(r, "]");
		} else if (lex_accept(r, "->")) {
			n = field(r, n, TERM_ARROW, at);
		} else if (lex_accept(r, ".")) {
			n = field(r, n, TERM_FIELD, at);
		} else if (lex_accept(r, "++") || lex_accept(r, "--")) {
			lex_fail(r, at, "a contract changes nothing");
		} else {
			break;
		}
	}
	return n;
}

static Term *unary(Reader *r)
{
	static const char *const ops[] = {"!", "-", "~", "+", "*", "&"};
	lex_blanks(r);
	size_t at = r->at;
	if (!deeper(r))
		return term_new(r, TERM_NUMBER, at);
	Term *n = NULL;
	if (lex_accept(r, "++") || lex_accept(r, "--"))
		lex_fail(r, at, "a contract changes nothing");
	for (size_t i = 0; !n && i < countof(ops); i++)
		if (lex_accept(r, ops[i])) {
			n = term_new(r, TERM_UNARY, at);
			n->text = ops[i];
			n->kid[0] = unary(r);
		}
	if (!n && lex_word(r, "sizeof"))
		lex_fail(r, at, "sizeof is not supported in contracts; write the number");
	n = n ? n : postfix(r);
	r->depth--;
	return n;
}

/* ---- operators ---- */

/* Loosest first; longer spellings before their beginnings. */
static const char *const levels[][5] = {
	{"<==>"},     {"==>"},      {"||"},
	{"&&"},       {"|"},        {"^"},
	{"&"},        {"==", "!="}, {"<=", ">=", "<", ">"},
	{"<<", ">>"}, {"+", "-"},   {"*", "/", "%"},
};
enum { LEVEL_IMPLIES = 1, LEVEL_EQUAL = 7, LEVEL_ORDER = 8 };

static Term *binary(Reader *r, size_t level);

/* What follows `in`. */
static Term *set(Reader *r, Term *of, bool not, size_t at)
{
	Term *n = term_new(r, TERM_IN, at);
	n->kid[0] = of;
	n->not = not ;
	lex_blanks(r);
	if (r->at < r->end && r->text[r->at] == '"') {
		n->kid[1] = lex_string(r);
		return n;
	}
	bool braces = lex_accept(r, "{");
	Term **last = &n->list;
	do {
		Term *low = binary(r, LEVEL_ORDER + 1), *one = low;
		if (lex_accept(r, "..")) {
			one = term_new(r, TERM_SLICE, low->at);
			one->kid[0] = low;
			one->kid[1] = binary(r, LEVEL_ORDER + 1);
		}
		*last = one;
		last = &one->next;
	} while (!r->failed && braces && lex_accept(r, ","));
	if (braces)
		lex_expect(r, "}");
	return n;
}

static Term *join(Reader *r, const char *op, size_t at, Term *a, Term *b)
{
	Term *n = term_new(r, TERM_BINARY, at);
	n->text = op;
	n->kid[0] = a;
	n->kid[1] = b;
	return n;
}

static bool is_order(const Term *n)
{
	return n->kind == TERM_BINARY && (n->text[0] == '<' || n->text[0] == '>') &&
		   n->text[1] != n->text[0] && strcmp(n->text, "<==>");
}

static Term *binary(Reader *r, size_t level)
{
	if (level == countof(levels))
		return unary(r);
	Term *a = binary(r, level + 1);
	for (u32 k = 0; !r->failed; k++) {
		const char *op = NULL;
		lex_blanks(r);
		size_t at = r->at;
		if (level == LEVEL_EQUAL) {
			bool not = lex_word(r, "not");
			if (lex_word(r, "in")) {
				a = set(r, a, not, at);
				continue;
			}
			r->at = at;
		}
		for (size_t i = 0; !op && levels[level][i]; i++)
			if (lex_accept(r, levels[level][i]))
				op = levels[level][i];
		if (!op)
			return a;
		if (level == LEVEL_ORDER && k && is_order(a))
			lex_fail(r, at,
					 "two comparisons in a row compare a truth value; write a <= b && b < c");
		if (k > 400)
			lex_fail(r, at, "the expression is too long");
		/* An implication goes to the right: a ==> b ==> c. */
		if (level == LEVEL_IMPLIES && deeper(r)) {
			a = join(r, op, at, a, binary(r, level));
			r->depth--;
		} else {
			a = join(r, op, at, a, binary(r, level + 1));
		}
	}
	return a;
}

static Term *conditional(Reader *r)
{
	if (!deeper(r))
		return term_new(r, TERM_NUMBER, r->at);
	Term *a = binary(r, 0);
	lex_blanks(r);
	size_t at = r->at;
	if (!r->failed && lex_accept(r, "?")) {
		Term *n = term_new(r, TERM_CONDITIONAL, at);
		n->kid[0] = a;
		n->kid[1] = conditional(r);
		lex_expect(r, ":");
		n->kid[2] = conditional(r);
		a = n;
	}
	r->depth--;
	return a;
}

Term *parse_expression(Reader *r)
{
	Term *n = conditional(r);
	lex_blanks(r);
	size_t at = r->at;
	if (!r->failed && lex_accept(r, "="))
		lex_fail(r, at, "a contract cannot assign a value; use '==' to compare");
	return n;
}
