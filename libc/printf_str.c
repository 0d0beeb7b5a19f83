/* printf_str.c: strings and characters, narrow and wide, into narrow and wide output. */
#include <limits.h>
#include <string.h>
#include "printf_impl.h"

/* Padding goes before the text or after it. */
static void pad_before(struct printf_out *o, const struct printf_spec *spec, size_t len)
{
	if (!(spec->flags & FLAG_LEFT))
		__printf_pad(o, ' ', spec->width - (ssize_t)len);
}

static void pad_after(struct printf_out *o, const struct printf_spec *spec, size_t len)
{
	if (spec->flags & FLAG_LEFT)
		__printf_pad(o, ' ', spec->width - (ssize_t)len);
}

static void put_narrow(struct printf_out *o, const struct printf_spec *spec, const char *s,
					   size_t len)
{
	if (spec->width == 0) {
		__printf_bytes(o, s, len);
		return;
	}
	pad_before(o, spec, len);
	__printf_bytes(o, s, len);
	pad_after(o, spec, len);
}

/* Decodes one character of s; returns 0 at the end or after max characters, -1 with errno if it is
 * invalid. */
static ssize_t decode(wchar_t *c, const char *s, size_t limit, mbstate_t *state)
{
	size_t n = mbrtowc(c, s, limit, state);
	return n == (size_t)-1 || n == (size_t)-2 ? -1 : (ssize_t)n;
}

/* A multibyte string into wide output: precision counts characters. */
static void widen_string(struct printf_out *o, const struct printf_spec *spec, const char *s)
{
	size_t max = spec->prec < 0 ? (size_t)-1 : (size_t)spec->prec;
	size_t len = 0;
	wchar_t c;
	ssize_t n = 0;
	mbstate_t state = {0};
	for (const char *p = s; len < max && (n = decode(&c, p, MULTIBYTE_MAX, &state)) > 0; p += n)
		len++;
	if (n < 0) {
		o->failed = true;
		return;
	}
	pad_before(o, spec, len);
	state = (mbstate_t){0};
	for (size_t i = 0; i < len; i++) {
		s += decode(&c, s, MULTIBYTE_MAX, &state);
		__printf_wchars(o, &c, 1);
	}
	pad_after(o, spec, len);
}

/* True if "(null)" fits into the precision. */
static bool null_fits(const struct printf_spec *spec)
{
	return spec->prec == -1 || spec->prec >= 6;
}

void __printf_string(struct printf_out *o, const struct printf_spec *spec, const char *s)
{
	if (!s) {
		struct printf_spec plain = *spec;
		plain.prec = -1;
		__printf_string(o, &plain, null_fits(spec) ? "(null)" : "");
		return;
	}
	if (o->wide)
		widen_string(o, spec, s);
	else
		put_narrow(o, spec, s, spec->prec < 0 ? strlen(s) : strnlen(s, (size_t)spec->prec));
}

/* A wide string into narrow output: precision counts bytes, and no character is cut. */
static void narrow_string(struct printf_out *o, const struct printf_spec *spec, const wchar_t *s)
{
	size_t max = spec->prec < 0 ? (size_t)-1 : (size_t)spec->prec;
	size_t chars = 0, bytes = 0;
	char text[MULTIBYTE_MAX];
	mbstate_t state = {0};
	while (bytes < max && s[chars]) {
		size_t n = wcrtomb(text, s[chars], &state);
		if (n == (size_t)-1) {
			o->failed = true;
			return;
		}
		if (n > max - bytes)
			break;
		bytes += n;
		chars++;
	}
	pad_before(o, spec, bytes);
	__printf_wchars(o, s, chars);
	pad_after(o, spec, bytes);
}

void __printf_wide_string(struct printf_out *o, const struct printf_spec *spec, const wchar_t *s)
{
	if (!s) {
		__printf_string(o, spec, NULL);
		return;
	}
	if (!o->wide) {
		narrow_string(o, spec, s);
		return;
	}
	size_t len = spec->prec < 0 ? wcslen(s) : wcsnlen(s, (size_t)spec->prec);
	pad_before(o, spec, len);
	__printf_wchars(o, s, len);
	pad_after(o, spec, len);
}

void __printf_char(struct printf_out *o, const struct printf_spec *spec, uintmax_t value)
{
	bool wide_arg = spec->conv == 'C' || spec->length == LEN_LONG || spec->length == LEN_LLONG;
	if (!o->wide && !wide_arg) {
		char c = (char)value;
		pad_before(o, spec, 1);
		__printf_chars(o, &c, 1);
		pad_after(o, spec, 1);
		return;
	}
	wchar_t c = (wchar_t)value;
	if (!wide_arg)
		c = (wchar_t)btowc((unsigned char)value);
	size_t len = 1;
	if (!o->wide) {
		char text[MULTIBYTE_MAX];
		mbstate_t state = {0};
		len = wcrtomb(text, c, &state);
		if (len == (size_t)-1) {
			o->failed = true;
			return;
		}
	}
	pad_before(o, spec, len);
	__printf_wchars(o, &c, 1);
	pad_after(o, spec, len);
}
