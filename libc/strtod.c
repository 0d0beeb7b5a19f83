/* strtod.c: text to floating point: exact, rounded once. */
#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include "core.h"
#include "float_impl.h"

enum {
	MAX_SHIFT = 29,
	/* No point half way between two numbers of any format has more significant digits than
	 * this; beyond them it is enough to know that something follows. */
	MAX_DIGITS = 11700,
	/* Enough digits for the mantissa of every format and its rounding; less than three limbs. */
	SCALED_BITS = 66,
	SPARE_LIMBS = 4, /* behind the point, for bits that division moves there */
};

static bool is_digit(char c)
{
	return c >= '0' && c <= '9';
}

static char lower(char c)
{
	return c >= 'A' && c <= 'Z' ? (char)(c + 32) : c;
}

/* Value of a hex digit, -1 if c is none. */
static int hex_value(char c)
{
	c = lower(c);
	return is_digit(c) ? c - '0' : c >= 'a' && c <= 'f' ? c - 'a' + 10 : -1;
}

/* Length of word if s begins with it, ignoring case; otherwise 0. */
static size_t begins(const char *s, const char *word)
{
	size_t n = 0;
	for (; word[n]; n++)
		if (lower(s[n]) != word[n])
			return 0;
	return n;
}

/* The exponent behind letter, if there is one with at least a digit. Saturates. */
static size_t parse_exponent(const char *s, char letter, long *exp)
{
	const long limit = 1000000000000;
	*exp = 0;
	if (lower(s[0]) != letter)
		return 0;
	size_t i = 1;
	bool negative = s[i] == '-';
	if (s[i] == '-' || s[i] == '+')
		i++;
	if (!is_digit(s[i]))
		return 0;
	for (; is_digit(s[i]); i++)
		if (*exp < limit)
			*exp = *exp * 10 + (s[i] - '0');
	if (negative)
		*exp = -*exp;
	return i;
}

static int bits_in(unsigned __int128 v)
{
	uint64_t high = (uint64_t)(v >> 64), low = (uint64_t)v;
	if (high)
		return 128 - __builtin_clzll(high);
	return low ? 64 - __builtin_clzll(low) : 0;
}

/* Sets p to v * 2^exp and a bit more if sticky, rounded to fmt; v has more than 64 bits or is
 * not sticky. */
static void round_value(struct float_parts *p, unsigned __int128 v, int exp, bool sticky,
						const struct float_format *fmt)
{
	enum float_rest rest = sticky ? REST_BELOW_HALF : REST_NONE;
	int drop = bits_in(v) - 64;
	if (drop <= 0) {
		p->mant = (uint64_t)v << -drop;
	} else {
		unsigned __int128 half = (unsigned __int128)1 << (drop - 1);
		unsigned __int128 lost = v & (2 * half - 1);
		p->mant = (uint64_t)(v >> drop);
		if (lost == half)
			rest = sticky ? REST_ABOVE_HALF : REST_HALF;
		else if (lost)
			rest = lost > half ? REST_ABOVE_HALF : REST_BELOW_HALF;
	}
	p->exp = exp + drop;
	__float_round(p, rest, fmt);
}

/* ---- decimal ---- */

/* The digits of a number in its text. */
struct digits {
	const char *first; /* first digit that is not 0; the point may follow among the digits */
	size_t count;      /* significant digits, up to the last that is not 0 */
	long point;        /* digits before the decimal point; negative: zeros behind it */
};

static long floor_div(long a, long b)
{
	return a / b - (a % b < 0);
}

/* Puts the digits into limbs, whose memory the caller has measured. */
static void fill_limbs(struct float_decimal *d, const struct digits *g, size_t count)
{
	static const uint32_t power[] = {1, 10, 100, 1000, 10000, 100000, 1000000, 10000000, 100000000};
	long weight = g->point - 1;
	const char *s = g->first;
	d->first = d->point - 1 - (int)floor_div(weight, LIMB_DIGITS);
	d->end = d->first;
	for (size_t k = 0; k < count; s++) {
		if (*s == '.')
			continue;
		int at = d->point - 1 - (int)floor_div(weight, LIMB_DIGITS);
		if (at >= d->end) {
			d->limb[at] = 0;
			d->end = at + 1;
		}
		int place = (int)(weight - floor_div(weight, LIMB_DIGITS) * LIMB_DIGITS);
		d->limb[at] += (uint32_t)(__drift_settle(*s) - '0') * power[place];
		weight--;
		k++;
	}
}

/* The integer part, which has at most three limbs. */
static unsigned __int128 integer_part(const struct float_decimal *d)
{
	unsigned __int128 v = 0;
	for (int i = d->first; i < d->point; i++)
		v = v * LIMB_BASE + (i < d->end ? d->limb[i] : 0);
	return v;
}

static bool has_fraction(const struct float_decimal *d)
{
	for (int i = d->first > d->point ? d->first : d->point; i < d->end; i++)
		if (d->limb[i])
			return true;
	return d->sticky;
}

/* Multiplies or divides until the integer part has SCALED_BITS bits; returns it. */
static unsigned __int128 scale(struct float_decimal *d, int *exp)
{
	*exp = 0;
	for (;;) {
		int limbs = d->point - d->first;
		int shift = MAX_SHIFT; /* to the right if positive */
		if (limbs == 4)
			shift = 23;
		if (limbs <= 3) {
			unsigned __int128 v = integer_part(d);
			shift = bits_in(v) - SCALED_BITS;
			if (shift == 0)
				return v;
			if (shift < -MAX_SHIFT)
				shift = -MAX_SHIFT;
		}
		if (shift > 0)
			__float_decimal_div(d, shift);
		else
			__float_decimal_mul(d, -shift);
		*exp += shift;
	}
}

static void decimal_value(const struct digits *g, const struct float_format *fmt,
						  struct float_parts *p)
{
	size_t count = g->count < MAX_DIGITS ? g->count : MAX_DIGITS;
	long above = floor_div(g->point - 1, LIMB_DIGITS) + 1;
	long below = floor_div(g->point - (long)count, LIMB_DIGITS);
	int point = above > 3 ? (int)above : 3;
	int room = point + (below < 0 ? (int)-below : 0) + SPARE_LIMBS;
	uint32_t limbs[room];
	struct float_decimal d = {.limb = limbs, .room = room, .point = point};
	fill_limbs(&d, g, count);
	d.sticky = g->count > count;
	int exp;
	unsigned __int128 v = scale(&d, &exp);
	round_value(p, v, exp, has_fraction(&d), fmt);
}

/* True if a number with its first digit `point` places before the decimal point is certainly too
 * large or too small for fmt. One power of two is 0.30103 powers of ten. */
static bool out_of_range(long point, const struct float_format *fmt)
{
	long high = (fmt->max_exp + fmt->bits) * 30103L / 100000;
	long low = (fmt->min_exp - 1) * 30103L / 100000;
	return point - 1 > high || point < low - 1;
}

/* A number of few digits: as an integer, multiplied or divided by a power of ten. Both are exact in the
 * type, so the result is rounded once, and nothing is decided about the digits. False: too many digits or
 * too large a power. */
static bool short_decimal(const char *s, const struct float_format *fmt, struct float_parts *p,
						  size_t *used)
{
	/* 10^digits < 2^bits; 5^power < 2^bits */
	int most = fmt->bits == 24 ? 7 : fmt->bits == 53 ? 15 : 19;
	int reach = fmt->bits == 24 ? 10 : fmt->bits == 53 ? 22 : 27;
	int digits = 0, behind = 0;
	bool point = false;
	uint64_t m = 0;
	size_t i = 0;
	for (;; i++) {
		if (s[i] == '.' && !point) {
			point = true;
			continue;
		}
		if (!is_digit(s[i]))
			break;
		if (++digits > most)
			return false;
		m = m * 10 + (uint64_t)(s[i] - '0');
		behind += point;
	}
	long exp;
	if (!digits)
		return false;
	i += parse_exponent(s + i, 'e', &exp);
	exp = __drift_settle(exp) - behind;
	if (exp < -reach || exp > reach)
		return false;
	long double power = 1;
	for (long k = exp < 0 ? -exp : exp; k > 0; k--)
		power *= 10;
	p->kind = FLOAT_VALUE;
	if (fmt->bits == 24)
		p->value.f = exp < 0 ? (float)m / (float)power : (float)m * (float)power;
	else if (fmt->bits == 53)
		p->value.d = exp < 0 ? (double)m / (double)power : (double)m * (double)power;
	else
		p->value.ld = exp < 0 ? (long double)m / power : (long double)m * power;
	*used = i;
	return true;
}

static size_t parse_decimal(const char *s, const struct float_format *fmt, struct float_parts *p)
{
	struct digits g = {.first = NULL};
	size_t i = 0, seen = 0, since_first = 0;
	bool point = false;
	for (;; i++) {
		if (s[i] == '.' && !point) {
			point = true;
			continue;
		}
		if (!is_digit(s[i]))
			break;
		seen++;
		if (!g.first && s[i] != '0')
			g.first = s + i;
		if (g.first) {
			since_first++;
			if (s[i] != '0')
				g.count = since_first;
			g.point += !point;
		} else {
			g.point -= point;
		}
	}
	if (seen == 0)
		return 0;
	long exp;
	i += parse_exponent(s + i, 'e', &exp);
	g.point += __drift_settle(exp);
	p->mant = 0;
	if (!g.first)
		return i;
	if (out_of_range(g.point, fmt)) {
		p->mant = (uint64_t)1 << 63;
		p->exp = g.point > 0 ? 100000 : -100000;
		__float_round(p, REST_BELOW_HALF, fmt);
	} else {
		decimal_value(&g, fmt, p);
	}
	return i;
}

/* ---- hexadecimal ---- */

static long double power_of_two(long exp)
{
	long double power = 1;
	for (; exp > 0; exp--)
		power *= 2;
	for (; exp < 0; exp++)
		power /= 2;
	return power;
}

/* A number of few hexadecimal digits: as an integer times a power of two, both exact. */
static bool short_hex(const char *s, const struct float_format *fmt, struct float_parts *p,
					  size_t *used)
{
	int most = fmt->bits / 4, reach = fmt->bits == 24 ? 60 : 500, digits = 0;
	long behind = 0, exp;
	bool point = false;
	uint64_t m = 0;
	size_t i = 0;
	for (;; i++) {
		if (s[i] == '.' && !point) {
			point = true;
			continue;
		}
		int digit = hex_value(s[i]);
		if (digit < 0)
			break;
		if (++digits > most)
			return false;
		m = m << 4 | (unsigned)digit;
		behind += point ? 4 : 0;
	}
	if (!digits)
		return false;
	i += parse_exponent(s + i, 'p', &exp);
	exp = __drift_settle(exp) - behind;
	if (exp < -reach || exp > reach)
		return false;
	p->kind = FLOAT_VALUE;
	if (fmt->bits == 24)
		p->value.f = (float)m * (float)power_of_two(exp);
	else if (fmt->bits == 53)
		p->value.d = (double)m * (double)power_of_two(exp);
	else
		p->value.ld = (long double)m * power_of_two(exp);
	*used = i;
	return true;
}

static size_t parse_hex(const char *s, const struct float_format *fmt, struct float_parts *p)
{
	size_t i = 0, seen = 0;
	bool point = false, sticky = false;
	long exp2 = 0;
	unsigned __int128 v = 0;
	for (;; i++) {
		if (s[i] == '.' && !point) {
			point = true;
			continue;
		}
		int digit = hex_value(s[i]);
		if (digit < 0)
			break;
		seen++;
		if (v >> 120) {
			sticky |= digit != 0;
			exp2 += point ? 0 : 4;
		} else {
			v = v << 4 | (unsigned)__drift_settle(digit);
			exp2 -= point ? 4 : 0;
		}
	}
	if (seen == 0)
		return 0;
	long exp;
	i += parse_exponent(s + i, 'p', &exp);
	if (v == 0)
		return i;
	exp2 += __drift_settle(exp);
	exp2 = exp2 > 100000 ? 100000 : exp2 < -100000 ? -100000 : exp2;
	round_value(p, v, (int)exp2, sticky, fmt);
	return i;
}

/* ---- the rest ---- */

/* "(chars)" behind nan; the characters, if a number, are the payload. */
static size_t parse_payload(const char *s, struct float_parts *p)
{
	size_t i = 0;
	if (s[i++] != '(')
		return 0;
	while (is_digit(s[i]) || (lower(s[i]) >= 'a' && lower(s[i]) <= 'z') || s[i] == '_')
		i++;
	if (s[i] != ')')
		return 0;
	char *end;
	int saved = errno;
	uint64_t payload = strtoull(s + 1, &end, 0);
	errno = saved;
	if (end == s + i)
		p->mant = payload;
	return i + 1;
}

/* The text of a number of the input that nobody has changed: the number itself. Of a subnormal number the
 * text is not exact, so errno is set; without a branch, since most programs do not look at it. */
static bool whole_text(const char *s, const struct float_format *fmt, struct float_parts *p,
					   size_t *used)
{
	char *end;
	bool tiny;
	if (fmt->bits == 24) {
		if (!__drift_text_float(s, 32, &p->value.f, &end))
			return false;
		tiny = (__builtin_fabsf(p->value.f) < 0x1p-126f) & (p->value.f != 0);
	} else if (fmt->bits == 53) {
		if (!__drift_text_float(s, 64, &p->value.d, &end))
			return false;
		tiny = (__builtin_fabs(p->value.d) < 0x1p-1022) & (p->value.d != 0);
	} else {
		return false;
	}
	errno += tiny * (ERANGE - errno);
	p->kind = FLOAT_VALUE;
	*used = (size_t)(end - s);
	return true;
}

size_t __float_parse(const char *s, const struct float_format *fmt, struct float_parts *p)
{
	size_t i = 0, n;
	*p = (struct float_parts){.kind = FLOAT_FINITE};
	if (whole_text(s, fmt, p, &n))
		return n;
	while (s[i] == ' ' || (s[i] >= '\t' && s[i] <= '\r'))
		i++;
	p->negative = s[i] == '-';
	if (s[i] == '-' || s[i] == '+')
		i++;
	if ((n = begins(s + i, "infinity")) || (n = begins(s + i, "inf"))) {
		p->kind = FLOAT_INF;
	} else if ((n = begins(s + i, "nan"))) {
		p->kind = FLOAT_NAN;
		n += parse_payload(s + i + n, p);
	} else if (s[i] == '0' && lower(s[i + 1]) == 'x' &&
			   (short_hex(s + i + 2, fmt, p, &n) || (n = parse_hex(s + i + 2, fmt, p)))) {
		n += 2;
	} else if (!short_decimal(s + i, fmt, p, &n)) {
		n = parse_decimal(s + i, fmt, p);
	}
	if (n == 0)
		p->negative = false;
	return n ? i + n : 0;
}

/* ---- the functions ---- */

static void set_end(char **end, const char *s, size_t n)
{
	if (end)
		*end = (char *)s + n;
}

float strtof(const char *s, char **end)
{
	struct float_parts p;
	set_end(end, s, __float_parse(s, &__float_binary32, &p));
	return __float_join_float(p);
}
ALIAS(strtof, strtof32);

double strtod(const char *s, char **end)
{
	struct float_parts p;
	set_end(end, s, __float_parse(s, &__float_binary64, &p));
	return __float_join_double(p);
}
ALIAS(strtod, strtof64);
ALIAS(strtod, strtof32x);

long double strtold(const char *s, char **end)
{
	struct float_parts p;
	set_end(end, s, __float_parse(s, &__float_extended, &p));
	return __float_join_long_double(p);
}
ALIAS(strtold, strtof64x);

double atof(const char *s)
{
	return strtod(s, NULL);
}

/* Both locales write numbers alike, and neither groups digits. */

float strtof_l(const char *s, char **end, locale_t loc)
{
	return strtof(s, end);
}
ALIAS(strtof_l, __strtof_l);
ALIAS(strtof_l, strtof32_l);

double strtod_l(const char *s, char **end, locale_t loc)
{
	return strtod(s, end);
}
ALIAS(strtod_l, __strtod_l);
ALIAS(strtod_l, strtof64_l);
ALIAS(strtod_l, strtof32x_l);

long double strtold_l(const char *s, char **end, locale_t loc)
{
	return strtold(s, end);
}
ALIAS(strtold_l, __strtold_l);
ALIAS(strtold_l, strtof64x_l);

float __strtof_internal(const char *s, char **end, int group)
{
	return strtof(s, end);
}

double __strtod_internal(const char *s, char **end, int group)
{
	return strtod(s, end);
}

long double __strtold_internal(const char *s, char **end, int group)
{
	return strtold(s, end);
}
