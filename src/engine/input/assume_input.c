/* assume_input.c: --assume: inputs, their bytes, lengths and texts. */
#include "engine/input/assume.h"

#include <ctype.h>

/* ---- parts ---- */

/* The part with the longest name that stands here: p.x rather than p. */
static const Part *find_part(const Parser *s, const char *at)
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

u32 input_room(const Part *part)
{
	return part->kind == PART_FIXED ? (u32)part->fixed.len : part->bound;
}

Expr input_byte(Parser *s, const Part *part, u64 k)
{
	if (k >= input_room(part))
		return expr_const(s->p, 8, 0);
	if (part->kind == PART_FIXED)
		return expr_const(s->p, 8, (u8)part->fixed.at[k]);
	return expr_input(s->p, part->group, (u32)k);
}

AssumeValue input_length(Parser *s, const Part *part)
{
	if (part->kind == PART_FIXED)
		return value_int(s, (i64)part->fixed.len);
	if (part->kind == PART_FILE)
		return (AssumeValue){part->length, true};
	AssumeValue v = value_int(s, part->bound);
	if (part->kind == PART_OBJECT)
		return v;
	for (u32 k = part->bound; k-- > 0;) {
		Expr ends = expr_eq(s->p, input_byte(s, part, k), expr_const(s->p, 8, 0));
		v.e = expr_ite(s->p, ends, expr_const(s->p, 32, k), v.e);
	}
	return v;
}

/* A text input, after its name was looked at; NULL after an error. */
static const Part *text_part(Parser *s)
{
	parse_blanks(s);
	const Part *part = find_part(s, s->at);
	if (!part) {
		int n = 0;
		while (isalnum((u8)s->at[n]) || s->at[n] == '_' || s->at[n] == '.')
			n++;
		parse_fail(s, "there is no input '%.*s'", n, s->at);
		return NULL;
	}
	if (part->kind == PART_INT) {
		parse_fail(s, "'%s' is a number", part->name);
		return NULL;
	}
	s->at += strlen(part->name);
	return part;
}

/* ---- strings ---- */

bool parse_string(Parser *s, Buf *out)
{
	parse_blanks(s);
	if (*s->at != '"') {
		parse_fail(s, "a string is expected");
		return false;
	}
	for (s->at++; *s->at != '"';) {
		int v = (u8)*s->at;
		if (!v) {
			parse_fail(s, "unfinished string");
			return false;
		}
		s->at++;
		if (v == '\\' && (v = escape_read(&s->at)) < 0) {
			parse_fail(s, "unknown escape");
			return false;
		}
		buf_addc(out, (char)v);
	}
	s->at++;
	return true;
}

/* == or != and a string. */
static bool compares_string(Parser *s, bool *equal)
{
	const char *begin = s->at;
	*equal = parse_accept(s, "==");
	if (*equal || parse_accept(s, "!=")) {
		parse_blanks(s);
		if (*s->at == '"')
			return true;
	}
	s->at = begin;
	return false;
}

/* Bytes from first on are those of the string that stands next. */
static Expr same_bytes(Parser *s, const Part *part, u64 first, size_t *n)
{
	Buf bytes = {0};
	Expr same = EXPR_TRUE;
	if (parse_string(s, &bytes))
		for (size_t i = 0; i < bytes.len; i++)
			same = expr_and(s->p, same,
							expr_eq(s->p, input_byte(s, part, first + i),
									expr_const(s->p, 8, (u8)bytes.at[i])));
	*n = bytes.len;
	buf_free(&bytes);
	return same;
}

/* The whole input is a string, or is not. */
static AssumeValue whole_string(Parser *s, const Part *part, bool equal)
{
	size_t n;
	Expr same = same_bytes(s, part, 0, &n);
	if (s->failed)
		return (AssumeValue){0};
	if (part->kind == PART_FILE || part->kind == PART_FIXED || part->kind == PART_OBJECT)
		same =
			expr_and(s->p, same, expr_eq(s->p, input_length(s, part).e, expr_const(s->p, 32, n)));
	else if (n > part->bound)
		same = EXPR_FALSE;
	else
		same = expr_and(s->p, same, expr_eq(s->p, input_byte(s, part, n), expr_const(s->p, 8, 0)));
	return value_truth(s, equal ? same : expr_not(s->p, same));
}

/* It begins with the string that stands next. */
static AssumeValue starts_with(Parser *s, const Part *part)
{
	size_t n;
	Expr same = same_bytes(s, part, 0, &n);
	if (s->failed)
		return (AssumeValue){0};
	/* a file may have zeros where it has ended */
	if (part->kind == PART_FILE)
		same = expr_and(s->p, same, expr_ule(s->p, expr_const(s->p, 32, n), part->length));
	return value_truth(s, same);
}

/* ---- bytes ---- */

/* Each of the bytes, or none of them, is in the set that stands next. */
static AssumeValue each_byte(Parser *s, const Part *part, u64 first, u64 last, int depth)
{
	bool not = parse_word(s, "not");
	const char *begin = s->at;
	Expr all = EXPR_TRUE;
	if (!parse_word(s, "in") || last < first || last - first > input_room(part))
		return parse_fail(s, "a comparison with a string, or 'in' and a set, expected");
	for (u64 k = first; k <= last && !s->failed; k++) {
		s->at = begin;
		parse_word(s, "in");
		Expr e = parse_set(s, (AssumeValue){input_byte(s, part, k), false}, depth + 1);
		if (!s->failed)
			all = expr_and(s->p, all, not ? expr_not(s->p, e) : e);
	}
	return s->failed ? (AssumeValue){0} : value_truth(s, all);
}

/* [first..last] after the dots; first is at. */
static AssumeValue bytes_from(Parser *s, const Part *part, Expr at, int depth)
{
	AssumeValue last = parse_conditional(s, depth + 1);
	bool equal;
	size_t n;
	if (s->failed)
		return last;
	if (!parse_accept(s, "]"))
		return parse_fail(s, "']' expected");
	Expr to = value_widen(s, last, 64);
	if (!expr_is_const(s->p, at) || !expr_is_const(s->p, to))
		return parse_fail(s, "positions must be constants");
	u64 first = (u64)expr_value(s->p, at);
	if (!compares_string(s, &equal))
		return each_byte(s, part, first, (u64)expr_value(s->p, to), depth);
	Expr same = same_bytes(s, part, first, &n);
	if (s->failed || n != (u64)expr_value(s->p, to) - first + 1)
		return parse_fail(s, "the string has another length");
	return value_truth(s, equal ? same : expr_not(s->p, same));
}

/* [k], or [first..last]. The opening bracket is taken. */
static AssumeValue bytes_at(Parser *s, const Part *part, int depth)
{
	AssumeValue index = parse_conditional(s, depth + 1);
	if (s->failed)
		return index;
	Expr at = value_widen(s, index, 64);
	if (parse_accept(s, ".."))
		return bytes_from(s, part, at, depth);
	if (!parse_accept(s, "]"))
		return parse_fail(s, "']' expected");
	if (expr_is_const(s->p, at))
		return (AssumeValue){input_byte(s, part, (u64)expr_value(s->p, at)), false};
	Expr e = expr_const(s->p, 8, 0);
	for (u32 k = input_room(part); k-- > 0;)
		e = expr_ite(s->p, expr_eq(s->p, at, expr_const(s->p, 64, k)), input_byte(s, part, k), e);
	return (AssumeValue){e, false};
}

/* arg1[0..3]) after a function's name and parenthesis; NULL after an error. */
static const Part *some_bytes(Parser *s, u32 most, u32 *first, u32 *last)
{
	const Part *part = text_part(s);
	char *end;
	if (!part || !parse_accept(s, "[")) {
		parse_fail(s, "bytes of an input expected");
		return NULL;
	}
	unsigned long from = strtoul(s->at, &end, 10), to = 0;
	bool good = end != s->at && end[0] == '.' && end[1] == '.';
	if (good) {
		to = strtoul(end + 2, &end, 10);
		s->at = end;
	}
	if (!good || !parse_accept(s, "]") || !parse_accept(s, ")") || to < from || to - from >= most) {
		parse_fail(s, "bytes are written as [0..3], at most %u of them", most);
		return NULL;
	}
	*first = (u32)from;
	*last = (u32)to;
	return part;
}

/* little(arg1[0..3]): the number that bytes are. */
static AssumeValue number_of_bytes(Parser *s, bool big)
{
	u32 first, last;
	const Part *part = some_bytes(s, 8, &first, &last);
	if (!part)
		return (AssumeValue){0};
	Expr e = 0;
	for (u32 k = first; k <= last; k++) {
		Expr byte = input_byte(s, part, big ? first + last - k : k);
		e = e ? expr_concat(s->p, byte, e) : byte;
	}
	/* As many bytes as a type of C has are signed like it. */
	unsigned n = expr_width(s->p, e);
	return (AssumeValue){e, n == 16 || n == 32 || n == 64};
}

/* decimal(arg1[0..3]): the number that digits are, computed so. */
static AssumeValue number_of_digits(Parser *s)
{
	u32 first, last;
	const Part *part = some_bytes(s, 9, &first, &last);
	if (!part)
		return (AssumeValue){0};
	Expr e = expr_const(s->p, 32, 0), zero = expr_const(s->p, 32, '0');
	for (u32 k = first; k <= last; k++)
		e = expr_add(s->p, expr_mul(s->p, e, expr_const(s->p, 32, 10)),
					 expr_sub(s->p, expr_zext(s->p, input_byte(s, part, k), 32), zero));
	return (AssumeValue){e, true};
}

/* ---- texts of numbers ---- */

/* "%+05d" as printf has it. */
static bool format(Parser *s, TextFormat *f)
{
	Buf text = {0};
	if (!parse_string(s, &text))
		return false;
	const char *c = buf_str(&text);
	*f = (TextFormat){.precision = -1};
	bool good = *c++ == '%';
	for (; *c && strchr("+ #0-", *c); c++) {
		f->plus |= *c == '+';
		f->space |= *c == ' ';
		f->alt |= *c == '#';
		f->zero |= *c == '0';
		f->left |= *c == '-';
	}
	while (isdigit((u8)*c))
		f->width = (u16)(f->width * 10 + *c++ - '0');
	if (*c == '.')
		for (f->precision = 0, c++; isdigit((u8)*c);)
			f->precision = f->precision * 10 + *c++ - '0';
	f->is_signed = *c == 'd';
	f->upper = *c == 'X';
	f->base = *c == 'd' || *c == 'u' ? 10 : *c == 'o' ? 8 : *c == 'b' ? 2 : 16;
	good = good && *c && strchr("duobxX", *c) && !c[1];
	buf_free(&text);
	if (!good)
		parse_fail(s, "a format of one number is expected");
	return good && parse_accept(s, ",");
}

/* text(x)[k], or the length of text(x). */
static AssumeValue text_of(Parser *s, bool length, int depth)
{
	TextFormat f = {.base = 10, .precision = -1};
	parse_blanks(s);
	bool plain = *s->at != '"';
	if (!plain && !format(s, &f))
		return parse_fail(s, "',' expected");
	AssumeValue v = parse_conditional(s, depth + 1);
	if (s->failed || !parse_accept(s, ")"))
		return parse_fail(s, "')' expected");
	v = value_promote(s, v);
	if (plain)
		f.is_signed = v.is_signed;
	u32 number = expr_format(s->p, &f);
	if (length)
		return parse_accept(s, ")") ? (AssumeValue){expr_textlen(s->p, v.e, number), true}
									: parse_fail(s, "')' expected");
	char *end;
	if (!parse_accept(s, "["))
		return parse_fail(s, "'[' expected");
	unsigned long k = strtoul(s->at, &end, 10);
	s->at = end;
	if (!parse_accept(s, "]") || k > UINT16_MAX)
		return parse_fail(s, "']' expected");
	return (AssumeValue){expr_textchar(s->p, v.e, (u32)k, number), false};
}

/* ---- names ---- */

static AssumeValue length_of(Parser *s, int depth)
{
	if (parse_word(s, "text"))
		return parse_accept(s, "(") ? text_of(s, true, depth) : parse_fail(s, "'(' expected");
	const Part *part = text_part(s);
	if (!part)
		return (AssumeValue){0};
	return parse_accept(s, ")") ? input_length(s, part) : parse_fail(s, "')' expected");
}

static AssumeValue letter_case(Parser *s, bool lower, int depth)
{
	AssumeValue v = parse_conditional(s, depth + 1);
	if (s->failed || !parse_accept(s, ")"))
		return parse_fail(s, "')' expected");
	Expr e = value_widen(s, v, 32), first = expr_const(s->p, 32, lower ? 'A' : 'a');
	Expr is = expr_ult(s->p, expr_sub(s->p, e, first), expr_const(s->p, 32, 26));
	Expr other = lower ? expr_add(s->p, e, expr_const(s->p, 32, 32))
					   : expr_sub(s->p, e, expr_const(s->p, 32, 32));
	return (AssumeValue){expr_ite(s->p, is, other, e), true};
}

/* A function that conditions use, when no input has its name. */
static bool function(Parser *s, AssumeValue *v, int depth)
{
	static const char *const names[] = {"strlen", "length",  "little",  "big",
										"text",   "tolower", "toupper", "decimal"};
	const char *begin = s->at;
	for (size_t i = 0; i < countof(names); i++) {
		if (!parse_word(s, names[i]) || !parse_accept(s, "(")) {
			s->at = begin;
			continue;
		}
		*v = i < 2    ? length_of(s, depth)
			 : i < 4  ? number_of_bytes(s, i == 3)
			 : i == 4 ? text_of(s, false, depth)
			 : i == 7 ? number_of_digits(s)
					  : letter_case(s, i == 5, depth);
		return true;
	}
	return false;
}

/* No input has the name that stands here. */
static AssumeValue unknown(Parser *s)
{
	const char *end = s->at;
	while (isalnum((u8)*end) || *end == '_')
		end++;
	if (end - s->at == 3 && !memcmp(s->at, "env", 3) && *end == '.')
		for (end++; isalnum((u8)*end) || *end == '_';)
			end++;
	int n = (int)(end - s->at);
	if (*end == '[')
		return parse_fail(s, "there is no input '%.*s'; arrays of the program cannot be used", n,
						  s->at);
	return parse_fail(s, "there is no input '%.*s'", n, s->at);
}

AssumeValue parse_input(Parser *s, int depth)
{
	const Part *part = find_part(s, s->at);
	AssumeValue v;
	bool equal;
	i64 fixed;
	if (!part)
		return function(s, &v, depth) ? v : unknown(s);
	s->at += strlen(part->name);
	bool text = part->kind != PART_INT;
	if (parse_accept(s, "["))
		return text ? bytes_at(s, part, depth) : parse_fail(s, "'%s' is a number", part->name);
	if (parse_accept(s, ".length"))
		return text ? input_length(s, part) : parse_fail(s, "'%s' is a number", part->name);
	if (text && compares_string(s, &equal))
		return whole_string(s, part, equal);
	if (text && parse_word(s, "starts"))
		return parse_word(s, "with") ? starts_with(s, part) : parse_fail(s, "'with' expected");
	if (part->kind == PART_FIXED && number_parse(buf_str(&part->fixed), 64, true, &fixed))
		return value_int(s, fixed);
	if (text)
		return parse_fail(s, "'%s' is text; use %s[0], %s.length or %s == \"...\"", part->name,
						  part->name, part->name, part->name);
	return (AssumeValue){expr_input(s->p, part->group, 0), part->is_signed, part->is_float};
}
