/* printf_spec.c: parsing a conversion: %[n$][flags][width][.precision][length]letter */
#include <limits.h>
#include "printf_impl.h"

/* A cursor in the format. */
struct cursor {
	const struct printf_out *o; /* knows whether fmt is wide */
	const void *fmt;            /* the whole format */
	size_t i;                   /* next element */
	bool overflow;              /* a number did not fit an int */
};

static wchar_t peek(const struct cursor *c)
{
	return printf_at(c->o, c->fmt, c->i);
}

static bool at_digit(const struct cursor *c)
{
	return peek(c) >= '0' && peek(c) <= '9';
}

static int number(struct cursor *c)
{
	int n = 0;
	for (; at_digit(c); c->i++) {
		int digit = (int)(peek(c) - '0');
		if (n > (INT_MAX - digit) / 10) {
			c->overflow = true;
			n = 0;
		}
		n = n * 10 + digit;
	}
	return n;
}

/* "n$"; 0 and nothing taken if there is none. */
static int position(struct cursor *c)
{
	size_t start = c->i;
	if (at_digit(c)) {
		bool before = c->overflow;
		int n = number(c);
		if (n > 0 && peek(c) == '$') {
			c->i++;
			return n;
		}
		c->overflow = before;
	}
	c->i = start;
	return 0;
}

static int flag_of(wchar_t c)
{
	switch (c) {
	case '-': return FLAG_LEFT;
	case '+': return FLAG_PLUS;
	case ' ': return FLAG_SPACE;
	case '#': return FLAG_ALT;
	case '0': return FLAG_ZERO;
	case '\'': return FLAG_GROUP;
	case 'I': return FLAG_I18N;
	}
	return 0;
}

/* A width or precision; *arg says which argument holds it, if one does. */
static int amount(struct cursor *c, int *arg)
{
	if (peek(c) != '*')
		return number(c);
	c->i++;
	int n = position(c);
	*arg = n ? n : -1;
	return 0;
}

static enum printf_length length(struct cursor *c)
{
	wchar_t first = peek(c);
	switch (first) {
	case 'h':
	case 'l':
		c->i++;
		if (peek(c) == first) {
			c->i++;
			return first == 'h' ? LEN_CHAR : LEN_LLONG;
		}
		return first == 'h' ? LEN_SHORT : LEN_LONG;
	case 'L':
	case 'q': c->i++; return LEN_LLONG;
	case 'j':
	case 'z':
	case 'Z':
	case 't': c->i++; return LEN_LONG;
	}
	return LEN_NONE;
}

/* Letters that are neither flags nor lengths. */
static bool is_plain(wchar_t c)
{
	return c == 'd' || c == 's' || c == 'c' || c == 'u' || c == 'x' || (c >= 'e' && c <= 'g');
}

size_t __printf_parse(const struct printf_out *o, const void *fmt, size_t i,
					  struct printf_spec *spec)
{
	*spec = (struct printf_spec){.prec = -1};
	/* Most conversions are a letter and nothing else. */
	wchar_t first = printf_at(o, fmt, i);
	if (is_plain(first)) {
		spec->conv = first;
		return i + 1;
	}
	struct cursor c = {.o = o, .fmt = fmt, .i = i};
	spec->arg = position(&c);
	for (int flag; (flag = flag_of(peek(&c))) != 0; c.i++)
		spec->flags |= flag;
	spec->width = amount(&c, &spec->width_arg);
	if (peek(&c) == '.') {
		c.i++;
		spec->prec = amount(&c, &spec->prec_arg);
	}
	/* A later modifier wins, as in glibc, except that long grows to long long. */
	for (enum printf_length len; (len = length(&c)) != LEN_NONE;)
		spec->length = spec->length == LEN_LONG && len == LEN_LONG ? LEN_LLONG : len;
	spec->conv = peek(&c);
	if (spec->conv)
		c.i++;
	if (c.overflow) {
		errno = EOVERFLOW;
		return 0;
	}
	return c.i;
}
