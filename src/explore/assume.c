/* assume.c: --assume: C expressions over the inputs.
 *
 * Recursive descent by precedence. Values are 64 bits, signed. arg1 is the number of an @int,
 * arg1[0] a byte of a string or file as unsigned char (0 past its end), arg1.length its length.
 */
#include "explore/inputs.h"

#include <ctype.h>
#include <errno.h>

typedef struct Parser {
	ExprPool *p;
	const Shape *shape;
	const char *text; /* the whole expression */
	const char *at;   /* next character */
	Err *err;         /* first error; the rest of the parse yields 0 */
	bool failed;
} Parser;

enum { MAX_NESTING = 200 };

static Expr conditional(Parser *s, int depth);

static Expr fail(Parser *s, const char *fmt, ...) printf_like(2, 3);
static Expr fail(Parser *s, const char *fmt, ...)
{
	if (s->failed)
		return 0;
	s->failed = true;
	char what[256];
	va_list ap;
	va_start(ap, fmt);
	vsnprintf(what, sizeof what, fmt, ap);
	va_end(ap);
	err_set(s->err, "--assume '%s': column %d: %s", s->text, (int)(s->at - s->text) + 1, what);
	return 0;
}

static void blanks(Parser *s)
{
	while (isspace((u8)*s->at))
		s->at++;
}

/* Takes the operator if it stands next and is not the beginning of a longer one. */
static bool accept(Parser *s, const char *op)
{
	blanks(s);
	size_t n = strlen(op);
	if (strncmp(s->at, op, n))
		return false;
	char after = s->at[n];
	if (n == 1 && strchr("&|<>", *op) && (after == *op || (strchr("<>", *op) && after == '=')))
		return false;
	if (n == 1 && (*op == '!' || *op == '=') && after == '=')
		return false;
	s->at += n;
	return true;
}

static Expr number(Parser *s, i64 v)
{
	return expr_const(s->p, 64, (u64)v);
}

static Expr truth(Parser *s, Expr e)
{
	return expr_ne(s->p, e, number(s, 0));
}

static Expr from_truth(Parser *s, Expr e)
{
	return expr_zext(s->p, e, 64);
}

/* ---- inputs ---- */

/* The part with the longest name that stands here: p.x rather than p. */
static const Part *find_part(Parser *s, const char *at)
{
	const Part *best = NULL;
	for (size_t i = 0; i < s->shape->parts.len; i++) {
		const Part *part = &s->shape->parts.at[i];
		size_t n = strlen(part->name);
		if (part->kind != PART_STRUCT && !strncmp(part->name, at, n) && !isalnum((u8)at[n]) &&
			at[n] != '_' && (!best || n > strlen(best->name)))
			best = part;
	}
	return best;
}

static Expr part_byte(Parser *s, const Part *part, u32 k)
{
	if (part->kind == PART_FIXED)
		return number(s, k < part->fixed.len ? (u8)part->fixed.at[k] : 0);
	if (k >= part->bound)
		return number(s, 0);
	return expr_zext(s->p, expr_input(s->p, part->group, k), 64);
}

static Expr part_length(Parser *s, const Part *part)
{
	if (part->kind == PART_FIXED)
		return number(s, (i64)part->fixed.len);
	if (part->kind == PART_FILE)
		return expr_zext(s->p, part->length, 64);
	Expr e = number(s, part->bound);
	if (part->kind == PART_OBJECT)
		return e;
	for (u32 k = part->bound; k-- > 0;) {
		Expr ends = expr_eq(s->p, expr_input(s->p, part->group, k), expr_const(s->p, 8, 0));
		e = expr_ite(s->p, ends, number(s, k), e);
	}
	return e;
}

static Expr part_index(Parser *s, const Part *part, int depth)
{
	Expr index = conditional(s, depth + 1);
	if (!accept(s, "]"))
		return fail(s, "']' expected");
	if (s->failed)
		return 0;
	if (expr_is_const(s->p, index)) {
		u64 k = (u64)expr_value(s->p, index);
		return part_byte(s, part, k < UINT32_MAX ? (u32)k : UINT32_MAX);
	}
	Expr e = number(s, 0);
	u32 n = part->kind == PART_FIXED ? (u32)part->fixed.len : part->bound;
	for (u32 k = n; k-- > 0;)
		e = expr_ite(s->p, expr_eq(s->p, index, number(s, k)), part_byte(s, part, k), e);
	return e;
}

static Expr input(Parser *s, int depth)
{
	const char *begin = s->at;
	while (isalnum((u8)*s->at) || *s->at == '_')
		s->at++;
	if (s->at - begin == 3 && !memcmp(begin, "env", 3) && *s->at == '.')
		for (s->at++; isalnum((u8)*s->at) || *s->at == '_';)
			s->at++;
	const Part *part = find_part(s, begin);
	if (part)
		s->at = begin + strlen(part->name);
	if (!part) {
		int n = (int)(s->at - begin);
		s->at = begin;
		return fail(s, "no input is called '%.*s'", n, begin);
	}
	bool text = part->kind != PART_INT;
	if (accept(s, "["))
		return text ? part_index(s, part, depth) : fail(s, "'%s' is a number", part->name);
	if (accept(s, ".length"))
		return text ? part_length(s, part) : fail(s, "'%s' is a number", part->name);
	i64 fixed;
	if (part->kind == PART_FIXED && number_parse(buf_str(&part->fixed), 64, true, &fixed))
		return number(s, fixed);
	if (text)
		return fail(s, "'%s' is text; use %s[0] or %s.length", part->name, part->name, part->name);
	Expr e = expr_input(s->p, part->group, 0);
	return part->is_signed ? expr_sext(s->p, e, 64) : expr_zext(s->p, e, 64);
}

/* ---- constants ---- */

static Expr character(Parser *s)
{
	static const char letters[] = "ntr0\\'\"abfv", values[] = "\n\t\r\0\\'\"\a\b\f\v";
	s->at++;
	int v = (u8)*s->at;
	bool escape = v == '\\';
	if (escape) {
		const char *found = s->at[1] ? strchr(letters, *++s->at) : NULL;
		if (!found)
			return fail(s, "unknown escape");
		v = (u8)values[found - letters];
	}
	if ((!v && !escape) || s->at[1] != '\'')
		return fail(s, "a character constant is one character in quotes");
	s->at += 2;
	return number(s, v);
}

static Expr integer(Parser *s)
{
	char *end;
	errno = 0;
	unsigned long long v = strtoull(s->at, &end, 0);
	if (errno || v > UINT64_MAX)
		return fail(s, "number too large");
	while (*end && strchr("uUlL", *end))
		end++;
	if (isalnum((u8)*end) || *end == '_')
		return fail(s, "bad number");
	s->at = end;
	return number(s, (i64)v);
}

/* ---- operators ---- */

static Expr primary(Parser *s, int depth)
{
	if (depth > MAX_NESTING)
		return fail(s, "nested too deeply");
	blanks(s);
	if (accept(s, "(")) {
		Expr e = conditional(s, depth + 1);
		return accept(s, ")") ? e : fail(s, "')' expected");
	}
	if (isdigit((u8)*s->at))
		return integer(s);
	if (*s->at == '\'')
		return character(s);
	if (isalpha((u8)*s->at) || *s->at == '_')
		return input(s, depth);
	return *s->at ? fail(s, "'%c' is not expected here", *s->at) : fail(s, "unfinished expression");
}

static Expr unary(Parser *s, int depth)
{
	if (depth > MAX_NESTING)
		return fail(s, "nested too deeply");
	char op = accept(s, "!") ? '!' : accept(s, "-") ? '-' : accept(s, "~") ? '~' : 0;
	if (!op)
		return accept(s, "+") ? unary(s, depth + 1) : primary(s, depth);
	Expr e = unary(s, depth + 1);
	if (s->failed)
		return 0;
	if (op == '!')
		return from_truth(s, expr_not(s->p, truth(s, e)));
	return op == '-' ? expr_neg(s->p, e) : expr_not(s->p, e);
}

/* Binary operators, loosest first; longer spellings before their beginnings. */
static const char *const levels[][5] = {
	{"||"},       {"&&"},     {"|"},           {"^"}, {"&"}, {"==", "!="}, {"<=", ">=", "<", ">"},
	{"<<", ">>"}, {"+", "-"}, {"*", "/", "%"},
};

static Expr apply(Parser *s, const char *op, Expr a, Expr b)
{
	ExprPool *p = s->p;
	switch (op[0]) {
	case '+': return expr_add(p, a, b);
	case '-': return expr_sub(p, a, b);
	case '*': return expr_mul(p, a, b);
	case '/': return expr_sdiv(p, a, b);
	case '%': return expr_srem(p, a, b);
	case '^': return expr_xor(p, a, b);
	case '=': return from_truth(s, expr_eq(p, a, b));
	case '!': return from_truth(s, expr_ne(p, a, b));
	case '|': return op[1] ? from_truth(s, expr_or(p, truth(s, a), truth(s, b))) : expr_or(p, a, b);
	case '&':
		return op[1] ? from_truth(s, expr_and(p, truth(s, a), truth(s, b))) : expr_and(p, a, b);
	case '<':
		return op[1] == '<'   ? expr_shl(p, a, b)
			   : op[1] == '=' ? from_truth(s, expr_sle(p, a, b))
							  : from_truth(s, expr_slt(p, a, b));
	default:
		return op[1] == '>'   ? expr_ashr(p, a, b)
			   : op[1] == '=' ? from_truth(s, expr_sle(p, b, a))
							  : from_truth(s, expr_slt(p, b, a));
	}
}

static Expr binary(Parser *s, size_t level, int depth)
{
	if (level == countof(levels))
		return unary(s, depth);
	Expr a = binary(s, level + 1, depth);
	for (;;) {
		const char *op = NULL;
		for (size_t i = 0; !op && levels[level][i]; i++)
			if (accept(s, levels[level][i]))
				op = levels[level][i];
		if (!op || s->failed)
			return a;
		Expr b = binary(s, level + 1, depth);
		if (s->failed)
			return 0;
		a = apply(s, op, a, b);
	}
}

static Expr conditional(Parser *s, int depth)
{
	Expr cond = binary(s, 0, depth);
	if (s->failed || !accept(s, "?"))
		return cond;
	Expr yes = conditional(s, depth + 1);
	if (!accept(s, ":"))
		return fail(s, "':' expected");
	Expr no = conditional(s, depth + 1);
	return s->failed ? 0 : expr_ite(s->p, truth(s, cond), yes, no);
}

Expr assume_parse(ExprPool *pool, const Shape *shape, const char *text, Err *err)
{
	Parser s = {.p = pool, .shape = shape, .text = text, .at = text, .err = err};
	Expr e = conditional(&s, 0);
	blanks(&s);
	if (!s.failed && *s.at)
		fail(&s, "'%s' is not expected here", s.at);
	return s.failed ? 0 : truth(&s, e);
}
