/* strtod_wide.c: wcstod and related functions under the names that locales and old headers use. */
#include <wchar.h>
#include "core.h"

float wcstof_l(const wchar_t *s, wchar_t **end, locale_t loc)
{
	return wcstof(s, end);
}
ALIAS(wcstof_l, __wcstof_l);

double wcstod_l(const wchar_t *s, wchar_t **end, locale_t loc)
{
	return wcstod(s, end);
}
ALIAS(wcstod_l, __wcstod_l);

long double wcstold_l(const wchar_t *s, wchar_t **end, locale_t loc)
{
	return wcstold(s, end);
}
ALIAS(wcstold_l, __wcstold_l);

float __wcstof_internal(const wchar_t *s, wchar_t **end, int group)
{
	return wcstof(s, end);
}

double __wcstod_internal(const wchar_t *s, wchar_t **end, int group)
{
	return wcstod(s, end);
}

long double __wcstold_internal(const wchar_t *s, wchar_t **end, int group)
{
	return wcstold(s, end);
}
