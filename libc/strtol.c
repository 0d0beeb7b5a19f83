/* strtol.c: text to integer. One parser, parse(), reads every kind; the many names around it only
 * select the limits of the type. */
#include <inttypes.h>
#include <limits.h>
#include <stdlib.h>
#include "core.h"

/* The value of an integer's text, before a type limits it. */
struct number {
	uint64_t magnitude; /* UINT64_MAX when too large for 64 bits */
	int negative;       /* a minus sign was read */
	int too_large;      /* the magnitude does not fit 64 bits */
};

/* True if c is a digit of the base; *value is its value. One comparison for decimal digits and one
 * for letters: every comparison here multiplies the paths of a program that reads numbers. */
static int is_digit(char c, int base, int *value)
{
	*value = c - '0';
	if ((unsigned char)(c - '0') < (base < 10 ? base : 10))
		return 1;
	if (base <= 10)
		return 0;
	*value = (c | 0x20) - 'a' + 10;
	return (unsigned char)((c | 0x20) - 'a') < base - 10;
}

/* Without a branch, for the same reason. */
static int space(char c)
{
	return (c == ' ') | ((unsigned char)(c - '\t') < 5);
}

/* A prefix counts only if a digit follows it: "0x" alone is the number 0 before an x. */
static int has_prefix(const char *s, char letter, int base)
{
	int digit;
	return s[0] == '0' && (s[1] == letter || s[1] == letter - 'a' + 'A') &&
		   is_digit(s[2], base, &digit);
}

/* Reads white space, sign, prefix and digits. *end becomes the first unread character, or text
 * itself when there is no number. binary allows the prefix 0b. */
static struct number parse(const char *text, char **end, int base, int binary)
{
	struct number n = {0, 0, 0};
	const char *s = text;
	if (base < 0 || base == 1 || base > 36) {
		errno = EINVAL;
		return n;
	}
	while (space(*s))
		s++;
	if (*s == '-' || *s == '+')
		n.negative = *s++ == '-';
	if ((base == 0 || base == 16) && has_prefix(s, 'x', 16)) {
		base = 16;
		s += 2;
	} else if (binary && (base == 0 || base == 2) && has_prefix(s, 'b', 2)) {
		base = 2;
		s += 2;
	} else if (base == 0) {
		base = *s == '0' ? 8 : 10;
	}
	const char *first = s;
	/* This many digits always fit, so a test for overflow would be a needless branch. A digit is
	 * below 64: the mask makes that visible to analyses that do not know the loop condition. */
	int safe = base <= 16 ? 15 : 10;
	uint64_t largest = UINT64_MAX / (uint64_t)base, last = UINT64_MAX % (uint64_t)base;
	for (int d; is_digit(*s, base, &d); s++) {
		uint64_t digit = (uint64_t)(d & 63);
		if (s - first >= safe)
			n.too_large |= (n.magnitude > largest) | ((n.magnitude == largest) & (digit > last));
		n.magnitude = n.magnitude * (uint64_t)base + digit;
	}
	if (n.too_large)
		n.magnitude = UINT64_MAX;
	if (end)
		*end = (char *)(s == first ? text : s);
	return n;
}

static long to_signed(const char *s, char **end, int base, int binary)
{
	uint64_t known;
	char *after;
	if (__drift_text_number(s, base, &known, &after)) {
		if (end)
			*end = after;
		return (long)known;
	}
	struct number n = parse(s, end, base, binary);
	uint64_t limit = (uint64_t)LONG_MAX + (uint64_t)n.negative;
	if (n.magnitude > limit) {
		errno = ERANGE;
		return n.negative ? LONG_MIN : LONG_MAX;
	}
	return (long)(n.negative ? -n.magnitude : n.magnitude);
}

static unsigned long to_unsigned(const char *s, char **end, int base, int binary)
{
	uint64_t known;
	char *after;
	if (__drift_text_number(s, base, &known, &after)) {
		if (end)
			*end = after;
		return known;
	}
	struct number n = parse(s, end, base, binary);
	if (n.too_large) {
		errno = ERANGE;
		return ULONG_MAX;
	}
	return n.negative ? -n.magnitude : n.magnitude;
}

long strtol(const char *restrict s, char **restrict end, int base)
{
	return to_signed(s, end, base, 0);
}

unsigned long strtoul(const char *restrict s, char **restrict end, int base)
{
	return to_unsigned(s, end, base, 0);
}

long long strtoll(const char *restrict s, char **restrict end, int base)
{
	return to_signed(s, end, base, 0);
}
ALIAS(strtoll, strtoq);

unsigned long long strtoull(const char *restrict s, char **restrict end, int base)
{
	return to_unsigned(s, end, base, 0);
}
ALIAS(strtoull, strtouq);

ALIAS(strtol, strtoimax);
ALIAS(strtoul, strtoumax);

/* ---- names in newer headers for the same functions: 0b is a prefix too ---- */

long __isoc23_strtol(const char *restrict s, char **restrict end, int base)
{
	return to_signed(s, end, base, 1);
}

unsigned long __isoc23_strtoul(const char *restrict s, char **restrict end, int base)
{
	return to_unsigned(s, end, base, 1);
}

long long __isoc23_strtoll(const char *restrict s, char **restrict end, int base)
{
	return to_signed(s, end, base, 1);
}

unsigned long long __isoc23_strtoull(const char *restrict s, char **restrict end, int base)
{
	return to_unsigned(s, end, base, 1);
}
ALIAS(__isoc23_strtol, __isoc23_strtoimax);
ALIAS(__isoc23_strtoul, __isoc23_strtoumax);

/* ---- with a locale, which changes nothing ---- */

long strtol_l(const char *restrict s, char **restrict end, int base, locale_t loc)
{
	(void)loc;
	return to_signed(s, end, base, 0);
}

unsigned long strtoul_l(const char *restrict s, char **restrict end, int base, locale_t loc)
{
	(void)loc;
	return to_unsigned(s, end, base, 0);
}

long long strtoll_l(const char *restrict s, char **restrict end, int base, locale_t loc)
{
	(void)loc;
	return to_signed(s, end, base, 0);
}

unsigned long long strtoull_l(const char *restrict s, char **restrict end, int base, locale_t loc)
{
	(void)loc;
	return to_unsigned(s, end, base, 0);
}

ALIAS(strtol_l, __strtol_l);
ALIAS(strtoul_l, __strtoul_l);
ALIAS(strtoll_l, __strtoll_l);
ALIAS(strtoull_l, __strtoull_l);

/* ---- names in old headers; group requests thousands separators, which C does not have ---- */

long __strtol_internal(const char *restrict s, char **restrict end, int base, int group)
{
	(void)group;
	return to_signed(s, end, base, 0);
}

unsigned long __strtoul_internal(const char *restrict s, char **restrict end, int base, int group)
{
	(void)group;
	return to_unsigned(s, end, base, 0);
}

ALIAS(__strtol_internal, __strtoll_internal);
ALIAS(__strtoul_internal, __strtoull_internal);

int atoi(const char *s)
{
	return (int)to_signed(s, NULL, 10, 0);
}

long atol(const char *s)
{
	return to_signed(s, NULL, 10, 0);
}

long long atoll(const char *s)
{
	return to_signed(s, NULL, 10, 0);
}
