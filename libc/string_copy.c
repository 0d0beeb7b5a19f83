/* string_copy.c: the half of string.h that writes: copies, concatenations, duplicates. */
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <unistd.h>
#include "core.h"

typedef unsigned char byte;

char *stpcpy(char *restrict dst, const char *restrict src)
{
	while ((*dst = *src)) {
		dst++;
		src++;
	}
	return dst;
}
ALIAS(stpcpy, __stpcpy);

char *strcpy(char *restrict dst, const char *restrict src)
{
	for (size_t i = 0; (dst[i] = src[i]); i++)
		;
	return dst;
}

char *stpncpy(char *restrict dst, const char *restrict src, size_t n)
{
	size_t i = 0;
	for (; i < n && src[i]; i++)
		dst[i] = src[i];
	memset(dst + i, 0, n - i);
	return dst + i;
}
ALIAS(stpncpy, __stpncpy);

char *strncpy(char *restrict dst, const char *restrict src, size_t n)
{
	size_t i = 0;
	for (; i < n && src[i]; i++)
		dst[i] = src[i];
	memset(dst + i, 0, n - i);
	return dst;
}

char *strcat(char *restrict dst, const char *restrict src)
{
	strcpy(dst + strlen(dst), src);
	return dst;
}

char *strncat(char *restrict dst, const char *restrict src, size_t n)
{
	char *end = dst + strlen(dst);
	size_t i = 0;
	for (; i < n && src[i]; i++)
		end[i] = src[i];
	end[i] = 0;
	return dst;
}

char *strdup(const char *s)
{
	size_t size = strlen(s) + 1;
	char *copy = malloc(size);
	return copy ? memcpy(copy, s, size) : NULL;
}
ALIAS(strdup, __strdup);

char *strndup(const char *s, size_t max)
{
	size_t n = 0;
	while (n < max && s[n])
		n++;
	char *copy = malloc(n + 1);
	if (!copy)
		return NULL;
	copy[n] = 0;
	return memcpy(copy, s, n);
}
ALIAS(strndup, __strndup);

void *mempcpy(void *restrict dst, const void *restrict src, size_t n)
{
	return (char *)memcpy(dst, src, n) + n;
}
ALIAS(mempcpy, __mempcpy);

void *memccpy(void *restrict dst, const void *restrict src, int c, size_t n)
{
	byte *d = dst;
	const byte *s = src;
	for (size_t i = 0; i < n; i++) {
		d[i] = s[i];
		if (s[i] == (byte)c)
			return d + i + 1;
	}
	return NULL;
}

void bcopy(const void *src, void *dst, size_t n)
{
	memmove(dst, src, n);
}

void bzero(void *p, size_t n)
{
	memset(p, 0, n);
}
ALIAS(bzero, __bzero);

void explicit_bzero(void *p, size_t n)
{
	memset(p, 0, n);
}

void swab(const void *restrict from, void *restrict to, ssize_t n)
{
	const byte *s = from;
	byte *d = to;
	for (ssize_t i = 0; i + 1 < n; i += 2) {
		byte first = s[i];
		d[i] = s[i + 1];
		d[i + 1] = first;
	}
}
