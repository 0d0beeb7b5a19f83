/* md.c: *emphasis*, `code`, and what HTML must not see. */
#include "md.h"

#include <stdlib.h>
#include <string.h>

typedef struct html {
	char *at;
	size_t n;
} html;

static void put(html *h, const char *text, size_t n)
{
	memcpy(h->at + h->n, text, n);
	h->n += n;
	h->at[h->n] = 0;
}

static void puts_(html *h, const char *text)
{
	put(h, text, strlen(text));
}

static void escaped(html *h, char c)
{
	if (c == '<')
		puts_(h, "&lt;");
	else if (c == '>')
		puts_(h, "&gt;");
	else if (c == '&')
		puts_(h, "&amp;");
	else
		put(h, &c, 1);
}

/* Between two marks: <tag>...</tag>; where it ends, or NULL. */
static const char *span(html *h, const char *at, char mark, const char *open, const char *close)
{
	const char *end = strchr(at + 1, mark);
	if (!end)
		return NULL;
	puts_(h, open);
	if (mark == '`')
		put(h, at + 1, (size_t)(end - at - 1));
	else
		for (at++; at < end; at++)
			escaped(h, *at);
	puts_(h, close);
	return end + 1;
}

char *md_html(const char *line)
{
	html h = {calloc(1, strlen(line) * 12 + 16), 0};
	while (*line) {
		const char *end = NULL;
		if (*line == '*')
			end = span(&h, line, '*', "<em>", "</em>");
		else if (*line == '`')
			end = span(&h, line, '`', "<code>", "</code>");
		if (end) {
			line = end;
		} else {
			escaped(&h, *line++);
		}
	}
	return h.at;
}
