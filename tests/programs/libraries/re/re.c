/* re.c: backtracking over the pattern as it is. */
#include "re.h"

/* Behind one character or class. */
static const char *next(const char *p)
{
	if (*p == '\\' && p[1])
		return p + 2;
	if (*p != '[')
		return p + 1;
	for (p++; *p != ']'; p++)
		;
	return p + 1;
}

static int in_class(const char *p, char c)
{
	int not = p[1] == '^';
	for (p += 1 + not; *p && *p != ']'; p++) {
		if (p[1] == '-' && p[2] && p[2] != ']') {
			if (*p <= c && c <= p[2])
				return !not;
			p += 2;
		} else if (*p == c) {
			return !not;
		}
	}
	return not;
}

static int one(const char *p, char c)
{
	if (!c)
		return 0;
	if (*p == '.')
		return 1;
	if (*p == '[')
		return in_class(p, c);
	return *(*p == '\\' && p[1] ? p + 1 : p) == c;
}

static int here(const char *p, const char *text)
{
	if (!*p)
		return 1;
	if (*p == '$' && !p[1])
		return !*text;
	const char *after = next(p);
	if (*after == '*' || *after == '+') {
		const char *t = text;
		while (one(p, *t))
			t++;
		for (; t >= text + (*after == '+'); t--)
			if (here(after + 1, t))
				return 1;
		return 0;
	}
	return one(p, *text) && here(after, text + 1);
}

int re_match(const char *pattern, const char *text)
{
	if (*pattern == '^')
		return here(pattern + 1, text) ? 0 : -1;
	for (int i = 0;; i++) {
		if (here(pattern, text + i))
			return i;
		if (!text[i])
			return -1;
	}
}
