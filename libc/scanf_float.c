/* scanf_float.c: reads floating-point numbers for scanf. */
#include <stdlib.h>
#include <string.h>
#include "scanf_impl.h"

static wint_t lower(wint_t c)
{
	return c >= 'A' && c <= 'Z' ? c + 32 : c;
}

static bool is_digit(wint_t c)
{
	return c >= '0' && c <= '9';
}

static bool keep(struct scan_in *in, struct scan_spec *spec, struct scan_text *t)
{
	if (!__scan_text_add(t, __scan_peek(in)))
		return false;
	scan_field_take(in, spec);
	return true;
}

/* The whole word must follow; a partial match is consumed nevertheless. */
static bool take_word(struct scan_in *in, struct scan_spec *spec, struct scan_text *t,
					  const char *word)
{
	for (; *word; word++) {
		wint_t c = scan_field_peek(in, spec);
		if (c == SCAN_EOF || !keep(in, spec, t) || lower(c) != (wint_t)*word)
			return false;
	}
	return true;
}

/* Digits, point and exponent. Each character decides whether it is still a number, as in
 * glibc: "1e" is consumed as a whole and read as 1. */
static bool take_number(struct scan_in *in, struct scan_spec *spec, struct scan_text *t)
{
	bool digits = false, point = false, exponent = false, hex = false;
	size_t start = t->len;
	if (scan_field_peek(in, spec) == '0') {
		if (!keep(in, spec, t))
			return false;
		/* There must be room for a digit behind the x. */
		if (spec->width > 1 && lower(__scan_peek(in)) == 'x') {
			hex = true;
			if (!keep(in, spec, t))
				return false;
		} else {
			digits = true;
		}
	}
	wint_t letter = hex ? 'p' : 'e';
	for (;;) {
		wint_t c = scan_field_peek(in, spec);
		if (is_digit(c) || (hex && !exponent && lower(c) >= 'a' && lower(c) <= 'f'))
			digits = true;
		else if (exponent && lower((unsigned char)t->buf[t->len - 1]) == letter &&
				 (c == '-' || c == '+'))
			;
		else if (digits && !exponent && lower(c) == letter)
			exponent = point = true;
		else if (c == '.' && !point)
			point = true;
		else
			break;
		if (!keep(in, spec, t))
			return false;
	}
	return t->len > start && !(hex && t->len == start + 2);
}

static bool collect(struct scan_in *in, struct scan_spec *spec, struct scan_text *t)
{
	wint_t c = scan_field_peek(in, spec);
	if (c == '-' || c == '+') {
		if (!keep(in, spec, t))
			return false;
		c = scan_field_peek(in, spec);
	}
	if (lower(c) == 'n')
		return take_word(in, spec, t, "nan");
	if (lower(c) == 'i') {
		if (!take_word(in, spec, t, "inf"))
			return false;
		return lower(scan_field_peek(in, spec)) != 'i' || take_word(in, spec, t, "inity");
	}
	return take_number(in, spec, t);
}

/* Stores the number; false if the text is none after all. */
static bool store(const struct scan_spec *spec, const char *text, void *dst)
{
	char *end;
	if (spec->length == SCAN_LLONG) {
		long double v = strtold(text, &end);
		if (end != text && dst)
			*(long double *)dst = v;
	} else if (spec->length == SCAN_LONG) {
		double v = strtod(text, &end);
		if (end != text && dst)
			*(double *)dst = v;
	} else {
		float v = strtof(text, &end);
		if (end != text && dst)
			*(float *)dst = v;
	}
	return end != text;
}

enum scan_result __scan_float(struct scan_in *in, struct scan_spec *spec, void *dst)
{
	struct scan_text t;
	__scan_text_init(&t);
	bool ok = collect(in, spec, &t) && store(spec, t.buf, dst);
	__scan_text_free(&t);
	return ok ? SCAN_OK : SCAN_MISMATCH;
}
