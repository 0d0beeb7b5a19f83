/* scanf_core.c: processes the format, reads the input and fills the arguments. */
#include <stdlib.h>
#include <string.h>
#include <wctype.h>
#include "scanf_impl.h"

/* ---- input ---- */

/* The next character, wherever it comes from. */
static wint_t look(struct scan_in *in)
{
	if (!in->fp) {
		wint_t c =
			in->wide ? (wint_t) * (const wchar_t *)in->text : *(const unsigned char *)in->text;
		return c ? c : SCAN_EOF;
	}
	if (!in->wide) {
		FILE *fp = in->fp;
		if (fp->_IO_read_ptr < fp->_IO_read_end)
			return (unsigned char)*fp->_IO_read_ptr;
		return __underflow(fp) == EOF ? SCAN_EOF : (unsigned char)*fp->_IO_read_ptr;
	}
	if (!in->ahead) {
		in->next = __stdio_getwc(in->fp);
		in->ahead = in->next != WEOF;
	}
	return in->ahead ? in->next : SCAN_EOF;
}

wint_t __scan_peek(struct scan_in *in)
{
	/* After the end of the input, nothing more is read, and errno is restored to its value at the
	 * end. */
	if (in->ended) {
		errno = in->end_errno;
		return SCAN_EOF;
	}
	wint_t c = look(in);
	if (c == SCAN_EOF) {
		in->ended = true;
		in->end_errno = errno;
	}
	return c;
}

void __scan_take(struct scan_in *in)
{
	in->taken++;
	if (!in->fp)
		in->text = (const char *)in->text + (in->wide ? sizeof(wchar_t) : 1);
	else if (!in->wide)
		in->fp->_IO_read_ptr++;
	else
		in->ahead = false;
}

bool __scan_is_space(const struct scan_in *in, wint_t c)
{
	if (in->wide && c > 127 && c != SCAN_EOF)
		return iswspace(c);
	return c == ' ' || (c >= '\t' && c <= '\r');
}

enum scan_result __scan_skip_space(struct scan_in *in)
{
	wint_t c;
	while (__scan_is_space(in, c = __scan_peek(in)))
		__scan_take(in);
	return c == SCAN_EOF ? SCAN_END : SCAN_OK;
}

/* ---- text of numbers ---- */

void __scan_text_init(struct scan_text *t)
{
	t->buf = t->own;
	t->len = 0;
	t->room = sizeof t->own;
	t->own[0] = '\0';
}

void __scan_text_free(struct scan_text *t)
{
	if (t->buf != t->own)
		free(t->buf);
}

bool __scan_text_add(struct scan_text *t, wint_t c)
{
	if (t->len + 1 == t->room) {
		char *p = malloc(2 * t->room);
		if (!p)
			return false;
		memcpy(p, t->buf, t->room);
		__scan_text_free(t);
		t->buf = p;
		t->room *= 2;
	}
	t->buf[t->len++] = (char)c;
	t->buf[t->len] = '\0';
	return true;
}

/* ---- the format ---- */

static int number(const struct scan_in *in, const void *fmt, size_t *i)
{
	int n = 0;
	for (wchar_t c; (c = scan_at(in, fmt, *i)) >= '0' && c <= '9'; ++*i)
		n = n < 100000000 ? n * 10 + (int)(c - '0') : n;
	return n;
}

static enum scan_length length(const struct scan_in *in, const void *fmt, size_t *i)
{
	wchar_t first = scan_at(in, fmt, *i);
	switch (first) {
	case 'h':
	case 'l':
		++*i;
		if (scan_at(in, fmt, *i) == first) {
			++*i;
			return first == 'h' ? SCAN_CHAR : SCAN_LLONG;
		}
		return first == 'h' ? SCAN_SHORT : SCAN_LONG;
	case 'L':
	case 'q': ++*i; return SCAN_LLONG;
	case 'j':
	case 'z':
	case 'Z':
	case 't': ++*i; return SCAN_LONG;
	}
	return SCAN_INT;
}

/* Finds the end of the set behind %[; the index after the closing bracket. */
static size_t parse_set(const struct scan_in *in, const void *fmt, size_t i, struct scan_spec *spec)
{
	if (scan_at(in, fmt, i) == '^') {
		spec->negated = true;
		i++;
	}
	spec->set = i;
	/* A bracket right at the start is a member. */
	if (scan_at(in, fmt, i) == ']')
		i++;
	while (scan_at(in, fmt, i) && scan_at(in, fmt, i) != ']')
		i++;
	spec->set_end = i;
	if (!scan_at(in, fmt, i)) {
		spec->conv = 0;
		return i;
	}
	return i + 1;
}

/* Parses what follows '%'; the index after it. */
static size_t parse(const struct scan_in *in, const void *fmt, size_t i, struct scan_spec *spec)
{
	*spec = (struct scan_spec){.width = LONG_MAX};
	size_t start = i;
	int n = number(in, fmt, &i);
	if (n > 0 && scan_at(in, fmt, i) == '$') {
		spec->arg = n;
		i++;
	} else {
		i = start;
	}
	for (wchar_t c; (c = scan_at(in, fmt, i)) == '*' || c == '\'' || c == 'I'; i++)
		if (c == '*')
			spec->suppress = true;
	n = number(in, fmt, &i);
	if (n > 0)
		spec->width = n;
	if (scan_at(in, fmt, i) == 'm') {
		spec->alloc = true;
		i++;
	} else if (in->gnu_a && scan_at(in, fmt, i) == 'a') {
		wchar_t after = scan_at(in, fmt, i + 1);
		if (after == 's' || after == 'S' || after == '[') {
			spec->alloc = true;
			i++;
		}
	}
	spec->length = length(in, fmt, &i);
	if (scan_at(in, fmt, i) == 'm') {
		spec->alloc = true;
		i++;
	}
	spec->conv = scan_at(in, fmt, i);
	if (!spec->conv)
		return i;
	return spec->conv == '[' ? parse_set(in, fmt, i + 1, spec) : i + 1;
}

/* ---- one conversion ---- */

static void store(const struct scan_spec *spec, void *dst, uintmax_t value)
{
	if (!dst)
		return;
	if (spec->conv == 'p') {
		*(uintptr_t *)dst = value;
		return;
	}
	switch (spec->length) {
	case SCAN_CHAR: *(unsigned char *)dst = (unsigned char)value; break;
	case SCAN_SHORT: *(unsigned short *)dst = (unsigned short)value; break;
	case SCAN_INT: *(unsigned *)dst = (unsigned)value; break;
	default: *(uintmax_t *)dst = value; break;
	}
}

static enum scan_result integer(struct scan_in *in, struct scan_spec *spec, void *dst)
{
	unsigned base = 10;
	switch (spec->conv) {
	case 'i': base = 0; break;
	case 'o': base = 8; break;
	case 'x':
	case 'X':
	case 'p': base = 16; break;
	}
	uintmax_t value;
	bool is_signed = spec->conv == 'd' || spec->conv == 'i';
	enum scan_result result = __drift_scan_int(in, spec, base, is_signed, &value);
	if (result == SCAN_OK)
		store(spec, dst, value);
	return result;
}

static enum scan_result literal(struct scan_in *in, wchar_t want)
{
	wint_t c = __scan_peek(in);
	if (c == SCAN_EOF)
		return SCAN_END;
	if (c != (wint_t)want)
		return SCAN_MISMATCH;
	__scan_take(in);
	return SCAN_OK;
}

static enum scan_result convert(struct scan_in *in, struct scan_spec *spec, const void *fmt,
								void *dst)
{
	switch (spec->conv) {
	case 'c':
	case 'C':
	case '[': return __scan_string(in, spec, fmt, dst);
	}
	bool ended = __scan_skip_space(in) == SCAN_END;
	if (ended && strchr("%sSdiouxXpaAeEfFgG", (int)spec->conv))
		return SCAN_END;
	switch (spec->conv) {
	case '%': return literal(in, '%');
	case 's':
	case 'S': return __scan_string(in, spec, fmt, dst);
	case 'd':
	case 'i':
	case 'o':
	case 'u':
	case 'x':
	case 'X':
	case 'p': return integer(in, spec, dst);
	case 'a':
	case 'A':
	case 'e':
	case 'E':
	case 'f':
	case 'F':
	case 'g':
	case 'G': return __scan_float(in, spec, dst);
	}
	return SCAN_MISMATCH;
}

/* ---- the walk ---- */

/* The pointers to fill: all arguments are pointers, so any of them can be reached. */
struct targets {
	va_list first; /* from the beginning, for %n$ */
	va_list next;  /* one after the other */
};

static void *target(struct targets *t, const struct scan_spec *spec)
{
	if (spec->suppress || spec->conv == '%')
		return NULL;
	if (spec->arg == 0)
		return va_arg(t->next, void *);
	va_list ap;
	va_copy(ap, t->first);
	for (int i = 1; i < spec->arg; i++)
		(void)va_arg(ap, void *);
	void *p = va_arg(ap, void *);
	va_end(ap);
	return p;
}

/* A character of the format that is no conversion. */
static enum scan_result match(struct scan_in *in, wchar_t c)
{
	if (!__scan_is_space(in, (wint_t)c))
		return literal(in, c);
	__scan_skip_space(in);
	return SCAN_OK;
}

/* If memory was to be allocated and the conversion failed, the caller gets a null pointer. */
static void clear(const struct scan_spec *spec, void *dst)
{
	if (spec->alloc && dst && strchr("sScC[", (int)spec->conv))
		*(void **)dst = NULL;
}

static int walk(struct scan_in *in, const void *fmt, struct targets *targets)
{
	int done = 0;
	for (size_t i = 0; scan_at(in, fmt, i);) {
		enum scan_result result;
		if (scan_at(in, fmt, i) != '%') {
			result = match(in, scan_at(in, fmt, i++));
		} else {
			struct scan_spec spec;
			i = parse(in, fmt, i + 1, &spec);
			if (spec.conv == 0 && !spec.set)
				return done;
			void *dst = target(targets, &spec);
			if (spec.conv == 0) { /* a set without an end */
				clear(&spec, dst);
				return done;
			}
			if (spec.conv == 'n') {
				store(&spec, dst, (uintmax_t)in->taken);
				continue;
			}
			result = convert(in, &spec, fmt, dst);
			if (result == SCAN_OK && !spec.suppress && spec.conv != '%')
				done++;
			if (result != SCAN_OK)
				clear(&spec, dst);
		}
		if (result == SCAN_END)
			return done ? done : EOF;
		if (result == SCAN_MISMATCH)
			return done;
	}
	return done;
}

int __scan_run(struct scan_in *in, const void *fmt, va_list ap)
{
	struct targets targets;
	va_copy(targets.first, ap);
	va_copy(targets.next, ap);
	int done = walk(in, fmt, &targets);
	va_end(targets.next);
	va_end(targets.first);
	if (in->ahead)
		__stdio_ungetwc(in->next, in->fp);
	return done;
}
