/* string_misc.c: comparison of strings by case, by version and by locale; other functions of
 * string.h: strcasestr, GNU basename, ffs. */
#define basename gnu_basename
#include <string.h>
#include <strings.h>
#include "core.h"
#undef basename

/* The lower case letter, without a branch on c. */
static int fold(char c)
{
	unsigned u = (unsigned char)c;
	return (int)(u + ((unsigned)(u - 'A' < 26) << 5));
}

int strcasecmp(const char *a, const char *b)
{
	while (*a && fold(*a) == fold(*b)) {
		a++;
		b++;
	}
	return fold(*a) - fold(*b);
}
ALIAS(strcasecmp, __strcasecmp);

int strncasecmp(const char *a, const char *b, size_t n)
{
	for (; n > 0; n--, a++, b++) {
		if (fold(*a) != fold(*b))
			return fold(*a) - fold(*b);
		if (!*a)
			return 0;
	}
	return 0;
}

int strcasecmp_l(const char *a, const char *b, locale_t loc)
{
	(void)loc;
	return strcasecmp(a, b);
}
ALIAS(strcasecmp_l, __strcasecmp_l);

int strncasecmp_l(const char *a, const char *b, size_t n, locale_t loc)
{
	(void)loc;
	return strncasecmp(a, b, n);
}
ALIAS(strncasecmp_l, __strncasecmp_l);

char *strcasestr(const char *hay, const char *needle)
{
	for (;; hay++) {
		size_t i = 0;
		while (needle[i] && fold(hay[i]) == fold(needle[i]))
			i++;
		if (!needle[i])
			return (char *)hay;
		if (!hay[i])
			return NULL;
	}
}
ALIAS(strcasestr, __strcasestr);

/* Both locales we have sort by code point, and UTF-8 keeps that order in its bytes. */
int strcoll(const char *a, const char *b)
{
	return strcmp(a, b);
}

int strcoll_l(const char *a, const char *b, locale_t loc)
{
	(void)loc;
	return strcmp(a, b);
}
ALIAS(strcoll_l, __strcoll_l);

size_t strxfrm(char *restrict dst, const char *restrict src, size_t n)
{
	size_t len = strlen(src);
	if (n > 0)
		strncpy(dst, src, len < n ? len + 1 : n);
	return len;
}

size_t strxfrm_l(char *restrict dst, const char *restrict src, size_t n, locale_t loc)
{
	(void)loc;
	return strxfrm(dst, src, n);
}
ALIAS(strxfrm_l, __strxfrm_l);

static int digit(char c)
{
	return c >= '0' && c <= '9';
}

/* Digit strings compare as numbers; those with leading zeros as fractions, longer run of
 * zeros first. */
int strverscmp(const char *a, const char *b)
{
	size_t i = 0, start = 0;
	int zeros = 1; /* the common digit run so far is all zeros, or there is none */
	for (; a[i] == b[i]; i++) {
		if (!a[i])
			return 0;
		if (!digit(a[i])) {
			start = i + 1;
			zeros = 1;
		} else if (a[i] != '0') {
			zeros = 0;
		}
	}
	int diff = (unsigned char)a[i] - (unsigned char)b[i];
	int fraction = i > start ? a[start] == '0' : (a[i] == '0' || b[i] == '0');
	if (!fraction && (digit(a[i]) || i > start) && (digit(b[i]) || i > start)) {
		size_t m = i, n = i;
		while (digit(a[m]))
			m++;
		while (digit(b[n]))
			n++;
		if (m != n && (i > start || (m > i && n > i)))
			return m > n ? 1 : -1;
		return diff;
	}
	if (fraction && zeros && i > start) {
		/* After zeros only, more zeros come first, then other digits, then the end. */
		if (digit(a[i]) && !digit(b[i]))
			return -1;
		if (digit(b[i]) && !digit(a[i]))
			return 1;
	}
	return diff;
}
ALIAS(strverscmp, __strverscmp);

char *gnu_basename(const char *path) __asm__("basename");
char *gnu_basename(const char *path)
{
	char *slash = strrchr(path, '/');
	return slash ? slash + 1 : (char *)path;
}

int ffs(int x)
{
	return __builtin_ffs(x);
}

int ffsl(long x)
{
	return __builtin_ffsl(x);
}

int ffsll(long long x)
{
	return __builtin_ffsll(x);
}
