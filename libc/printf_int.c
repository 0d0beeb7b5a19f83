/* printf_int.c: converts integers and pointers to text. */
#include <string.h>
#include "printf_impl.h"

int __drift_format_uint(char *buf_end, uintmax_t value, unsigned base, int upper)
{
	char *p = buf_end;
	do {
		unsigned digit = (unsigned)(value % base);
		value /= base;
		*--p = (char)(digit < 10 ? '0' + digit : (upper ? 'A' : 'a') + (digit - 10));
	} while (value);
	return (int)(buf_end - p);
}

/* The pieces of a converted integer. */
struct number {
	const char *prefix; /* sign or 0x */
	const char *digits; /* not null-terminated */
	ssize_t ndigits;    /* may be 0 */
};

/* Spaces, prefix, zeros, digits: the order that width, precision and flags ask for. */
static void lay_out(struct printf_out *o, const struct printf_spec *spec, const struct number *n)
{
	if (spec->width == 0 && spec->prec < 0) {
		if (*n->prefix)
			__printf_chars(o, n->prefix, strlen(n->prefix));
		__printf_bytes(o, n->digits, (size_t)n->ndigits);
		return;
	}
	ssize_t prefix = (ssize_t)strlen(n->prefix);
	ssize_t zeros = spec->prec > n->ndigits ? spec->prec - n->ndigits : 0;
	ssize_t pad = spec->width - prefix - zeros - n->ndigits;
	bool left = spec->flags & FLAG_LEFT;
	if (!left && (spec->flags & FLAG_ZERO) && spec->prec < 0 && pad > 0) {
		zeros = pad;
		pad = 0;
	}
	if (!left)
		__printf_pad(o, ' ', pad);
	__printf_chars(o, n->prefix, (size_t)prefix);
	__printf_pad(o, '0', zeros);
	__printf_bytes(o, n->digits, (size_t)n->ndigits);
	if (left)
		__printf_pad(o, ' ', pad);
}

static const char *sign_of(int flags, bool negative)
{
	if (negative)
		return "-";
	return flags & FLAG_PLUS ? "+" : flags & FLAG_SPACE ? " " : "";
}

/* True if the value depends on the input: its text does not fit into 0 bytes then. */
static bool is_symbolic(uintmax_t value)
{
	static const struct drift_number any = {.base = 10, .precision = -1};
	return __drift_number_text(NULL, 0, value, &any, 0, NULL) == -2;
}

/* Lets the machine represent the text of such a value. */
static bool put_symbolic(struct printf_out *o, const struct printf_spec *spec, uintmax_t value)
{
	char text[256];
	size_t counted;
	bool decimal = spec->conv == 'd' || spec->conv == 'i';
	struct drift_number how = {
		.base = decimal || spec->conv == 'u'             ? 10
				: spec->conv == 'o'                      ? 8
				: spec->conv == 'b' || spec->conv == 'B' ? 2
														 : 16,
		.is_signed = decimal,
		.upper = spec->conv == 'X',
		.plus = (spec->flags & FLAG_PLUS) != 0,
		.space = (spec->flags & FLAG_SPACE) != 0,
		.alt = (spec->flags & FLAG_ALT) != 0,
		.zero = (spec->flags & FLAG_ZERO) != 0,
		.left = (spec->flags & FLAG_LEFT) != 0,
		.width = spec->width,
		.precision = spec->prec,
	};
	if (o->wide)
		return false;
	/* A stream without a descriptor (open_memstream, fopencookie) gives its functions the length. */
	int pin = !o->fp || o->fp->_fileno < 0;
	int n = __drift_number_text(text, sizeof text, value, &how, pin, &counted);
	if (n < 0)
		return false;
	__printf_bytes(o, text, (size_t)n);
	o->total += counted - (size_t)n;
	return true;
}

void __printf_integer(struct printf_out *o, const struct printf_spec *spec, uintmax_t value)
{
	char text[72];
	/* Zero may have no text with precision 0, so it is a path of its own: a text without characters
	 * would leave nothing that depends on the value. */
	bool empty = spec->prec == 0 && value == 0;
	if (!empty && is_symbolic(value) && put_symbolic(o, spec, value))
		return;
	struct number n = {.prefix = ""};
	unsigned base = 10;
	switch (spec->conv) {
	case 'd':
	case 'i':
		n.prefix = sign_of(spec->flags, (intmax_t)value < 0);
		if ((intmax_t)value < 0)
			value = -value;
		break;
	case 'o': base = 8; break;
	case 'x':
	case 'X':
		base = 16;
		if ((spec->flags & FLAG_ALT) && value != 0)
			n.prefix = spec->conv == 'x' ? "0x" : "0X";
		break;
	case 'b':
	case 'B':
		base = 2;
		if ((spec->flags & FLAG_ALT) && value != 0)
			n.prefix = spec->conv == 'b' ? "0b" : "0B";
		break;
	}
	/* One place stays free in front for the 0 of %#o. */
	char *end = text + sizeof text;
	if (value != 0 || spec->prec != 0)
		n.ndigits = __drift_format_uint(end, value, base, spec->conv == 'X');
	if (base == 8 && (spec->flags & FLAG_ALT) && spec->prec <= n.ndigits &&
		(value != 0 || n.ndigits == 0))
		*(end - ++n.ndigits) = '0';
	n.digits = end - n.ndigits;
	lay_out(o, spec, &n);
}

void __printf_pointer(struct printf_out *o, const struct printf_spec *spec, const void *p)
{
	if (!p) {
		struct printf_spec s = *spec;
		s.prec = -1;
		__printf_string(o, &s, "(nil)");
		return;
	}
	char text[20];
	char *end = text + sizeof text;
	char prefix[4];
	strcpy(prefix, sign_of(spec->flags, false));
	strcat(prefix, "0x");
	struct number n = {.prefix = prefix};
	if ((uintptr_t)p >= 4096) /* others are numbers that a pointer was made of */
		__drift_syscall(DRIFT_SYS_ADDRESS, 0, 0, 0, 0, 0, 0);
	n.ndigits = __drift_format_uint(end, (uintptr_t)p, 16, 0);
	n.digits = end - n.ndigits;
	lay_out(o, spec, &n);
}
