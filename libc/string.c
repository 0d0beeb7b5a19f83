/* string.c: searching and comparing of string.h. Simple loops over bytes: the machine runs them at
 * full speed on concrete data, and on symbolic data each step is one test. memcpy, memmove and
 * memset are operations of the machine. */
#include <string.h>
#include "core.h"

typedef unsigned char byte;

size_t strlen(const char *s)
{
	size_t n = 0;
	while (s[n])
		n++;
	return n;
}

size_t strnlen(const char *s, size_t max)
{
	size_t n = 0;
	while (n < max && s[n])
		n++;
	return n;
}
ALIAS(strnlen, __strnlen);

int strcmp(const char *a, const char *b)
{
	while (*a && *a == *b) {
		a++;
		b++;
	}
	return (byte)*a - (byte)*b;
}

int strncmp(const char *a, const char *b, size_t n)
{
	for (; n > 0; n--, a++, b++) {
		if (*a != *b)
			return (byte)*a - (byte)*b;
		if (!*a)
			return 0;
	}
	return 0;
}

int memcmp(const void *a, const void *b, size_t n)
{
	const byte *x = a, *y = b;
	for (size_t i = 0; i < n; i++)
		if (x[i] != y[i])
			return x[i] - y[i];
	return 0;
}
ALIAS(memcmp, bcmp);
ALIAS(memcmp, __memcmpeq);

void *memchr(const void *p, int c, size_t n)
{
	const byte *s = p;
	for (size_t i = 0; i < n; i++)
		if (s[i] == (byte)c)
			return (void *)(s + i);
	return NULL;
}

void *memrchr(const void *p, int c, size_t n)
{
	const byte *s = p;
	while (n-- > 0)
		if (s[n] == (byte)c)
			return (void *)(s + n);
	return NULL;
}
ALIAS(memrchr, __memrchr);

void *rawmemchr(const void *p, int c)
{
	const byte *s = p;
	while (*s != (byte)c)
		s++;
	return (void *)s;
}
ALIAS(rawmemchr, __rawmemchr);

char *strchr(const char *s, int c)
{
	for (; *s != (char)c; s++)
		if (!*s)
			return NULL;
	return (char *)s;
}
ALIAS(strchr, index);

char *strchrnul(const char *s, int c)
{
	while (*s && *s != (char)c)
		s++;
	return (char *)s;
}
ALIAS(strchrnul, __strchrnul);

char *strrchr(const char *s, int c)
{
	const char *found = NULL;
	for (;; s++) {
		if (*s == (char)c)
			found = s;
		if (!*s)
			return (char *)found;
	}
}
ALIAS(strrchr, rindex);

/* One decision for a character, and not one for each element that it is not. */
static int in_set(char c, const char *set)
{
	int hit = 0;
	for (; *set; set++)
		hit |= *set == c;
	return hit;
}

size_t strspn(const char *s, const char *accept)
{
	size_t n = 0;
	while (in_set(s[n], accept)) /* the end is in no set */
		n++;
	return n;
}

size_t strcspn(const char *s, const char *reject)
{
	size_t n = 0;
	while (!(in_set(s[n], reject) | !s[n]))
		n++;
	return n;
}

char *strpbrk(const char *s, const char *accept)
{
	s += strcspn(s, accept);
	return *s ? (char *)s : NULL;
}

char *strstr(const char *hay, const char *needle)
{
	for (;; hay++) {
		size_t i = 0;
		while (needle[i] && hay[i] == needle[i])
			i++;
		if (!needle[i])
			return (char *)hay;
		if (!hay[i])
			return NULL;
	}
}

void *memmem(const void *hay, size_t hay_len, const void *needle, size_t len)
{
	const byte *h = hay;
	for (size_t i = 0; hay_len >= len && i <= hay_len - len; i++)
		if (memcmp(h + i, needle, len) == 0)
			return (void *)(h + i);
	return NULL;
}

/* ---- tokens: strtok and strsep ---- */

char *strtok_r(char *restrict s, const char *restrict delim, char **restrict save)
{
	if (!s)
		s = *save;
	s += strspn(s, delim);
	char *end = s + strcspn(s, delim);
	*save = end;
	if (end == s)
		return NULL;
	if (*end) {
		*end = 0;
		*save = end + 1;
	}
	return s;
}
ALIAS(strtok_r, __strtok_r);

char *strtok(char *restrict s, const char *restrict delim)
{
	static char *rest;
	return strtok_r(s, delim, &rest);
}

char *strsep(char **restrict at, const char *restrict delim)
{
	char *s = *at;
	if (!s)
		return NULL;
	char *end = s + strcspn(s, delim);
	*at = *end ? end + 1 : NULL;
	*end = 0;
	return s;
}
ALIAS(strsep, __strsep);
