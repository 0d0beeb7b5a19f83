/* float_decimal.c: exact numbers in base 10^9. */
#include "float_impl.h"

enum { MAX_SHIFT = 29 };

int __float_limbs(int exp)
{
	/* 64 bits need 3 limbs; a limb holds 29.9 bits, and a binary place behind the point is
	 * a decimal place. Division by 2^29 may touch 4 limbs more than it keeps. */
	return exp > 0 ? exp / MAX_SHIFT + 5 : -exp / LIMB_DIGITS + 9;
}

void __float_decimal_mul(struct float_decimal *d, int shift)
{
	uint64_t carry = 0;
	for (int i = d->end; i-- > d->first;) {
		carry += (uint64_t)d->limb[i] << shift;
		d->limb[i] = (uint32_t)(carry % LIMB_BASE);
		carry /= LIMB_BASE;
	}
	if (carry)
		d->limb[--d->first] = (uint32_t)carry;
	while (d->end > d->first && d->limb[d->end - 1] == 0)
		d->end--;
}

void __float_decimal_div(struct float_decimal *d, int shift)
{
	uint64_t mask = ((uint64_t)1 << shift) - 1;
	uint64_t rest = 0;
	for (int i = d->first; i < d->end; i++) {
		rest = rest * LIMB_BASE + d->limb[i];
		d->limb[i] = (uint32_t)(rest >> shift);
		rest &= mask;
	}
	while (rest && d->end < d->room) {
		rest *= LIMB_BASE;
		d->limb[d->end++] = (uint32_t)(rest >> shift);
		rest &= mask;
	}
	if (rest)
		d->sticky = true;
	while (d->first < d->end && d->limb[d->first] == 0)
		d->first++;
}

void __float_to_decimal(struct float_decimal *d, uint64_t mant, int exp)
{
	/* Drop trailing zero bits, which only cost time. */
	while (mant && !(mant & 1) && exp < 0) {
		mant >>= 1;
		exp++;
	}
	d->sticky = false;
	d->point = exp > 0 ? d->room : 3;
	d->first = d->end = d->point;
	for (; mant; mant /= LIMB_BASE)
		d->limb[--d->first] = (uint32_t)(mant % LIMB_BASE);
	while (exp > 0 && d->first < d->end) {
		int shift = exp < MAX_SHIFT ? exp : MAX_SHIFT;
		__float_decimal_mul(d, shift);
		exp -= shift;
	}
	while (exp < 0 && d->first < d->end) {
		int shift = -exp < MAX_SHIFT ? -exp : MAX_SHIFT;
		__float_decimal_div(d, shift);
		exp += shift;
	}
}

/* ---- digits ---- */

size_t __float_digits_room(const struct float_decimal *d)
{
	return (size_t)(d->end - d->first) * LIMB_DIGITS + 1;
}

static int digits_in(uint32_t limb)
{
	int n = 1;
	for (; limb >= 10; limb /= 10)
		n++;
	return n;
}

int __float_first_digit(const struct float_decimal *d)
{
	if (d->first == d->end)
		return 0;
	return (d->point - 1 - d->first) * LIMB_DIGITS + digits_in(d->limb[d->first]) - 1;
}

static bool any_digit(const char *text, ssize_t from, ssize_t to)
{
	for (ssize_t i = from; i < to; i++)
		if (text[i] != '0')
			return true;
	return false;
}

static bool any_limb(const struct float_decimal *d, int from)
{
	for (int i = from; i < d->end; i++)
		if (d->limb[i])
			return true;
	return d->sticky;
}

/* Adds one in the last place. */
static void increment(struct float_digits *out)
{
	ssize_t i = out->count;
	while (i > 0 && out->text[i - 1] == '9')
		i--;
	if (i == 0) {
		/* All nines, or no digits at all: the next power of ten. */
		out->text[0] = '1';
		out->count = 1;
		out->exp++;
		return;
	}
	out->text[i - 1]++;
	out->count = i;
}

void __float_round_digits(const struct float_decimal *d, ssize_t keep, struct float_digits *out)
{
	out->count = 0;
	out->exp = __float_first_digit(d);
	if (keep < 0)
		return;
	/* The first dropped digit, together with those after it, decides the rounding. */
	int i = d->first;
	ssize_t have = 0;
	for (; i < d->end && have <= keep; i++) {
		int width = i == d->first ? digits_in(d->limb[i]) : LIMB_DIGITS;
		uint32_t limb = d->limb[i];
		for (int k = width; k-- > 0; limb /= 10)
			out->text[have + k] = (char)('0' + limb % 10);
		have += width;
	}
	if (have <= keep) {
		out->count = have;
		return;
	}
	out->count = keep;
	char next = out->text[keep];
	bool odd = keep > 0 && (out->text[keep - 1] & 1);
	if (next > '5' ||
		(next == '5' && (odd || any_digit(out->text, keep + 1, have) || any_limb(d, i))))
		increment(out);
}
