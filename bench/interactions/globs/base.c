/* globs: matches names against a pattern, after fnmatch and the rules of .gitignore. */
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_RULES = 6, MOST_PATTERN = 24 };

struct rule {
	char pattern[MOST_PATTERN];
	bool negated;  /* ! in front: what matches is in again */
	bool anchored; /* / in front or inside: matched against the whole path */
	bool folder;   /* / at the end: for directories only */
};

static struct rule rules[MOST_RULES];
static unsigned n_rules;
static bool fold_case;
static bool hidden; /* a star matches a leading dot, too */

static void fail(const char *what, const char *text)
{
	printf("globs: %s: '%s'\n", what, text);
	exit(2);
}

static void usage(void)
{
	printf("usage: globs [-i] [-h] RULES NAME...\n");
	printf("  -i     letters match in either case\n");
	printf("  -h     * and ? match a leading dot, too\n");
	printf("  RULES  patterns, separated by commas; ! in front takes names back\n");
	exit(2);
}

static char lower(char c)
{
	return c >= 'A' && c <= 'Z' ? (char)(c - 'A' + 'a') : c;
}

static bool same_char(char a, char b)
{
	return fold_case ? lower(a) == lower(b) : a == b;
}

/* [a-z], [!a-z]; *end is behind the bracket. False as well where there is no closing one. */
static bool in_set(const char *p, char c, const char **end)
{
	bool negated = *p == '!', found = false;
	if (negated)
		p++;
	const char *first = p;
	while (*p && (*p != ']' || p == first)) {
		char low = *p, high = *p;
		if (p[1] == '-' && p[2] && p[2] != ']') {
			high = p[2];
			p += 2;
		}
		p++;
		if (fold_case) {
			low = lower(low);
			high = lower(high);
			found |= lower(c) >= low && lower(c) <= high;
		} else {
			found |= c >= low && c <= high;
		}
	}
	*end = *p ? p + 1 : NULL;
	return *p && found != negated;
}

/* A star matches all but a slash; two of them match that as well. */
static bool matches(const char *p, const char *s, bool leading)
{
	for (; *p; p++) {
		bool dot = leading && *s == '.' && !hidden;
		if (*p == '*') {
			bool deep = p[1] == '*';
			while (*p == '*')
				p++;
			if (dot)
				return false;
			for (;; s++) {
				if (matches(p, s, false))
					return true;
				if (!*s || (*s == '/' && !deep))
					return false;
			}
		}
		if (!*s)
			return false;
		if (*p == '?') {
			if (*s == '/' || dot)
				return false;
		} else if (*p == '[') {
			const char *end;
			if (*s == '/' || dot || !in_set(p + 1, *s, &end))
				return false;
			if (!end)
				return false;
			p = end - 1;
		} else {
			if (*p == '\\' && p[1])
				p++;
			if (!same_char(*p, *s))
				return false;
		}
		leading = *s == '/';
		s++;
	}
	return !*s;
}

static void add_rule(const char *text, size_t n)
{
	struct rule r = {0};
	if (n_rules == MOST_RULES)
		fail("too many rules", text);
	if (n && *text == '!') {
		r.negated = true;
		text++;
		n--;
	}
	if (n && *text == '/') {
		r.anchored = true;
		text++;
		n--;
	}
	if (n && text[n - 1] == '/') {
		r.folder = true;
		n--;
	}
	if (!n || n >= MOST_PATTERN)
		fail("invalid rule", text);
	memcpy(r.pattern, text, n);
	r.pattern[n] = 0;
	if (strchr(r.pattern, '/'))
		r.anchored = true;
	rules[n_rules++] = r;
}

static void read_rules(const char *text)
{
	while (*text) {
		size_t n = strcspn(text, ",");
		if (n)
			add_rule(text, n);
		text += n;
		if (*text)
			text++;
	}
}

static const char *base_name(const char *name)
{
	const char *slash = strrchr(name, '/');
	return slash ? slash + 1 : name;
}

static bool rule_matches(const struct rule *r, const char *name, bool folder)
{
	if (r->folder && !folder)
		return false;
	return matches(r->pattern, r->anchored ? name : base_name(name), true);
}

/* The last rule that matches decides. */
static bool is_ignored(const char *name, bool folder, unsigned *by)
{
	bool ignored = false;
	for (unsigned i = 0; i < n_rules; i++)
		if (rule_matches(&rules[i], name, folder)) {
			ignored = !rules[i].negated;
			*by = i + 1;
		}
	return ignored;
}

static void judge(const char *text)
{
	char name[64];
	size_t n = strlen(text);
	unsigned by = 0;
	if (n >= sizeof name)
		fail("name too long", text);
	bool folder = n && text[n - 1] == '/';
	memcpy(name, text, n + 1);
	if (folder)
		name[n - 1] = 0;
	bool ignored = is_ignored(name, folder, &by);
	printf("%s %s", ignored ? "-" : "+", text);
	if (by)
		printf(" (%u)", by);
	printf("\n");
}

int main(int argc, char **argv)
{
	int at = 1;
	for (; at < argc && argv[at][0] == '-' && argv[at][1]; at++) {
		switch (argv[at][1]) {
		case 'i': fold_case = true; break;
		case 'h': hidden = true; break;
		default: usage();
		}
	}
	if (argc - at < 2)
		usage();
	read_rules(argv[at++]);
	for (; at < argc; at++)
		judge(argv[at]);
	return 0;
}
