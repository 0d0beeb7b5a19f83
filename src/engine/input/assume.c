/* assume.c: --assume: parses C expressions over the inputs, and conditions as drift prints them.
 *
 * Recursive descent by precedence.
 */
#include "engine/input/assume.h"

#include "engine/expr/float/float.h"

#include <ctype.h>
#include <errno.h>

AssumeValue parse_fail(Parser *s, const char *fmt, ...)
{
	if (s->failed)
		return (AssumeValue){0};
	s->failed = true;
	char what[256];
	va_list ap;
	va_start(ap, fmt);
	vsnprintf(what, sizeof what, fmt, ap);
	va_end(ap);
	err_set(s->err, "--assume '%s': column %d: %s", s->text, (int)(s->at - s->text) + 1, what);
	return (AssumeValue){0};
}

void parse_blanks(Parser *s)
{
	while (isspace((u8)*s->at))
		s->at++;
}

bool parse_accept(Parser *s, const char *op)
{
	parse_blanks(s);
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

bool parse_word(Parser *s, const char *word)
{
	parse_blanks(s);
	size_t n = strlen(word);
	if (strncmp(s->at, word, n) || isalnum((u8)s->at[n]) || s->at[n] == '_')
		return false;
	s->at += n;
	return true;
}

/* ---- values ---- */

AssumeValue value_int(Parser *s, i64 v)
{
	return (AssumeValue){expr_const(s->p, v == (i32)v ? 32 : 64, (u64)v), true};
}

AssumeValue value_truth(Parser *s, Expr e)
{
	return (AssumeValue){expr_zext(s->p, e, 32), true};
}

Expr value_widen(Parser *s, AssumeValue v, unsigned width)
{
	unsigned w = expr_width(s->p, v.e);
	if (w > width)
		return expr_extract(s->p, v.e, 0, width);
	return v.is_signed ? expr_sext(s->p, v.e, width) : expr_zext(s->p, v.e, width);
}

AssumeValue value_promote(Parser *s, AssumeValue v)
{
	unsigned w = expr_width(s->p, v.e);
	if (w < 32)
		return (AssumeValue){value_widen(s, v, 32), true};
	if (w > 64 && w < 128)
		return (AssumeValue){value_widen(s, v, 128), v.is_signed};
	return w < 64 && w > 32 ? (AssumeValue){value_widen(s, v, 64), v.is_signed} : v;
}

/* Whether it is not 0. */
static Expr value_truth_of(Parser *s, AssumeValue v)
{
	if (v.is_float)
		return expr_not(s->p, expr_float(s->p, FLOAT_EQUAL, 1, v.e,
										 expr_const(s->p, expr_width(s->p, v.e), 0), 0));
	return expr_ne(s->p, v.e, expr_const(s->p, expr_width(s->p, v.e), 0));
}

void value_balance(Parser *s, AssumeValue *a, AssumeValue *b)
{
	if (a->is_float || b->is_float) {
		parse_fail(s, "this cannot be done with floating point");
		*a = *b = value_int(s, 0);
	}
	*a = value_promote(s, *a);
	*b = value_promote(s, *b);
	unsigned wa = expr_width(s->p, a->e), wb = expr_width(s->p, b->e), w = wa > wb ? wa : wb;
	bool is_signed = (wa < w || a->is_signed) && (wb < w || b->is_signed);
	*a = (AssumeValue){value_widen(s, *a, w), is_signed};
	*b = (AssumeValue){value_widen(s, *b, w), is_signed};
}

/* ---- constants ---- */

static AssumeValue character(Parser *s)
{
	static const char letters[] = "ntr0\\'\"abfv", values[] = "\n\t\r\0\\'\"\a\b\f\v";
	s->at++;
	int v = (u8)*s->at;
	bool escape = v == '\\';
	if (escape) {
		const char *found = s->at[1] ? strchr(letters, *++s->at) : NULL;
		if (!found)
			return parse_fail(s, "unknown escape");
		v = (u8)values[found - letters];
	}
	if ((!v && !escape) || s->at[1] != '\'')
		return parse_fail(s, "a character constant is one character in quotes");
	s->at += 2;
	return value_int(s, v);
}

/* A hexadecimal number of more than 64 bits, which is an __int128. */
static AssumeValue wide_integer(Parser *s)
{
	u128 v = 0;
	int n = 0;
	for (s->at += 2; isxdigit((u8)*s->at); s->at++, n++)
		v = v << 4 | (u128)(isdigit((u8)*s->at) ? *s->at - '0' : (*s->at | 32) - 'a' + 10);
	if (n > 32)
		return parse_fail(s, "number too large");
	return (AssumeValue){expr_const128(s->p, 128, v), !(v >> 127)};
}

/* The type is the first that has the value: int, unsigned if it is not decimal, long, unsigned
 * long. */
static AssumeValue integer(Parser *s)
{
	char *end;
	errno = 0;
	bool decimal = s->at[0] != '0' || !isalnum((u8)s->at[1]), is_unsigned = false, is_long = false;
	unsigned long long v = strtoull(s->at, &end, 0);
	if (errno && s->at[0] == '0' && (s->at[1] | 32) == 'x')
		return wide_integer(s);
	if (errno)
		return parse_fail(s, "number too large");
	for (; *end && strchr("uUlL", *end); end++) {
		is_unsigned |= *end == 'u' || *end == 'U';
		is_long |= *end == 'l' || *end == 'L';
	}
	if (isalnum((u8)*end) || *end == '_')
		return parse_fail(s, "bad number");
	s->at = end;
	unsigned w = is_long || v > UINT32_MAX || (decimal && !is_unsigned && v > INT32_MAX) ? 64 : 32;
	bool fits = v <= (w == 32 ? INT32_MAX : INT64_MAX);
	return (AssumeValue){expr_const(s->p, w, v), !is_unsigned && fits};
}

/* ---- operators ---- */

/* A type in parentheses, as casts have it. */
static bool type_name(Parser *s, unsigned *width, bool *is_signed)
{
	const char *begin = s->at;
	bool any = false;
	*width = 32;
	*is_signed = true;
	for (;;) {
		if (parse_word(s, "unsigned"))
			*is_signed = false;
		else if (parse_word(s, "char"))
			*width = 8;
		else if (parse_word(s, "short"))
			*width = 16;
		else if (parse_word(s, "long"))
			*width = 64;
		else if (parse_word(s, "__int128"))
			*width = 128;
		else if (!parse_word(s, "signed") && !parse_word(s, "int"))
			break;
		any = true;
	}
	if (any && parse_accept(s, ")"))
		return true;
	s->at = begin;
	return false;
}

static AssumeValue unary(Parser *s, int depth);

/* {3, 5, 9}[i]: an element of a table; 0 behind its end. The brace is taken. */
static AssumeValue table(Parser *s, int depth)
{
	VEC(Expr) list = {0};
	do {
		AssumeValue v = unary(s, depth + 1);
		if (!s->failed && !expr_is_const(s->p, v.e))
			parse_fail(s, "elements of a table are numbers");
		if (!s->failed)
			vec_push(&list, value_widen(s, v, 64));
	} while (!s->failed && parse_accept(s, ","));
	if (!s->failed && (!parse_accept(s, "}") || !parse_accept(s, "[")))
		parse_fail(s, "'}[' and an index expected");
	AssumeValue index = s->failed ? (AssumeValue){0} : parse_conditional(s, depth + 1);
	if (!s->failed && !parse_accept(s, "]"))
		parse_fail(s, "']' expected");
	Expr e = expr_const(s->p, 64, 0), at = s->failed ? 0 : value_widen(s, index, 64);
	for (size_t k = list.len; k-- > 0 && !s->failed;)
		e = expr_ite(s->p, expr_eq(s->p, at, expr_const(s->p, 64, k)), list.at[k], e);
	bool small = true;
	for (size_t k = 0; k < list.len; k++)
		small = small && (i64)expr_value(s->p, list.at[k]) == (i32)expr_value(s->p, list.at[k]);
	vec_free(&list);
	if (s->failed)
		return (AssumeValue){0};
	return (AssumeValue){small ? expr_extract(s->p, e, 0, 32) : e, true};
}

AssumeValue parse_operand(Parser *s, int depth)
{
	return unary(s, depth);
}

static AssumeValue primary(Parser *s, int depth)
{
	unsigned width;
	bool is_signed;
	if (depth > MAX_NESTING)
		return parse_fail(s, "nested too deeply");
	parse_blanks(s);
	AssumeValue real;
	if (real_literal(s, &real) || real_function(s, &real, depth))
		return real;
	if (parse_accept(s, "(")) {
		if (type_name(s, &width, &is_signed)) {
			AssumeValue v = unary(s, depth + 1);
			if (s->failed)
				return v;
			if (v.is_float)
				return real_to_integer(s, v, width, is_signed);
			return (AssumeValue){value_widen(s, v, width), is_signed};
		}
		AssumeValue v = parse_conditional(s, depth + 1);
		return parse_accept(s, ")") ? v : parse_fail(s, "')' expected");
	}
	if (isdigit((u8)*s->at))
		return integer(s);
	if (*s->at == '\'')
		return character(s);
	if (parse_accept(s, "{"))
		return table(s, depth);
	if (parse_word(s, "true"))
		return value_int(s, 1);
	if (parse_word(s, "false"))
		return value_int(s, 0);
	if (isalpha((u8)*s->at) || *s->at == '_')
		return parse_input(s, depth);
	return *s->at ? parse_fail(s, "'%c' is not expected here", *s->at)
				  : parse_fail(s, "unfinished expression");
}

static AssumeValue unary(Parser *s, int depth)
{
	if (depth > MAX_NESTING)
		return parse_fail(s, "nested too deeply");
	char op = parse_accept(s, "!")   ? '!'
			  : parse_accept(s, "-") ? '-'
			  : parse_accept(s, "~") ? '~'
									 : 0;
	if (!op)
		return parse_accept(s, "+") ? unary(s, depth + 1) : primary(s, depth);
	AssumeValue v = unary(s, depth + 1);
	if (s->failed)
		return v;
	if (op == '!')
		return value_truth(s, expr_not(s->p, value_truth_of(s, v)));
	if (v.is_float)
		return op == '-' ? real_negated(s, v)
						 : parse_fail(s, "'~' cannot be done with floating point");
	v = value_promote(s, v);
	/* The least number of a type has no positive counterpart: -2147483648 is an int all the same.
	 */
	if (op == '-' && expr_is_const(s->p, v.e) && v.is_signed && expr_width(s->p, v.e) <= 64)
		return value_int(s, (i64)(-(u64)expr_value(s->p, v.e) << (64 - expr_width(s->p, v.e))) >>
								(64 - expr_width(s->p, v.e)));
	return (AssumeValue){op == '-' ? expr_neg(s->p, v.e) : expr_not(s->p, v.e), v.is_signed};
}

/* Binary operators, loosest first; longer spellings before their beginnings. */
static const char *const levels[][5] = {
	{"||"},       {"&&"},     {"|"},           {"^"}, {"&"}, {"==", "!="}, {"<=", ">=", "<", ">"},
	{"<<", ">>"}, {"+", "-"}, {"*", "/", "%"},
};
enum { LEVEL_EQUAL = 5 };

static AssumeValue shift(Parser *s, bool left, AssumeValue a, AssumeValue b)
{
	a = value_promote(s, a);
	Expr by = value_widen(s, b, expr_width(s->p, a.e));
	return (AssumeValue){left          ? expr_shl(s->p, a.e, by)
						 : a.is_signed ? expr_ashr(s->p, a.e, by)
									   : expr_lshr(s->p, a.e, by),
						 a.is_signed};
}

static AssumeValue compare(Parser *s, const char *op, AssumeValue a, AssumeValue b)
{
	ExprPool *p = s->p;
	bool swap = op[0] == '>', or_equal = op[1] == '=';
	Expr x = swap ? b.e : a.e, y = swap ? a.e : b.e;
	if (a.is_signed)
		return value_truth(s, or_equal ? expr_sle(p, x, y) : expr_slt(p, x, y));
	return value_truth(s, or_equal ? expr_ule(p, x, y) : expr_ult(p, x, y));
}

AssumeValue value_apply(Parser *s, const char *op, AssumeValue a, AssumeValue b)
{
	ExprPool *p = s->p;
	if (!strcmp(op, "||"))
		return value_truth(s, expr_or(p, value_truth_of(s, a), value_truth_of(s, b)));
	if (!strcmp(op, "&&"))
		return value_truth(s, expr_and(p, value_truth_of(s, a), value_truth_of(s, b)));
	if (a.is_float || b.is_float)
		return real_apply(s, op, a, b);
	if (!strcmp(op, "<<") || !strcmp(op, ">>"))
		return shift(s, op[0] == '<', a, b);
	value_balance(s, &a, &b);
	bool is_signed = a.is_signed;
	switch (op[0]) {
	case '+': return (AssumeValue){expr_add(p, a.e, b.e), is_signed};
	case '-': return (AssumeValue){expr_sub(p, a.e, b.e), is_signed};
	case '*': return (AssumeValue){expr_mul(p, a.e, b.e), is_signed};
	case '/':
		return (AssumeValue){is_signed ? expr_sdiv(p, a.e, b.e) : expr_udiv(p, a.e, b.e),
							 is_signed};
	case '%':
		return (AssumeValue){is_signed ? expr_srem(p, a.e, b.e) : expr_urem(p, a.e, b.e),
							 is_signed};
	case '^': return (AssumeValue){expr_xor(p, a.e, b.e), is_signed};
	case '|': return (AssumeValue){expr_or(p, a.e, b.e), is_signed};
	case '&': return (AssumeValue){expr_and(p, a.e, b.e), is_signed};
	case '=': return value_truth(s, expr_eq(p, a.e, b.e));
	case '!': return value_truth(s, expr_ne(p, a.e, b.e));
	default: return compare(s, op, a, b);
	}
}

/* ---- sets ---- */

static Expr equals(Parser *s, AssumeValue a, AssumeValue b)
{
	value_balance(s, &a, &b);
	return expr_eq(s->p, a.e, b.e);
}

/* One number of a set, or first..last. */
static Expr member(Parser *s, AssumeValue v, int depth)
{
	AssumeValue low = unary(s, depth + 1), high = low;
	bool range = parse_accept(s, "..");
	if (range)
		high = unary(s, depth + 1);
	if (s->failed)
		return 0;
	if (!range)
		return equals(s, v, low);
	AssumeValue same = v;
	value_balance(s, &low, &v);
	value_balance(s, &same, &high);
	return expr_and(s->p, value_truth_of(s, compare(s, "<=", low, v)),
					value_truth_of(s, compare(s, "<=", same, high)));
}

Expr parse_set(Parser *s, AssumeValue v, int depth)
{
	Expr any = EXPR_FALSE;
	Buf bytes = {0};
	parse_blanks(s);
	if (*s->at == '"') {
		if (parse_string(s, &bytes))
			for (size_t i = 0; i < bytes.len; i++)
				any = expr_or(s->p, any, equals(s, v, value_int(s, (u8)bytes.at[i])));
		buf_free(&bytes);
		return any;
	}
	if (!parse_accept(s, "{"))
		return member(s, v, depth);
	do {
		Expr e = member(s, v, depth);
		if (s->failed)
			return 0;
		any = expr_or(s->p, any, e);
	} while (parse_accept(s, ","));
	if (!parse_accept(s, "}"))
		parse_fail(s, "'}' expected");
	return any;
}

static AssumeValue binary(Parser *s, size_t level, int depth)
{
	if (level == countof(levels))
		return unary(s, depth);
	AssumeValue a = binary(s, level + 1, depth);
	for (;;) {
		const char *op = NULL;
		const char *begin = s->at;
		bool not = level == LEVEL_EQUAL && parse_word(s, "not");
		if (level == LEVEL_EQUAL && !s->failed && parse_word(s, "in")) {
			Expr e = parse_set(s, a, depth + 1);
			if (s->failed)
				return (AssumeValue){0};
			a = value_truth(s, not ? expr_not(s->p, e) : e);
			continue;
		}
		s->at = begin;
		for (size_t i = 0; !op && levels[level][i]; i++)
			if (parse_accept(s, levels[level][i]))
				op = levels[level][i];
		if (!op || s->failed)
			return a;
		AssumeValue b = binary(s, level + 1, depth);
		if (s->failed)
			return (AssumeValue){0};
		a = value_apply(s, op, a, b);
	}
}

AssumeValue parse_conditional(Parser *s, int depth)
{
	AssumeValue cond = binary(s, 0, depth);
	if (s->failed || !parse_accept(s, "?"))
		return cond;
	AssumeValue yes = parse_conditional(s, depth + 1);
	if (!parse_accept(s, ":"))
		return parse_fail(s, "':' expected");
	AssumeValue no = parse_conditional(s, depth + 1);
	if (s->failed)
		return (AssumeValue){0};
	value_balance(s, &yes, &no);
	return (AssumeValue){expr_ite(s->p, value_truth_of(s, cond), yes.e, no.e), yes.is_signed};
}

Expr assume_parse(ExprPool *pool, const Shape *shape, const char *text, Err *err)
{
	Parser s = {.p = pool, .shape = shape, .text = text, .at = text, .err = err};
	AssumeValue v = parse_conditional(&s, 0);
	parse_blanks(&s);
	if (!s.failed && !strncmp(s.at, "...", 3))
		parse_fail(&s, "the condition ends too early here");
	if (!s.failed && *s.at)
		parse_fail(&s, "'%s' is not expected here", s.at);
	return s.failed ? 0 : value_truth_of(&s, v);
}
