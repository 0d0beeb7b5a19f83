/* printf_float.c: %e %f %g: decimal text of floating point numbers, exact at any precision. */
#include <string.h>
#include "printf_impl.h"
#include "float_impl.h"

/* The pieces of a converted number, in order. */
struct pieces {
	const char *sign;
	const char *digits;  /* rounded digits */
	ssize_t int_digits;  /* of them before the point */
	ssize_t int_zeros;   /* zeros that follow these */
	bool point;          /* whether there is one */
	ssize_t frac_lead;   /* zeros right behind the point */
	ssize_t frac_digits; /* digits behind them */
	ssize_t frac_zeros;  /* zeros at the end */
	const char *exp;     /* "e+05" or nothing */
};

static struct float_parts split(const struct printf_spec *spec, const union printf_value *v)
{
	return spec->length == LEN_LLONG ? __float_split_long_double(v->ld)
									 : __float_split_double(v->d);
}

static bool upper_case(const struct printf_spec *spec)
{
	return spec->conv >= 'A' && spec->conv <= 'Z';
}

static const char *sign_of(const struct printf_spec *spec, bool negative)
{
	if (negative)
		return "-";
	return spec->flags & FLAG_PLUS ? "+" : spec->flags & FLAG_SPACE ? " " : "";
}

/* inf and nan: the 0 flag has nothing to fill. */
static void put_special(struct printf_out *o, const struct printf_spec *spec,
						const struct float_parts *p)
{
	char text[5];
	bool upper = upper_case(spec);
	strcpy(text, sign_of(spec, p->negative));
	strcat(text, p->kind == FLOAT_INF ? (upper ? "INF" : "inf") : (upper ? "NAN" : "nan"));
	size_t n = strlen(text);
	if (!(spec->flags & FLAG_LEFT))
		__printf_pad(o, ' ', spec->width - (ssize_t)n);
	__printf_chars(o, text, n);
	if (spec->flags & FLAG_LEFT)
		__printf_pad(o, ' ', spec->width - (ssize_t)n);
}

static char *add(char *at, const char *s, ssize_t n)
{
	return (char *)memcpy(at, s, (size_t)n) + n;
}

static char *add_zeros(char *at, ssize_t n)
{
	return n > 0 ? (char *)memset(at, '0', (size_t)n) + n : at;
}

/* Writes the n characters after the sign: glibc writes up to 20 of them one by one, more of them at
 * once. The difference shows only if the buffer is small. */
static void put_body(struct printf_out *o, const struct pieces *p, ssize_t n)
{
	enum { ONE_BY_ONE = 20, AT_ONCE = 512 };
	char body[AT_ONCE];
	ssize_t exp = (ssize_t)strlen(p->exp);
	if (n <= AT_ONCE && o->fp && !o->buf && o->fp->_IO_write_end - o->fp->_IO_write_ptr < n) {
		char *at = add(body, p->digits, p->int_digits);
		at = add_zeros(at, p->int_zeros);
		at = add(at, ".", p->point);
		at = add_zeros(at, p->frac_lead);
		at = add(at, p->digits + p->int_digits, p->frac_digits);
		at = add_zeros(at, p->frac_zeros);
		add(at, p->exp, exp);
		(n > ONE_BY_ONE ? __printf_bytes : __printf_chars)(o, body, (size_t)n);
		return;
	}
	__printf_bytes(o, p->digits, (size_t)p->int_digits);
	__printf_pad(o, '0', p->int_zeros);
	if (p->point)
		__printf_bytes(o, ".", 1);
	__printf_pad(o, '0', p->frac_lead);
	__printf_bytes(o, p->digits + p->int_digits, (size_t)p->frac_digits);
	__printf_pad(o, '0', p->frac_zeros);
	__printf_bytes(o, p->exp, (size_t)exp);
}

static void put_pieces(struct printf_out *o, const struct printf_spec *spec, const struct pieces *p)
{
	ssize_t body = p->int_digits + p->int_zeros + p->point + p->frac_lead + p->frac_digits +
				   p->frac_zeros + (ssize_t)strlen(p->exp);
	ssize_t pad = spec->width - (ssize_t)strlen(p->sign) - body;
	bool left = spec->flags & FLAG_LEFT;
	bool zero = !left && (spec->flags & FLAG_ZERO);
	if (!left && !zero)
		__printf_pad(o, ' ', pad);
	__printf_chars(o, p->sign, strlen(p->sign));
	if (zero)
		__printf_pad(o, '0', pad);
	put_body(o, p, body);
	if (left)
		__printf_pad(o, ' ', pad);
}

static ssize_t at_most(ssize_t a, ssize_t limit)
{
	return a < limit ? a : limit;
}

/* ddd.ddd with prec digits behind the point. */
static void place_fixed(struct pieces *p, const struct float_digits *d, ssize_t prec)
{
	if (d->count == 0 || d->exp < 0) {
		p->int_zeros = 1;
		p->frac_lead = at_most(d->count ? -d->exp - 1 : prec, prec);
	} else {
		p->int_digits = at_most(d->exp + 1, d->count);
		p->int_zeros = d->exp + 1 - p->int_digits;
	}
	p->frac_digits = d->count - p->int_digits;
	p->frac_zeros = prec - p->frac_lead - p->frac_digits;
}

/* d.ddde+dd; text has room for the exponent. */
static void place_exponent(struct pieces *p, const struct float_digits *d, ssize_t prec, bool upper,
						   char *text)
{
	p->int_digits = at_most(d->count, 1);
	p->int_zeros = 1 - p->int_digits;
	p->frac_digits = d->count - p->int_digits;
	p->frac_zeros = prec - p->frac_digits;
	int exp = d->count ? d->exp : 0;
	char digits[8];
	char *end = digits + sizeof digits;
	int n = __drift_format_uint(end, (unsigned)(exp < 0 ? -exp : exp), 10, 0);
	if (n < 2)
		*(end - ++n) = '0';
	*text++ = upper ? 'E' : 'e';
	*text++ = exp < 0 ? '-' : '+';
	memcpy(text, end - n, (size_t)n);
	text[n] = '\0';
}

static void strip_zeros(struct pieces *p)
{
	p->frac_zeros = 0;
	while (p->frac_digits > 0 && p->digits[p->int_digits + p->frac_digits - 1] == '0')
		p->frac_digits--;
	if (p->frac_digits == 0)
		p->frac_lead = 0;
}

static void put_finite(struct printf_out *o, const struct printf_spec *spec,
					   const struct float_decimal *dec, const char *sign)
{
	char text[__float_digits_room(dec)];
	struct float_digits d = {.text = text};
	char exp[12] = "";
	struct pieces p = {.sign = sign, .digits = text, .exp = exp};
	bool upper = upper_case(spec);
	ssize_t prec = spec->prec < 0 ? 6 : __drift_settle(spec->prec);
	switch (spec->conv | 0x20) {
	case 'f':
		__float_round_digits(dec, __float_first_digit(dec) + 1 + prec, &d);
		place_fixed(&p, &d, prec);
		break;
	case 'e':
		__float_round_digits(dec, prec + 1, &d);
		place_exponent(&p, &d, prec, upper, exp);
		break;
	default:
		if (prec == 0)
			prec = 1;
		__float_round_digits(dec, prec, &d);
		if (d.count == 0)
			d.exp = 0;
		/* glibc chooses the form before it rounds. If rounding to the next power of ten then forces
		 * the other form, it has no zeros left for '#'. */
		if (d.exp == prec && __float_first_digit(dec) == prec - 1)
			place_exponent(&p, &d, 0, upper, exp);
		else if (d.exp < -4 || d.exp >= prec)
			place_exponent(&p, &d, prec - 1, upper, exp);
		else
			place_fixed(&p, &d, prec - 1 - d.exp);
		if (!(spec->flags & FLAG_ALT))
			strip_zeros(&p);
	}
	p.point = p.frac_lead + p.frac_digits + p.frac_zeros > 0 || (spec->flags & FLAG_ALT);
	put_pieces(o, spec, &p);
}

/* Lets the machine represent the text of a double that depends on the input. */
static bool put_symbolic(struct printf_out *o, const struct printf_spec *spec, uint64_t bits)
{
	static const struct drift_number any = {.conv = 'f', .precision = -1};
	char text[512];
	size_t counted;
	bool upper = upper_case(spec);
	struct drift_number how = {
		.base = 10,
		.upper = upper,
		.plus = (spec->flags & FLAG_PLUS) != 0,
		.space = (spec->flags & FLAG_SPACE) != 0,
		.alt = (spec->flags & FLAG_ALT) != 0,
		.zero = (spec->flags & FLAG_ZERO) != 0,
		.left = (spec->flags & FLAG_LEFT) != 0,
		.width = spec->width,
		.precision = spec->prec,
		.conv = upper ? spec->conv - 'A' + 'a' : spec->conv,
	};
	if (o->wide || __drift_number_text(NULL, 0, bits, &any, 0, NULL) != -2)
		return false;
	/* A stream without a descriptor (open_memstream, fopencookie) gives its functions the length. */
	int pin = !o->fp || o->fp->_fileno < 0;
	int n = __drift_number_text(text, sizeof text, bits, &how, pin, &counted);
	if (n < 0)
		return false;
	__printf_bytes(o, text, (size_t)n);
	o->total += counted - (size_t)n;
	return true;
}

/* The number with its value decided: the digits of an undecided one would be huge expressions. */
static union printf_value settled(const struct printf_spec *spec, const union printf_value *v)
{
	union printf_value out = *v;
	if (spec->length == LEN_LLONG) {
		uint64_t mant;
		uint16_t sign_exp;
		memcpy(&mant, &v->ld, 8);
		memcpy(&sign_exp, (const char *)&v->ld + 8, 2);
		mant = (uint64_t)__drift_settle((long)mant);
		sign_exp = (uint16_t)__drift_settle(sign_exp);
		memcpy(&out.ld, &mant, 8);
		memcpy((char *)&out.ld + 8, &sign_exp, 2);
	} else {
		uint64_t bits;
		memcpy(&bits, &v->d, 8);
		bits = (uint64_t)__drift_settle((long)bits);
		memcpy(&out.d, &bits, 8);
	}
	return out;
}

/* True if the text is written; else *value is decided. */
static bool put_undecided(struct printf_out *o, const struct printf_spec *spec,
						  union printf_value *value)
{
	uint64_t bits;
	memcpy(&bits, &value->d, 8);
	if (spec->length != LEN_LLONG && put_symbolic(o, spec, bits))
		return true;
	*value = settled(spec, value);
	return false;
}

void __printf_float(struct printf_out *o, const struct printf_spec *spec,
					const union printf_value *given)
{
	union printf_value number = *given, *value = &number;
	if (put_undecided(o, spec, value))
		return;
	struct float_parts parts = split(spec, value);
	if (parts.kind != FLOAT_FINITE) {
		put_special(o, spec, &parts);
		return;
	}
	int room = __float_limbs(parts.exp);
	uint32_t limbs[room];
	struct float_decimal dec = {.limb = limbs, .room = room};
	__float_to_decimal(&dec, parts.mant, parts.exp);
	put_finite(o, spec, &dec, sign_of(spec, parts.negative));
}

/* ---- %a ---- */

/* Mantissa as glibc shows it: a double as 1.xxx, a long double with four bits before the point. */
struct hex {
	unsigned lead; /* hex digit before the point */
	uint64_t frac; /* bits behind it */
	int digits;    /* hex digits in frac */
	int exp;       /* binary exponent of the whole */
};

static struct hex hex_of(const struct printf_spec *spec, const struct float_parts *p)
{
	struct hex h;
	if (spec->length == LEN_LLONG) {
		h.digits = 15;
		h.lead = (unsigned)(p->mant >> 60);
		h.frac = p->mant & (((uint64_t)1 << 60) - 1);
	} else {
		h.digits = 13;
		h.lead = (unsigned)(p->mant >> 52);
		h.frac = p->mant & (((uint64_t)1 << 52) - 1);
	}
	h.exp = p->mant ? p->exp + 4 * h.digits : 0;
	return h;
}

/* Leaves `prec` hex digits behind the point, ties to even. */
static void round_hex(struct hex *h, int prec)
{
	int drop = 4 * (h->digits - prec);
	uint64_t unit = (uint64_t)1 << drop;
	uint64_t lost = h->frac & (unit - 1);
	uint64_t kept = h->frac >> drop;
	bool odd = prec > 0 ? kept & 1 : h->lead & 1;
	if (lost > unit / 2 || (lost == unit / 2 && odd))
		kept++;
	if (kept >> (4 * prec)) {
		kept = 0;
		if (++h->lead == 16) {
			h->lead = 1;
			h->exp += 4;
		}
	}
	h->frac = kept;
	h->digits = prec;
}

void __printf_hex_float(struct printf_out *o, const struct printf_spec *spec,
						const union printf_value *given)
{
	union printf_value number = *given, *value = &number;
	if (put_undecided(o, spec, value))
		return;
	struct float_parts parts = split(spec, value);
	if (parts.kind != FLOAT_FINITE) {
		put_special(o, spec, &parts);
		return;
	}
	bool upper = upper_case(spec);
	struct hex h = hex_of(spec, &parts);
	if (spec->prec < 0) {
		for (; h.digits > 0 && !(h.frac & 15); h.digits--)
			h.frac >>= 4;
	} else if (spec->prec < h.digits) {
		round_hex(&h, (int)__drift_settle(spec->prec));
	}
	char sign[4], text[20], exp[12];
	strcpy(sign, sign_of(spec, parts.negative));
	strcat(sign, upper ? "0X" : "0x");
	/* The leading digit and a row of zeros keep the fraction's own zeros. */
	__drift_format_uint(text + 1, h.lead, 16, upper);
	memset(text + 1, '0', sizeof text - 1);
	if (h.frac)
		__drift_format_uint(text + 1 + h.digits, h.frac, 16, upper);
	char *end = exp + sizeof exp - 1;
	*end = '\0';
	char *e = end - __drift_format_uint(end, (unsigned)(h.exp < 0 ? -h.exp : h.exp), 10, 0);
	*--e = h.exp < 0 ? '-' : '+';
	*--e = upper ? 'P' : 'p';
	struct pieces p = {.sign = sign, .digits = text, .int_digits = 1, .exp = e};
	p.frac_digits = h.digits;
	p.frac_zeros = spec->prec > h.digits ? spec->prec - h.digits : 0;
	p.point = p.frac_digits + p.frac_zeros > 0 || (spec->flags & FLAG_ALT);
	put_pieces(o, spec, &p);
}
