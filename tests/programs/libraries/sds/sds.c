/* sds.c: a header, then the characters. */
#include "sds.h"

#include <stdlib.h>
#include <string.h>

typedef struct header {
	size_t len, room;
} header;

static header *of(const sds s)
{
	return (header *)(void *)s - 1;
}

sds sds_new(const char *text)
{
	size_t n = strlen(text);
	header *h = malloc(sizeof *h + n + 1);
	h->len = h->room = n;
	return memcpy(h + 1, text, n + 1);
}

size_t sds_len(const sds s)
{
	return of(s)->len;
}

sds sds_cat(sds s, const char *text)
{
	size_t n = strlen(text), len = of(s)->len;
	header *h = of(s);
	if (len + n > h->room) {
		h = realloc(h, sizeof *h + 2 * (len + n) + 1);
		h->room = 2 * (len + n);
	}
	memcpy((char *)(h + 1) + len, text, n + 1);
	h->len = len + n;
	return (sds)(h + 1);
}

void sds_range(sds s, int start, int end)
{
	int len = (int)sds_len(s);
	if (!len)
		return;
	if (start < 0)
		start += len;
	if (end < 0)
		end += len;
	start = start < 0 ? 0 : start;
	end = end < 0 ? 0 : end;
	int keep = start > end ? 0 : end - start + 1;
	if (end >= len)
		keep = len - start;
	if (start && keep)
		memmove(s, s + start, (size_t)keep);
	s[keep] = 0;
	of(s)->len = (size_t)keep;
}

void sds_free(sds s)
{
	if (s)
		free(of(s));
}
