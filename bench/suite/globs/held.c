/* globs: replaces what a pattern matches. usage: globs PATTERN REPLACEMENT TEXT
 *
 * ? is any letter, [ab] one of these, [^ab] none of these, % the beginning, $ the end. & in the
 * replacement is what was matched. */
#include <stdio.h>
#include <string.h>

static int class_end(const char *pattern)
{
	int i = 1;
	if (pattern[i] == '^')
		i++;
	while (pattern[i] && pattern[i] != ']')
		i++;
	return pattern[i] ? i : -1;
}

static int in_class(const char *pattern, int end, char c)
{
	int negated = pattern[1] == '^', found = 0;
	for (int i = 1 + negated; i < end; i++)
		found |= pattern[i] == c || (i > 1 && pattern[i] == '-' && c > pattern[i - 1] && c < pattern[i + 1]);
	return found != negated;
}

/* The length of the match at text[at], or -1. */
static int match(const char *pattern, const char *text, int at)
{
	int length = 0;
	for (int i = 0; pattern[i]; i++) {
		char c = text[at + length];
		if (pattern[i] == '%' && !i) {
			if (at != 0)
				return -1;
		} else if (pattern[i] == '$' && !pattern[i + 1]) {
			if (c)
				return -1;
		} else if (!c) {
			return -1;
		} else if (pattern[i] == '?') {
			length++;
		} else if (pattern[i] == '[' && class_end(pattern + i) > 0) {
			int end = class_end(pattern + i);
			if (!in_class(pattern + i, end, c))
				return -1;
			i += end;
			length++;
		} else if (pattern[i] == c) {
			length++;
		} else {
			return -1;
		}
	}
	return length;
}

static void put(const char *replacement, const char *matched, int length)
{
	for (; *replacement; replacement++)
		if (*replacement == '&')
			printf("%.*s", length, matched);
		else
			putchar(*replacement);
}

int main(int argc, char **argv)
{
	if (argc != 4 || !*argv[1]) {
		fprintf(stderr, "usage: globs PATTERN REPLACEMENT TEXT\n");
		return 2;
	}
	const char *text = argv[3];
	int hits = 0;
	for (int at = 0; text[at];) {
		int length = match(argv[1], text, at);
		if (length > 0) {
			put(argv[2], text + at, length);
			at += length;
			hits++;
		} else {
			putchar(text[at++]);
		}
	}
	putchar('\n');
	return hits != 0 ? 0 : 3;
}
