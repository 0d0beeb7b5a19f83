/* scanf_str.c: reads characters and strings for scanf, into the caller's memory or new memory. */
#include <stdlib.h>
#include <string.h>
#include "scanf_impl.h"

/* The destination of the characters. */
struct target {
	bool wide;       /* elements are wchar_t */
	bool alloc;      /* grow as needed */
	char *base;      /* NULL if suppressed */
	size_t used;     /* bytes */
	size_t room;     /* bytes, if alloc */
	mbstate_t state; /* of characters that take several bytes */
};

static bool put_bytes(struct target *t, const void *bytes, size_t n)
{
	if (t->alloc && t->used + n > t->room) {
		size_t room = t->room ? 2 * t->room : 64;
		char *p = realloc(t->base, room);
		if (!p)
			return false;
		t->base = p;
		t->room = room;
	}
	memcpy(t->base + t->used, bytes, n);
	t->used += n;
	return true;
}

/* Stores one character of the input; the bytes of a multibyte character are collected until it is
 * complete. */
static bool put(const struct scan_in *in, struct target *t, wint_t c)
{
	if (!t->base && !t->alloc)
		return true;
	if (t->wide) {
		wchar_t w = (wchar_t)c;
		if (!in->wide) {
			size_t n = mbrtowc(&w, &(char){(char)c}, 1, &t->state);
			if (n == (size_t)-2)
				return true;
			if (n == (size_t)-1)
				return false;
		}
		return put_bytes(t, &w, sizeof w);
	}
	char bytes[MULTIBYTE_MAX];
	size_t n = 1;
	if (in->wide)
		n = wcrtomb(bytes, (wchar_t)c, &t->state);
	else
		bytes[0] = (char)c;
	return n != (size_t)-1 && put_bytes(t, bytes, n);
}

/* True if c is in the set of %[; ranges as a-z. */
static bool in_set(const struct scan_in *in, const struct scan_spec *spec, const void *fmt,
				   wint_t c)
{
	bool found = false;
	for (size_t i = spec->set; i < spec->set_end && !found; i++) {
		wint_t low = (wint_t)scan_at(in, fmt, i), high = low;
		if (i + 2 < spec->set_end && scan_at(in, fmt, i + 1) == '-' &&
			(wint_t)scan_at(in, fmt, i + 2) >= low) {
			high = (wint_t)scan_at(in, fmt, i + 2);
			i += 2;
		}
		found = c >= low && c <= high;
	}
	return found != spec->negated;
}

static bool wanted(const struct scan_in *in, const struct scan_spec *spec, const void *fmt,
				   wint_t c)
{
	switch (spec->conv) {
	case 'c':
	case 'C': return true;
	case '[': return in_set(in, spec, fmt, c);
	}
	return !__scan_is_space(in, c);
}

/* Consumes characters while they match. Returns the number consumed, -1 if one could not be
 * stored. */
static long transfer(struct scan_in *in, struct scan_spec *spec, const void *fmt, struct target *t)
{
	long n = 0;
	for (wint_t c; (c = scan_field_peek(in, spec)) != SCAN_EOF && wanted(in, spec, fmt, c); n++) {
		if (!put(in, t, c))
			return -1;
		__scan_take(in);
		/* The width counts characters, however many bytes they have. */
		if (spec->width != LONG_MAX && mbsinit(&t->state))
			spec->width--;
	}
	return n;
}

enum scan_result __scan_string(struct scan_in *in, struct scan_spec *spec, const void *fmt,
							   void *dst)
{
	bool is_char = spec->conv == 'c' || spec->conv == 'C';
	struct target t = {.alloc = spec->alloc && dst, .base = spec->alloc ? NULL : dst};
	t.wide = spec->conv == 'C' || spec->conv == 'S' || spec->length == SCAN_LONG;
	if (is_char && spec->width == LONG_MAX)
		spec->width = 1;
	if (__scan_peek(in) == SCAN_EOF)
		return SCAN_END;
	long n = transfer(in, spec, fmt, &t);
	bool ok = n > 0;
	if (ok && !is_char && (t.base || t.alloc))
		ok = put_bytes(&t, &(wchar_t){0}, t.wide ? sizeof(wchar_t) : 1);
	if (!t.alloc)
		return ok ? SCAN_OK : SCAN_MISMATCH;
	if (!ok) {
		free(t.base);
		*(char **)dst = NULL;
		return SCAN_MISMATCH;
	}
	char *fitted = realloc(t.base, t.used);
	*(char **)dst = fitted ? fitted : t.base;
	return SCAN_OK;
}
