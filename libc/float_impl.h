/* float_impl.h: splits floating-point numbers into parts; exact decimal arithmetic.
 *
 * Text and binary are both finite fractions. So both conversions are done exactly, on numbers in
 * base 10^9, and rounded once, to nearest, ties to even. The only arithmetic needed is multiplying
 * or dividing by a power of two.
 */
#ifndef DRIFT_LIBC_FLOAT_IMPL_H
#define DRIFT_LIBC_FLOAT_IMPL_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

enum float_kind { FLOAT_FINITE, FLOAT_INF, FLOAT_NAN, FLOAT_VALUE };

/* mant * 2^exp; or a kind that has no value; or the value itself without its sign, of the type that was asked
 * for. */
struct float_parts {
	enum float_kind kind;
	bool negative;
	uint64_t mant;
	int exp;
	union {
		float f;
		double d;
		long double ld;
	} value; /* FLOAT_VALUE */
};

/* A binary format: value = mant * 2^exp with mant < 2^bits and exp >= min_exp. */
struct float_format {
	int bits;    /* of the mantissa, including the leading one */
	int min_exp; /* exponent of the last place of subnormals */
	int max_exp; /* largest exponent of the last place */
};

extern const struct float_format __float_binary32, __float_binary64, __float_extended;

struct float_parts __float_split_double(double d);
struct float_parts __float_split_long_double(long double d);
/* Exact: mant must fit the format and exp its range, which __float_round ensures. */
float __float_join_float(struct float_parts p);
double __float_join_double(struct float_parts p);
long double __float_join_long_double(struct float_parts p);

/* The part after the last bit of a mantissa. */
enum float_rest { REST_NONE, REST_BELOW_HALF, REST_HALF, REST_ABOVE_HALF };

/* Rounds p to fmt. p->mant must have its top bit set; rest describes what follows its last bit.
 * Sets errno to ERANGE on overflow (p becomes infinite) and if a tiny result is inexact. */
void __float_round(struct float_parts *p, enum float_rest rest, const struct float_format *fmt);

enum { LIMB_BASE = 1000000000, LIMB_DIGITS = 9 };

/* sum of limb[i] * LIMB_BASE^(point - 1 - i) for i in [first, end); limb[first] != 0. */
struct float_decimal {
	uint32_t *limb; /* memory of the caller */
	int room;       /* limbs in it */
	int first, end; /* limbs in use; equal for zero */
	int point;      /* limbs before this index are the integer part */
	bool sticky;    /* nonzero digits were dropped at the end */
};

/* Limbs needed for mant * 2^exp. */
int __float_limbs(int exp);
/* Sets d, whose limb and room are given, to mant * 2^exp. */
void __float_to_decimal(struct float_decimal *d, uint64_t mant, int exp);

/* d * 2^shift, 0 < shift <= 29. There must be a limb of room at the front. */
void __float_decimal_mul(struct float_decimal *d, int shift);
/* d / 2^shift, 0 < shift <= 29. Sets sticky if digits do not fit at the end. */
void __float_decimal_div(struct float_decimal *d, int shift);

/* Digits of a number, rounded. */
struct float_digits {
	char *text;    /* memory of the caller, one byte per digit; no leading zero */
	ssize_t count; /* digits in text; those that follow are zeros */
	int exp;       /* text[0] has the weight 10^exp */
};

/* The number of bytes that the digits of d may need. */
size_t __float_digits_room(const struct float_decimal *d);
/* Power of ten of the first digit; 0 for zero. */
int __float_first_digit(const struct float_decimal *d);
/* Rounds d to `keep` digits from its first; the result is zero if keep is negative. */
void __float_round_digits(const struct float_decimal *d, ssize_t keep, struct float_digits *out);

/* ---- strtod.c ---- */

/* Parses as strtod does. Returns the number of characters used, 0 if there is no number. */
size_t __float_parse(const char *s, const struct float_format *fmt, struct float_parts *p);

#endif
