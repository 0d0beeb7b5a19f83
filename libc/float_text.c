/* float_text.c: other conversions from floating point to text: strfromd, ecvt, fcvt, gcvt. */
#include <limits.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include "printf_impl.h"

/* ---- strfromd: printf's conversions without width and flags ---- */

static int from(char *buf, size_t size, const char *fmt, union printf_value value, bool extended)
{
	struct printf_out o = {.buf = buf, .room = size ? size - 1 : 0};
	struct printf_spec spec = {.prec = -1, .length = extended ? LEN_LLONG : LEN_NONE};
	if (*fmt++ != '%')
		abort();
	if (*fmt == '.') {
		spec.prec = 0;
		for (fmt++; *fmt >= '0' && *fmt <= '9'; fmt++) {
			if (spec.prec > (INT_MAX - 9) / 10) {
				errno = EOVERFLOW;
				return -1;
			}
			spec.prec = spec.prec * 10 + (*fmt - '0');
		}
	}
	spec.conv = *fmt;
	switch (*fmt) {
	case 'a':
	case 'A': __printf_hex_float(&o, &spec, &value); break;
	case 'e':
	case 'E':
	case 'f':
	case 'F':
	case 'g':
	case 'G': __printf_float(&o, &spec, &value); break;
	default: abort();
	}
	if (size)
		buf[o.used] = '\0';
	return __printf_finish(&o);
}

int strfromd(char *buf, size_t size, const char *fmt, double value)
{
	return from(buf, size, fmt, (union printf_value){.d = value}, false);
}
ALIAS(strfromd, strfromf64);
ALIAS(strfromd, strfromf32x);

int strfromf(char *buf, size_t size, const char *fmt, float value)
{
	return from(buf, size, fmt, (union printf_value){.d = (double)value}, false);
}
ALIAS(strfromf, strfromf32);

int strfroml(char *buf, size_t size, const char *fmt, long double value)
{
	return from(buf, size, fmt, (union printf_value){.ld = value}, true);
}
ALIAS(strfroml, strfromf64x);

/* ---- ecvt and fcvt ---- */

enum {
	DOUBLE_DIGITS = 17,
	EXTENDED_DIGITS = 21,
	DOUBLE_ROOM = 360,    /* largest double with DOUBLE_DIGITS behind the point */
	EXTENDED_ROOM = 5000, /* the same of long double */
};

static bool is_digit(char c)
{
	return c >= '0' && c <= '9';
}

/* Removes the point and leading zeros from "ddd.ddd" of length n. *decpt is the position of the
 * point. */
static void take_point(char *buf, int n, bool nonzero, int *decpt)
{
	int i = 0;
	while (i < n && is_digit(buf[i]))
		i++;
	*decpt = i;
	if (i == 0 || i == n)
		return;
	i++;
	if (*decpt == 1 && buf[0] == '0' && nonzero) {
		--*decpt;
		for (; i < n && buf[i] == '0'; i++)
			--*decpt;
	}
	int to = *decpt > 0 ? *decpt : 0;
	memmove(buf + to, buf + i, (size_t)(n - i));
	buf[n - (i - to)] = '\0';
}

/* Restores the zeros that rounding to the left of the point removed. */
static void put_back(char *buf, size_t len, int n, int left, int *decpt)
{
	*decpt += left;
	if (--len <= (size_t)n)
		return;
	while (left-- > 0 && (size_t)n < len)
		buf[n++] = '0';
	buf[n] = '\0';
}

/* The arithmetic is done in the type itself, step by step, because its rounding shows. */
#define CONVERTERS(type, fcvt_name, ecvt_name, max_digits, fmt)                                 \
	int fcvt_name(type value, int ndigit, int *decpt, int *sign, char *buf, size_t len)         \
	{                                                                                           \
		int left = 0;                                                                           \
		if (!buf) {                                                                             \
			errno = EINVAL;                                                                     \
			return -1;                                                                          \
		}                                                                                       \
		*sign = 0;                                                                              \
		if (__builtin_isfinite(value)) {                                                        \
			*sign = __builtin_signbit(value) != 0;                                              \
			if (*sign)                                                                          \
				value = -value;                                                                 \
			for (; ndigit < 0; ndigit++, left++) {                                              \
				type tenth = value * (type)0.1;                                                 \
				if (tenth < 1) {                                                                \
					ndigit = 0;                                                                 \
					break;                                                                      \
				}                                                                               \
				value = tenth;                                                                  \
			}                                                                                   \
		}                                                                                       \
		int n = snprintf(buf, len, fmt, ndigit < (max_digits) ? ndigit : (max_digits), value);  \
		if (n >= (ssize_t)len)                                                                  \
			return -1;                                                                          \
		take_point(buf, n, value != 0, decpt);                                                  \
		if (left)                                                                               \
			put_back(buf, len, n, left, decpt);                                                 \
		return 0;                                                                               \
	}                                                                                           \
                                                                                                \
	int ecvt_name(type value, int ndigit, int *decpt, int *sign, char *buf, size_t len)         \
	{                                                                                           \
		int exponent = 0;                                                                       \
		if (__builtin_isfinite(value) && value != 0) {                                          \
			type d = value < 0 ? -value : value, f = 1;                                         \
			/* So that no power of ten below overflows. */                                      \
			for (; d < (type)1e-300L; exponent -= 10) {                                         \
				d *= (type)1e10L;                                                               \
				value *= (type)1e10L;                                                           \
			}                                                                                   \
			if (d < 1) {                                                                        \
				do {                                                                            \
					f *= 10;                                                                    \
					exponent--;                                                                 \
				} while (d * f < 1);                                                            \
				value *= f;                                                                     \
			} else if (d >= 10) {                                                               \
				do {                                                                            \
					f *= 10;                                                                    \
					exponent++;                                                                 \
				} while (d >= f * 10);                                                          \
				value /= f;                                                                     \
			}                                                                                   \
		}                                                                                       \
		if (ndigit <= 0 && len > 0) {                                                           \
			buf[0] = '\0';                                                                      \
			*decpt = 1;                                                                         \
			*sign = __builtin_isfinite(value) && __builtin_signbit(value);                      \
		} else if (fcvt_name(value, (ndigit < (max_digits) ? ndigit : (max_digits)) - 1, decpt, \
							 sign, buf, len)) {                                                 \
			return -1;                                                                          \
		}                                                                                       \
		*decpt += exponent;                                                                     \
		return 0;                                                                               \
	}

CONVERTERS(double, fcvt_r, ecvt_r, DOUBLE_DIGITS, "%.*f")
CONVERTERS(long double, qfcvt_r, qecvt_r, EXTENDED_DIGITS, "%.*Lf")

char *fcvt(double value, int ndigit, int *decpt, int *sign)
{
	static char buf[DOUBLE_ROOM];
	fcvt_r(value, ndigit, decpt, sign, buf, sizeof buf);
	return buf;
}

char *ecvt(double value, int ndigit, int *decpt, int *sign)
{
	static char buf[DOUBLE_ROOM];
	ecvt_r(value, ndigit, decpt, sign, buf, sizeof buf);
	return buf;
}

char *gcvt(double value, int ndigit, char *buf)
{
	sprintf(buf, "%.*g", ndigit < DOUBLE_DIGITS ? ndigit : DOUBLE_DIGITS, value);
	return buf;
}

char *qfcvt(long double value, int ndigit, int *decpt, int *sign)
{
	static char buf[EXTENDED_ROOM];
	qfcvt_r(value, ndigit, decpt, sign, buf, sizeof buf);
	return buf;
}

char *qecvt(long double value, int ndigit, int *decpt, int *sign)
{
	static char buf[EXTENDED_ROOM];
	qecvt_r(value, ndigit, decpt, sign, buf, sizeof buf);
	return buf;
}

char *qgcvt(long double value, int ndigit, char *buf)
{
	sprintf(buf, "%.*Lg", ndigit < EXTENDED_DIGITS ? ndigit : EXTENDED_DIGITS, value);
	return buf;
}
