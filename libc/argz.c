/* argz.c: argz vectors: strings one after the other in one block, each with its NUL. */
#include <argz.h>
#include <stdlib.h>
#include <string.h>
#include "core.h"

error_t argz_create(char *const argv[], char **argz, size_t *len)
{
	size_t total = 0;
	for (int i = 0; argv[i]; i++)
		total += strlen(argv[i]) + 1;
	*argz = NULL;
	*len = total;
	if (total == 0)
		return 0;
	char *at = *argz = malloc(total);
	if (!at)
		return ENOMEM;
	for (int i = 0; argv[i]; i++) {
		size_t n = strlen(argv[i]) + 1;
		memcpy(at, argv[i], n);
		at += n;
	}
	return 0;
}

error_t argz_create_sep(const char *s, int sep, char **argz, size_t *len)
{
	*argz = NULL;
	*len = 0;
	return argz_add_sep(argz, len, s, sep);
}

error_t argz_append(char **argz, size_t *len, const char *buf, size_t n)
{
	if (n == 0)
		return 0;
	char *grown = realloc(*argz, *len + n);
	if (!grown)
		return ENOMEM;
	memcpy(grown + *len, buf, n);
	*argz = grown;
	*len += n;
	return 0;
}

error_t argz_add(char **argz, size_t *len, const char *s)
{
	return argz_append(argz, len, s, strlen(s) + 1);
}

/* Separators in a row make no empty strings, but one at the end does. */
error_t argz_add_sep(char **argz, size_t *len, const char *s, int sep)
{
	while (*s) {
		size_t n = 0;
		while (s[n] && s[n] != (char)sep)
			n++;
		error_t bad = argz_append(argz, len, s, n);
		s += n;
		int last = !*s || !s[1];
		if (!bad && n > 0)
			bad = argz_append(argz, len, "", 1);
		if (!bad && *s && last)
			bad = argz_append(argz, len, "", 1);
		if (bad)
			return bad;
		s += *s != 0;
	}
	return 0;
}

size_t argz_count(const char *argz, size_t len)
{
	size_t count = 0;
	for (size_t i = 0; i < len; i++)
		count += !argz[i];
	return count;
}

void argz_extract(const char *argz, size_t len, char **argv)
{
	const char *end = argz + len;
	while (argz < end) {
		*argv++ = (char *)argz;
		argz += strlen(argz) + 1;
	}
	*argv = NULL;
}

void argz_stringify(char *argz, size_t len, int sep)
{
	for (size_t i = 0; i + 1 < len; i++)
		if (!argz[i])
			argz[i] = (char)sep;
}

char *argz_next(const char *argz, size_t len, const char *entry)
{
	if (!entry)
		return len > 0 ? (char *)argz : NULL;
	entry += strlen(entry) + 1;
	return entry < argz + len ? (char *)entry : NULL;
}

void argz_delete(char **argz, size_t *len, char *entry)
{
	if (!entry)
		return;
	size_t n = strlen(entry) + 1;
	*len -= n;
	memmove(entry, entry + n, *len - (size_t)(entry - *argz));
	if (*len == 0) {
		free(*argz);
		*argz = NULL;
	}
}

error_t argz_insert(char **argz, size_t *len, char *before, const char *entry)
{
	if (!before)
		return argz_add(argz, len, entry);
	if (before < *argz || before >= *argz + *len)
		return EINVAL;
	while (before > *argz && before[-1])
		before--;
	size_t at = (size_t)(before - *argz), n = strlen(entry) + 1;
	char *grown = realloc(*argz, *len + n);
	if (!grown)
		return ENOMEM;
	memmove(grown + at + n, grown + at, *len - at);
	memcpy(grown + at, entry, n);
	*argz = grown;
	*len += n;
	return 0;
}

/* Replaces str by with in every entry, all occurrences; counts the entries. */
error_t argz_replace(char **argz, size_t *len, const char *str, const char *with, unsigned *count)
{
	char *result = NULL;
	size_t result_len = 0, n = strlen(str), done = 0;
	if (n == 0)
		return 0;
	for (char *e = NULL; (e = argz_next(*argz, *len, e));) {
		const char *s = e;
		done += strstr(s, str) != NULL;
		for (const char *hit; (hit = strstr(s, str)); s = hit + n) {
			error_t bad = argz_append(&result, &result_len, s, (size_t)(hit - s));
			if (!bad)
				bad = argz_append(&result, &result_len, with, strlen(with));
			if (bad) {
				free(result);
				return bad;
			}
		}
		if (argz_add(&result, &result_len, s)) {
			free(result);
			return ENOMEM;
		}
	}
	if (count)
		*count += (unsigned)done;
	if (done == 0) {
		free(result);
		return 0;
	}
	free(*argz);
	*argz = result;
	*len = result_len;
	return 0;
}

ALIAS(argz_create, __argz_create);
ALIAS(argz_create_sep, __argz_create_sep);
ALIAS(argz_append, __argz_append);
ALIAS(argz_add, __argz_add);
ALIAS(argz_count, __argz_count);
ALIAS(argz_extract, __argz_extract);
ALIAS(argz_stringify, __argz_stringify);
ALIAS(argz_next, __argz_next);
