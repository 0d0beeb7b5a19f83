/* wchar_string.c: wide strings: length, comparison, search and copies. */
#include <stdlib.h>
#include <string.h>
#include <wchar.h>
#include <wctype.h>
#include "core.h"

size_t wcslen(const wchar_t *s)
{
	size_t n = 0;
	while (s[n])
		n++;
	return n;
}

size_t wcsnlen(const wchar_t *s, size_t max)
{
	size_t n = 0;
	while (n < max && s[n])
		n++;
	return n;
}

static int order(wchar_t a, wchar_t b)
{
	return a < b ? -1 : a > b;
}

int wcscmp(const wchar_t *a, const wchar_t *b)
{
	while (*a && *a == *b) {
		a++;
		b++;
	}
	return order(*a, *b);
}

int wcsncmp(const wchar_t *a, const wchar_t *b, size_t n)
{
	for (; n > 0; n--, a++, b++)
		if (*a != *b || !*a)
			return order(*a, *b);
	return 0;
}

int wcscasecmp(const wchar_t *a, const wchar_t *b)
{
	while (*a && towlower((wint_t)*a) == towlower((wint_t)*b)) {
		a++;
		b++;
	}
	return (int)(towlower((wint_t)*a) - towlower((wint_t)*b));
}

int wcsncasecmp(const wchar_t *a, const wchar_t *b, size_t n)
{
	for (; n > 0; n--, a++, b++) {
		wint_t x = towlower((wint_t)*a), y = towlower((wint_t)*b);
		if (x != y || !x)
			return (int)(x - y);
	}
	return 0;
}

int wcscasecmp_l(const wchar_t *a, const wchar_t *b, locale_t loc)
{
	locale_t before = uselocale(loc);
	int result = wcscasecmp(a, b);
	uselocale(before);
	return result;
}

int wcsncasecmp_l(const wchar_t *a, const wchar_t *b, size_t n, locale_t loc)
{
	locale_t before = uselocale(loc);
	int result = wcsncasecmp(a, b, n);
	uselocale(before);
	return result;
}

int wcscoll(const wchar_t *a, const wchar_t *b)
{
	return wcscmp(a, b);
}

int wcscoll_l(const wchar_t *a, const wchar_t *b, locale_t loc)
{
	(void)loc;
	return wcscmp(a, b);
}

size_t wcsxfrm(wchar_t *restrict dst, const wchar_t *restrict src, size_t n)
{
	size_t len = wcslen(src);
	if (n > 0)
		wcsncpy(dst, src, len < n ? len + 1 : n);
	return len;
}

size_t wcsxfrm_l(wchar_t *restrict dst, const wchar_t *restrict src, size_t n, locale_t loc)
{
	(void)loc;
	return wcsxfrm(dst, src, n);
}

wchar_t *wcschr(const wchar_t *s, wchar_t c)
{
	for (; *s != c; s++)
		if (!*s)
			return NULL;
	return (wchar_t *)s;
}

wchar_t *wcschrnul(const wchar_t *s, wchar_t c)
{
	while (*s && *s != c)
		s++;
	return (wchar_t *)s;
}

wchar_t *wcsrchr(const wchar_t *s, wchar_t c)
{
	const wchar_t *found = NULL;
	for (;; s++) {
		if (*s == c)
			found = s;
		if (!*s)
			return (wchar_t *)found;
	}
}

static int in_set(wchar_t c, const wchar_t *set)
{
	for (; *set; set++)
		if (*set == c)
			return 1;
	return 0;
}

size_t wcsspn(const wchar_t *s, const wchar_t *accept)
{
	size_t n = 0;
	while (s[n] && in_set(s[n], accept))
		n++;
	return n;
}

size_t wcscspn(const wchar_t *s, const wchar_t *reject)
{
	size_t n = 0;
	while (s[n] && !in_set(s[n], reject))
		n++;
	return n;
}

wchar_t *wcspbrk(const wchar_t *s, const wchar_t *accept)
{
	s += wcscspn(s, accept);
	return *s ? (wchar_t *)s : NULL;
}

wchar_t *wcsstr(const wchar_t *hay, const wchar_t *needle)
{
	for (;; hay++) {
		size_t i = 0;
		while (needle[i] && hay[i] == needle[i])
			i++;
		if (!needle[i])
			return (wchar_t *)hay;
		if (!hay[i])
			return NULL;
	}
}
ALIAS(wcsstr, wcswcs);

wchar_t *wcstok(wchar_t *restrict s, const wchar_t *restrict delim, wchar_t **restrict save)
{
	if (!s)
		s = *save;
	if (!s)
		return NULL;
	s += wcsspn(s, delim);
	if (!*s) {
		*save = NULL;
		return NULL;
	}
	wchar_t *end = s + wcscspn(s, delim);
	*save = *end ? end + 1 : NULL;
	*end = 0;
	return s;
}

wchar_t *wcpcpy(wchar_t *restrict dst, const wchar_t *restrict src)
{
	while ((*dst = *src)) {
		dst++;
		src++;
	}
	return dst;
}

wchar_t *wcscpy(wchar_t *restrict dst, const wchar_t *restrict src)
{
	wcpcpy(dst, src);
	return dst;
}

wchar_t *wcpncpy(wchar_t *restrict dst, const wchar_t *restrict src, size_t n)
{
	size_t i = 0;
	for (; i < n && src[i]; i++)
		dst[i] = src[i];
	memset(dst + i, 0, (n - i) * sizeof *dst);
	return dst + i;
}

wchar_t *wcsncpy(wchar_t *restrict dst, const wchar_t *restrict src, size_t n)
{
	wcpncpy(dst, src, n);
	return dst;
}

wchar_t *wcscat(wchar_t *restrict dst, const wchar_t *restrict src)
{
	wcpcpy(dst + wcslen(dst), src);
	return dst;
}

wchar_t *wcsncat(wchar_t *restrict dst, const wchar_t *restrict src, size_t n)
{
	wchar_t *end = dst + wcslen(dst);
	size_t i = 0;
	for (; i < n && src[i]; i++)
		end[i] = src[i];
	end[i] = 0;
	return dst;
}

wchar_t *wcsdup(const wchar_t *s)
{
	size_t size = (wcslen(s) + 1) * sizeof *s;
	wchar_t *copy = malloc(size);
	return copy ? memcpy(copy, s, size) : NULL;
}

wchar_t *wmemchr(const wchar_t *s, wchar_t c, size_t n)
{
	for (size_t i = 0; i < n; i++)
		if (s[i] == c)
			return (wchar_t *)(s + i);
	return NULL;
}

int wmemcmp(const wchar_t *a, const wchar_t *b, size_t n)
{
	for (size_t i = 0; i < n; i++)
		if (a[i] != b[i])
			return order(a[i], b[i]);
	return 0;
}

wchar_t *wmemcpy(wchar_t *restrict dst, const wchar_t *restrict src, size_t n)
{
	return memcpy(dst, src, n * sizeof *dst);
}

wchar_t *wmempcpy(wchar_t *restrict dst, const wchar_t *restrict src, size_t n)
{
	return wmemcpy(dst, src, n) + n;
}

wchar_t *wmemmove(wchar_t *dst, const wchar_t *src, size_t n)
{
	return memmove(dst, src, n * sizeof *dst);
}

wchar_t *wmemset(wchar_t *dst, wchar_t c, size_t n)
{
	for (size_t i = 0; i < n; i++)
		dst[i] = c;
	return dst;
}
