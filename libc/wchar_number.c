/* wchar_number.c: converts wide text to numbers. The characters that can belong to a number are
 * ASCII: they are copied to a narrow string, which strtol.c and strtod parse. */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <wchar.h>
#include <wctype.h>
#include "core.h"

/* A narrow copy of the leading ASCII part of text without its white space; *skipped is how many
 * characters of white space there were. NULL when memory is out. */
static char *narrow(const wchar_t *text, size_t *skipped)
{
	const wchar_t *s = text;
	while (iswspace((wint_t)*s))
		s++;
	size_t n = 0;
	while (s[n] > 0 && s[n] < 128 && !iswspace((wint_t)s[n]))
		n++;
	char *copy = malloc(n + 1);
	if (!copy)
		return NULL;
	for (size_t i = 0; i < n; i++)
		copy[i] = (char)s[i];
	copy[n] = 0;
	*skipped = (size_t)(s - text);
	return copy;
}

/* CONVERT is an expression over the narrow string t that sets te to its end. */
#define WIDE(type, CONVERT)                                               \
	size_t skipped;                                                       \
	char *t = narrow(s, &skipped), *te = t;                               \
	if (!t)                                                               \
		return 0;                                                         \
	type value = CONVERT;                                                 \
	if (end)                                                              \
		*end = (wchar_t *)s + (te == t ? 0 : skipped + (size_t)(te - t)); \
	free(t);                                                              \
	return value

long wcstol(const wchar_t *restrict s, wchar_t **restrict end, int base)
{
	WIDE(long, strtol(t, &te, base));
}
ALIAS(wcstol, __isoc23_wcstol);
ALIAS(wcstol, wcstoimax);

unsigned long wcstoul(const wchar_t *restrict s, wchar_t **restrict end, int base)
{
	WIDE(unsigned long, strtoul(t, &te, base));
}
ALIAS(wcstoul, __isoc23_wcstoul);
ALIAS(wcstoul, wcstoumax);

long long wcstoll(const wchar_t *restrict s, wchar_t **restrict end, int base)
{
	WIDE(long long, strtoll(t, &te, base));
}
ALIAS(wcstoll, __isoc23_wcstoll);
ALIAS(wcstoll, wcstoq);

unsigned long long wcstoull(const wchar_t *restrict s, wchar_t **restrict end, int base)
{
	WIDE(unsigned long long, strtoull(t, &te, base));
}
ALIAS(wcstoull, __isoc23_wcstoull);
ALIAS(wcstoull, wcstouq);

float wcstof(const wchar_t *restrict s, wchar_t **restrict end)
{
	WIDE(float, strtof(t, &te));
}

double wcstod(const wchar_t *restrict s, wchar_t **restrict end)
{
	WIDE(double, strtod(t, &te));
}

long double wcstold(const wchar_t *restrict s, wchar_t **restrict end)
{
	WIDE(long double, strtold(t, &te));
}

/* ---- with a locale, which changes nothing here ---- */

#define WITH_LOCALE(type, name)                                                            \
	type name##_l(const wchar_t *restrict s, wchar_t **restrict end, int base, locale_t l) \
	{                                                                                      \
		(void)l;                                                                           \
		return name(s, end, base);                                                         \
	}                                                                                      \
	ALIAS(name##_l, __##name##_l)

WITH_LOCALE(long, wcstol);
WITH_LOCALE(unsigned long, wcstoul);
WITH_LOCALE(long long, wcstoll);
WITH_LOCALE(unsigned long long, wcstoull);
