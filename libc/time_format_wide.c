/* time_format_wide.c: wcsftime: copies literal text and passes each conversion to strftime. */
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <wchar.h>
#include "core.h"

#define LONGEST_SPEC 32

/* Copies the conversion at *fmt to spec and moves past it; 0 if it is too long or not ASCII. */
static int take_spec(const wchar_t **fmt, char spec[LONGEST_SPEC])
{
	static const wchar_t before[] = L"_-0^#123456789";
	const wchar_t *p = *fmt;
	size_t n = 0;
	spec[n++] = '%';
	p++;
	while (*p && wcschr(before, *p) && n < LONGEST_SPEC - 3)
		spec[n++] = (char)*p++;
	if ((*p == L'E' || *p == L'O') && p[1])
		spec[n++] = (char)*p++;
	if (*p < 0 || *p > 127)
		return 0;
	if (*p)
		spec[n++] = (char)*p++;
	spec[n] = 0;
	*fmt = p;
	return 1;
}

size_t wcsftime(wchar_t *restrict buf, size_t max, const wchar_t *restrict format,
				const struct tm *restrict tm)
{
	const wchar_t *fmt = format;
	size_t len = 0;
	while (*fmt) {
		char spec[LONGEST_SPEC];
		if (*fmt != L'%' || !take_spec(&fmt, spec)) {
			if (len + 1 >= max)
				return 0;
			buf[len++] = *fmt++;
			continue;
		}
		/* A trailing mark distinguishes an empty result from one that did not fit. */
		char *text = malloc(max - len + 1);
		strcat(spec, "!");
		size_t n = text ? strftime(text, max - len + 1, spec, tm) : 0;
		if (n == 0) {
			free(text);
			return 0;
		}
		for (size_t i = 0; i + 1 < n; i++)
			buf[len++] = (unsigned char)text[i];
		free(text);
	}
	if (len >= max)
		return 0;
	buf[len] = 0;
	return len;
}

size_t wcsftime_l(wchar_t *restrict buf, size_t max, const wchar_t *restrict fmt,
				  const struct tm *restrict tm, locale_t loc)
{
	(void)loc;
	return wcsftime(buf, max, fmt, tm);
}
