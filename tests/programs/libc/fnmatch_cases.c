/* fnmatch_cases.c: every pattern against every string under every flag, then random ones. */
#define _GNU_SOURCE
#include <fnmatch.h>
#include <locale.h>
#include <stdio.h>
#include <string.h>

static const char *const patterns[] = {
	"",          "a",           "*",
	"?",         "*.c",         "a*b*c",
	"[abc]",     "[!abc]",      "[^abc]",
	"[a-c]x",    "\\*",         "\\a",
	"a\\",       "[",           "[a",
	"[]a]",      "[a-",         "[\\]a]",
	"*/b",       "a/*",         "a/?",
	"a/[.]b",    ".*",          "*.",
	"?a",        "[.]a",        "[[:alpha:]]*",
	"[[:foo:]]", "[[.a.]]",     "[[=a=]]b",
	"**",        "*?*",         "a*/b",
	"a?b",       "a[/]b",       "@(a|b)c",
	"*(ab)",     "+(a|b)",      "?(a)b",
	"!(a)",      "!(*.c)",      "a!(b)c",
	"@(a",       "*(a|b*)c",    "+([0-9])",
	"A",         "[A-Z]",       "a/b",
	"*/*",       "@(a|@(b|c))", "é",
	"[é]",       "?(é)x",       "*[!a]",
};

static const char *const strings[] = {
	"",    "a",  "b",   "abc",  "a.c", ".c",    "axbxc", "*",    "\\",   "]",
	"[",   "[a", "a/b", "a/.b", ".a",  "a/b/c", "ab",    "abab", "bc",   "x",
	"a/x", "A",  "Z",   "aab",  "12",  "acc",   "é",     "x.c",  "abbc", "a\\",
};

static unsigned long state = 3;

static unsigned pick(unsigned n)
{
	state = state * 6364136223846793005ul + 1442695040888963407ul;
	return (unsigned)(state >> 33) % n;
}

static void random_ones(void)
{
	static const char *const parts[] = {
		"a",  "b", "A", "*", "?",           "[ab]", "[!a]", "[a-c]", "[",  "]",
		"\\", "/", ".", "-", "[[:alpha:]]", "[]a]", "\\*",  "[a-]",  ".*", "[[:upper:]b]"};
	static const char *const letters[] = {"a", "b", "A", "/", ".", "-", "[", "]", "*"};
	for (int i = 0; i < 3000; i++) {
		char p[100] = "", s[20] = "";
		for (unsigned n = pick(7); n > 0; n--)
			strcat(p, parts[pick(20)]);
		for (unsigned n = pick(6); n > 0; n--)
			strcat(s, letters[pick(9)]);
		int flags = (int)pick(32);
		printf("%s %s %d: %d\n", p, s, flags, fnmatch(p, s, flags));
	}
}

int main(void)
{
	static const int flags[] = {0,
								FNM_PATHNAME,
								FNM_PERIOD,
								FNM_PATHNAME | FNM_PERIOD,
								FNM_NOESCAPE,
								FNM_CASEFOLD,
								FNM_LEADING_DIR,
								FNM_EXTMATCH,
								FNM_EXTMATCH | FNM_PATHNAME | FNM_PERIOD,
								FNM_EXTMATCH | FNM_CASEFOLD};
	for (int utf8 = 0; utf8 < 2; utf8++) {
		setlocale(LC_ALL, utf8 ? "C.UTF-8" : "C");
		for (size_t i = 0; i < sizeof patterns / sizeof patterns[0]; i++)
			for (size_t f = 0; f < sizeof flags / sizeof flags[0]; f++) {
				printf("%s %d:", patterns[i], flags[f]);
				for (size_t k = 0; k < sizeof strings / sizeof strings[0]; k++)
					putchar('0' + fnmatch(patterns[i], strings[k], flags[f]));
				putchar('\n');
			}
	}
	random_ones();
	return 0;
}
