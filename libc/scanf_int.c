/* scanf_int.c: reads integers for scanf. */
#include <stdlib.h>
#include "scanf_impl.h"

/* True if c is a digit in base. */
static bool is_digit(wint_t c, unsigned base)
{
	if (c >= '0' && c <= '9')
		return c - '0' < base;
	return base == 16 && ((c >= 'a' && c <= 'f') || (c >= 'A' && c <= 'F'));
}

/* "(nil)", as %p prints it. */
static bool take_nil(struct scan_in *in, struct scan_spec *spec)
{
	static const char nil[] = "(nil)";
	if (spec->width < 5)
		return false;
	for (int i = 0; nil[i]; i++) {
		wint_t c = scan_field_peek(in, spec);
		if (c != (wint_t)nil[i] && c != (wint_t)nil[i] - 32)
			return false;
		scan_field_take(in, spec);
	}
	return true;
}

/* Sign, prefix and digits. The prefix 0x is consumed but not stored: the base already implies
 * it. */
static bool collect(struct scan_in *in, struct scan_spec *spec, unsigned *base, struct scan_text *t)
{
	wint_t c = scan_field_peek(in, spec);
	if (c == '-' || c == '+') {
		if (!__scan_text_add(t, c))
			return false;
		scan_field_take(in, spec);
		c = scan_field_peek(in, spec);
	}
	if (c == '0') {
		if (!__scan_text_add(t, c))
			return false;
		scan_field_take(in, spec);
		c = scan_field_peek(in, spec);
		if ((c == 'x' || c == 'X') && (*base == 0 || *base == 16)) {
			*base = 16;
			scan_field_take(in, spec);
		} else if (*base == 0) {
			*base = 8;
		}
	}
	if (*base == 0)
		*base = 10;
	while (is_digit(c = scan_field_peek(in, spec), *base)) {
		if (!__scan_text_add(t, c))
			return false;
		scan_field_take(in, spec);
	}
	return true;
}

enum scan_result __drift_scan_int(struct scan_in *in, struct scan_spec *spec, unsigned base,
								  bool is_signed, uintmax_t *value)
{
	struct scan_text t;
	enum scan_result result = SCAN_OK;
	__scan_text_init(&t);
	*value = 0;
	if (!collect(in, spec, &base, &t)) {
		result = SCAN_MISMATCH;
	} else if (t.len == 0 || (t.len == 1 && (t.buf[0] == '-' || t.buf[0] == '+'))) {
		if (t.len > 0 || spec->conv != 'p' || !take_nil(in, spec))
			result = SCAN_MISMATCH;
	} else if (is_signed) {
		*value = (uintmax_t)strtol(t.buf, NULL, (int)base);
	} else {
		*value = strtoul(t.buf, NULL, (int)base);
	}
	__scan_text_free(&t);
	return result;
}
