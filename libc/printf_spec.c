/* printf_spec.c: parses a conversion: %[n$][flags][width][.precision][length]letter */
#include <limits.h>
#include "printf_impl.h"

/* A position in the format. It caches the current character, which is read more than once. */
struct cursor {
	const struct printf_out *o; /* knows whether fmt is wide */
	const void *fmt;            /* the whole format */
	size_t i;                   /* of the element at hand */
	wchar_t now;                /* that element */
	bool overflow;              /* a number did not fit an int */
};

static void go_to(struct cursor *c, size_t i)
{
	c->i = i;
	c->now = printf_at(c->o, c->fmt, i);
}

static int number(struct cursor *c)
{
	int n = 0;
	while (c->now >= '0' && c->now <= '9') {
		int digit = (int)(c->now - '0');
		if (n > (INT_MAX - digit) / 10) {
			c->overflow = true;
			n = 0;
		}
		n = n * 10 + digit;
		go_to(c, c->i + 1);
	}
	return n;
}

/* Parses "n$"; returns 0 and consumes nothing if there is none. */
static int position(struct cursor *c)
{
	size_t start = c->i;
	bool before = c->overflow;
	int n = number(c);
	if (n > 0 && c->now == '$') {
		go_to(c, c->i + 1);
		return n;
	}
	c->overflow = before;
	go_to(c, start);
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

/* A width or precision; *arg is the argument that has it, if any. */
static int amount(struct cursor *c, int *arg)
{
	if (c->now != '*')
		return number(c);
	go_to(c, c->i + 1);
	int n = c->o->dollar ? position(c) : 0;
	*arg = n ? n : -1;
	return 0;
}

static enum printf_length length(struct cursor *c)
{
	wchar_t first = c->now;
	switch (first) {
	case 'h':
	case 'l':
		go_to(c, c->i + 1);
		if (c->now == first) {
			go_to(c, c->i + 1);
			return first == 'h' ? LEN_CHAR : LEN_LLONG;
		}
		return first == 'h' ? LEN_SHORT : LEN_LONG;
	case 'L':
	case 'q': go_to(c, c->i + 1); return LEN_LLONG;
	case 'j':
	case 'z':
	case 'Z':
	case 't': go_to(c, c->i + 1); return LEN_LONG;
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
	struct cursor c = {.o = o, .fmt = fmt, .i = i, .now = first};
	if (o->dollar)
		spec->arg = position(&c);
	for (int flag; (flag = flag_of(c.now)) != 0; go_to(&c, c.i + 1))
		spec->flags |= flag;
	spec->width = amount(&c, &spec->width_arg);
	if (c.now == '.') {
		go_to(&c, c.i + 1);
		spec->prec = amount(&c, &spec->prec_arg);
	}
	/* A later modifier wins, as in glibc, except that long grows to long long. */
	for (enum printf_length len; (len = length(&c)) != LEN_NONE;)
		spec->length = spec->length == LEN_LONG && len == LEN_LONG ? LEN_LLONG : len;
	spec->conv = c.now;
	if (c.overflow) {
		errno = EOVERFLOW;
		return 0;
	}
	return spec->conv ? c.i + 1 : c.i;
}
