/* float_parts.c: splits, rounds and joins floating-point formats. */
#include <errno.h>
#include <string.h>
#include "float_impl.h"

const struct float_format __float_binary32 = {24, -149, 104};
const struct float_format __float_binary64 = {53, -1074, 971};
const struct float_format __float_extended = {64, -16445, 16320};

union extended {
	long double value;
	struct {
		uint64_t mant;     /* leading one included */
		uint16_t sign_exp; /* sign, then 15 bits of exponent */
	} bits;
};

struct float_parts __float_split_double(double d)
{
	uint64_t u;
	memcpy(&u, &d, sizeof u);
	struct float_parts p = {.negative = u >> 63, .mant = u & (((uint64_t)1 << 52) - 1)};
	int biased = (int)(u >> 52 & 0x7ff);
	if (biased == 0x7ff)
		p.kind = p.mant ? FLOAT_NAN : FLOAT_INF;
	else if (biased)
		p.mant |= (uint64_t)1 << 52;
	p.exp = (biased ? biased : 1) - 1075;
	return p;
}

struct float_parts __float_split_long_double(long double d)
{
	union extended u = {.value = d};
	struct float_parts p = {.negative = u.bits.sign_exp >> 15, .mant = u.bits.mant};
	int biased = u.bits.sign_exp & 0x7fff;
	if (biased == 0x7fff)
		p.kind = p.mant << 1 ? FLOAT_NAN : FLOAT_INF;
	if (biased && !(p.mant >> 63)) /* no number since the 387: an invalid operand */
		p.kind = FLOAT_NAN;
	p.exp = (biased ? biased : 1) - 16446;
	return p;
}

/* Sign, exponent and fraction of an interchange format with `bits` of mantissa. */
static uint64_t encode(struct float_parts p, int bits, int exp_bits, int min_exp)
{
	uint64_t hidden = (uint64_t)1 << (bits - 1);
	uint64_t top = ((uint64_t)1 << exp_bits) - 1;
	uint64_t biased = 0, frac = p.mant;
	if (p.kind == FLOAT_INF) {
		biased = top;
		frac = 0;
	} else if (p.kind == FLOAT_NAN) {
		biased = top;
		frac = (p.mant & (hidden - 1)) | hidden >> 1;
	} else if (p.mant >= hidden) {
		biased = (uint64_t)(p.exp - min_exp + 1);
		frac = p.mant - hidden;
	}
	return ((uint64_t)p.negative << exp_bits | biased) << (bits - 1) | frac;
}

float __float_join_float(struct float_parts p)
{
	if (p.kind == FLOAT_VALUE)
		return p.negative ? -p.value.f : p.value.f;
	uint32_t u = (uint32_t)encode(p, 24, 8, -149);
	float f;
	memcpy(&f, &u, sizeof f);
	return f;
}

double __float_join_double(struct float_parts p)
{
	if (p.kind == FLOAT_VALUE)
		return p.negative ? -p.value.d : p.value.d;
	uint64_t u = encode(p, 53, 11, -1074);
	double d;
	memcpy(&d, &u, sizeof d);
	return d;
}

long double __float_join_long_double(struct float_parts p)
{
	if (p.kind == FLOAT_VALUE)
		return p.negative ? -p.value.ld : p.value.ld;
	const uint64_t lead = (uint64_t)1 << 63;
	union extended u = {.value = 0};
	int biased = 0;
	u.bits.mant = p.mant;
	if (p.kind == FLOAT_INF) {
		biased = 0x7fff;
		u.bits.mant = lead;
	} else if (p.kind == FLOAT_NAN) {
		biased = 0x7fff;
		u.bits.mant = p.mant | lead | lead >> 1;
	} else if (p.mant & lead) {
		biased = p.exp + 16446;
	}
	u.bits.sign_exp = (uint16_t)(biased | p.negative << 15);
	return u.value;
}

/* mant / 2^drop, ties to even. *inexact if anything was lost. */
static uint64_t shift_round(uint64_t mant, int drop, enum float_rest rest, bool *inexact)
{
	*inexact = rest != REST_NONE;
	if (drop == 0)
		return mant + (rest == REST_ABOVE_HALF || (rest == REST_HALF && (mant & 1)));
	uint64_t kept = drop >= 64 ? 0 : mant >> drop;
	uint64_t lost = drop >= 64 ? mant : mant & (((uint64_t)1 << drop) - 1);
	if (lost)
		*inexact = true;
	if (drop > 64)
		return kept;
	uint64_t half = (uint64_t)1 << (drop - 1);
	bool up = lost > half || (lost == half && (rest != REST_NONE || (kept & 1)));
	return kept + up;
}

void __float_round(struct float_parts *p, enum float_rest rest, const struct float_format *fmt)
{
	bool inexact;
	int drop = 64 - fmt->bits;
	bool tiny = p->exp + drop < fmt->min_exp;
	if (tiny) {
		/* A number is tiny if it would still be tiny with an unlimited exponent. */
		uint64_t full = shift_round(p->mant, drop, rest, &inexact);
		bool carried = fmt->bits == 64 ? full == 0 : full >> fmt->bits != 0;
		if (p->exp + drop == fmt->min_exp - 1 && carried)
			tiny = false;
		drop = fmt->min_exp - p->exp;
	}
	uint64_t mant = shift_round(p->mant, drop, rest, &inexact);
	p->exp += drop;
	if (fmt->bits == 64 ? mant == 0 && drop == 0 : mant >> fmt->bits != 0) {
		/* Rounding up carried out of the mantissa. */
		mant = (uint64_t)1 << (fmt->bits - 1);
		p->exp++;
	}
	p->mant = mant;
	if (p->exp > fmt->max_exp) {
		p->kind = FLOAT_INF;
		errno = ERANGE;
	} else if (tiny && inexact) {
		errno = ERANGE;
	}
}
