/* replace: substitutes text that matches a pattern.
 *
 * replace PATTERN TEXT < input. In a pattern, `?` is any character but newline, `*` after an item
 * repeats it, `[a-c]` and `[^a]` are classes, `^` at the start and `$` at the end are anchors, `\c`
 * is c itself. In TEXT, `&` stands for what was matched. Exit status: 0 if something was replaced,
 * 1 if not, 2 for a bad pattern.
 */
#include <stdio.h>
#include <string.h>

#define MAX_ITEMS 8
#define MAX_CLASS 16
#define MAX_LINE 64

enum kind { CHARACTER, ANY, CLASS, LINE_START, LINE_END };

struct item {
	enum kind kind;
	char c;                /* CHARACTER */
	char class[MAX_CLASS]; /* CLASS: its members */
	int n_class;
	int negated; /* CLASS: everything but its members */
	int repeated;
};

static struct item items[MAX_ITEMS];
static int n_items;

static void add_member(struct item *it, char c)
{
	if (it->n_class < MAX_CLASS)
		it->class[it->n_class++] = c;
}

/* Reads a class after its bracket; returns what follows it, or NULL. */
static const char *parse_class(struct item *it, const char *p)
{
	it->kind = CLASS;
	if (*p == '^') {
		it->negated = 1;
		p++;
	}
	while (*p && *p != ']') {
		if (p[1] == '-' && p[2] && p[2] != ']') {
			for (int c = *p; c <= p[2]; c++)
				add_member(it, (char)c);
			p += 3;
		} else {
			add_member(it, *p++);
		}
	}
	return *p == ']' ? p + 1 : NULL;
}

static int parse_pattern(const char *pattern)
{
	const char *p = pattern;
	while (*p) {
		if (n_items == MAX_ITEMS)
			return 0;
		struct item *it = &items[n_items++];
		char c = *p++;
		if (c == '^' && p == pattern + 1) {
			it->kind = LINE_START;
			continue;
		}
		if (c == '$' && !*p) {
			it->kind = LINE_END;
			continue;
		}
		if (c == '?') {
			it->kind = ANY;
		} else if (c == '[') {
			p = parse_class(it, p);
			if (!p)
				return 0;
		} else {
			if (c == '\\' && *p)
				c = *p++;
			it->kind = CHARACTER;
			it->c = c;
		}
		if (*p == '*') {
			it->repeated = 1;
			p++;
		}
	}
	return n_items > 0;
}

static int matches_one(const struct item *it, char c)
{
	if (!c)
		return 0;
	switch (it->kind) {
	case CHARACTER: return it->c == c;
	case ANY: return 1;
	case CLASS: return (memchr(it->class, c, (size_t)it->n_class) != NULL) != it->negated;
	default: return 0;
	}
}

/* Length of the longest match of the items from k on at position at, or -1. */
static int match(const char *line, int at, int k)
{
	if (k == n_items)
		return 0;
	const struct item *it = &items[k];
	if (it->kind == LINE_START)
		return at == 0 ? match(line, at, k + 1) : -1;
	if (it->kind == LINE_END)
		return line[at] ? -1 : match(line, at, k + 1);
	if (!it->repeated) {
		if (!matches_one(it, line[at]))
			return -1;
		int rest = match(line, at + 1, k + 1);
		return rest < 0 ? -1 : rest + 1;
	}
	int n = 0;
	while (matches_one(it, line[at + n]))
		n++;
	for (; n >= 0; n--) {
		int rest = match(line, at + n, k + 1);
		if (rest >= 0)
			return rest + n;
	}
	return -1;
}

static void put_replacement(const char *text, const char *found, int length)
{
	for (; *text; text++) {
		if (*text == '&')
			printf("%.*s", length, found);
		else
			putchar(*text);
	}
}

static int replace_line(const char *line, const char *text)
{
	int count = 0, at = 0, last = -1;
	for (;;) {
		int n = match(line, at, 0);
		if (n >= 0 && at + n != last) {
			put_replacement(text, line + at, n);
			count++;
			last = at + n;
		}
		if (n > 0) {
			at += n;
			continue;
		}
		if (!line[at])
			break;
		putchar(line[at++]);
	}
	putchar('\n');
	return count;
}

int main(int argc, char **argv)
{
	char line[MAX_LINE];
	int count = 0;
	if (argc != 3 || !parse_pattern(argv[1])) {
		printf("bad pattern\n");
		return 2;
	}
	while (fgets(line, sizeof line, stdin)) {
		line[strcspn(line, "\n")] = 0;
		count += replace_line(line, argv[2]);
	}
	return count > 0 ? 0 : 1;
}
