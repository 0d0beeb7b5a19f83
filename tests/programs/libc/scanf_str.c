/* scanf_str.c: characters, strings, sets, literals, allocation and their failures. */
#include <errno.h>
#include <locale.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <wchar.h>

static const char *const inputs[] = {"",          " ",
									 "abc def",   "  abc",
									 "abc123xyz", "]]a-z",
									 "-x-",       "a,b",
									 "%5",        "\n\nline two\n",
									 "^up",       "1a2b",
									 "abc\tdef",  "longer than any of the widths"};
static const char *const fmts[] = {
	"%s%n",      "%2s%n",     "%c%n",       "%3c%n",     " %c%n",      "%[abc]%n", "%[^abc]%n",
	"%[]]%n",    "%[^]]%n",   "%[a-z]%n",   "%[^a-z]%n", "%[-x]%n",    "%[x-]%n",  "%[z-a]%n",
	"%3[a-z]%n", "%[^\n]%n",  "%%%[0-9]%n", "abc%s%n",   "a%[b-d]%n",  "%[^",      "%[a",
	" %[^ ] %n", "%5[^,],%n", "%z",         "%",         "%[][a-z-]%n"};

static void one(const char *in, const char *fmt)
{
	char buf[64];
	memset(buf, '#', sizeof buf);
	buf[40] = '\0';
	int n = -1;
	int r = sscanf(in, fmt, buf, &n);
	printf("%s|%d %d|%s\n", fmt, r, n, buf);
}

static void allocated(const char *in)
{
	char *s = (char *)-1, *c = (char *)-1, *set = (char *)-1;
	int r1 = sscanf(in, "%ms", &s), r2 = sscanf(in, "%3mc", &c), r3 = sscanf(in, "%m[a-f ]", &set);
	printf("%d %s %d", r1, r1 == 1 ? s : "-", r2);
	if (r2 == 1)
		printf(" %.1s", c);
	printf(" %d %s\n", r3, r3 == 1 ? set : "-");
	if (r1 == 1)
		free(s);
	if (r2 == 1)
		free(c);
	if (r3 == 1)
		free(set);
}

/* What failed leaves no pointer behind; what was not come to is left alone. */
static void left(const char *in, const char *fmt)
{
	char *p[3] = {(char *)-1, (char *)-1, (char *)-1};
	int r = sscanf(in, fmt, &p[0], &p[1], &p[2]);
	printf("%s|%s|%d:", in, fmt, r);
	for (int i = 0; i < 3; i++) {
		printf(" %s", p[i] == (char *)-1 ? "untouched" : p[i] ? "set" : "NULL");
		if (p[i] != (char *)-1)
			free(p[i]);
	}
	putchar('\n');
}

static void pointers(void)
{
	static const char *const formats[] = {"%ms",        "%ms %ms",     "%m[a-f]", "%m[a-f]%m[a-f]",
										  "%mc",        "%3mc%mc",     "%ms,%ms", "%*d%ms",
										  "%m[^",       "%m",          "%mls",    "%ms %ml[a",
										  "x%ms %ms%%", "%2$ms %1$ms", "%*ms%ms"};
	static const char *const texts[] = {"", " ", "a", "abc", "a b", "5", "5 abc", "xyz", "x y"};
	for (size_t i = 0; i < sizeof formats / sizeof *formats; i++)
		for (size_t k = 0; k < sizeof texts / sizeof *texts; k++)
			left(texts[k], formats[i]);
}

static void wide_targets(const char *in)
{
	wchar_t w[40] = {L'#', L'#', L'#'}, c[40] = {L'#', L'#'}, set[40] = {0}, *m = NULL;
	errno = 0;
	int r1 = sscanf(in, "%ls", w), r2 = sscanf(in, "%2lc", c), r3 = sscanf(in, "%l[a-z]", set),
		r4 = sscanf(in, "%mls", &m);
	printf("%d %d %d %d", r1, r2, r3, r4);
	for (int i = 0; i < 4; i++)
		printf(" %x %x %x %x", r1 == 1 && i <= (int)wcslen(w) ? (unsigned)w[i] : 0,
			   r2 == 1 && i < 2 ? (unsigned)c[i] : 0,
			   r3 == 1 && i <= (int)wcslen(set) ? (unsigned)set[i] : 0,
			   r4 == 1 && i <= (int)wcslen(m) ? (unsigned)m[i] : 0);
	putchar('\n');
	if (r4 == 1)
		free(m);
}

int main(void)
{
	pointers();
	for (size_t i = 0; i < sizeof inputs / sizeof *inputs; i++) {
		printf("<%s>\n", inputs[i]);
		for (size_t f = 0; f < sizeof fmts / sizeof *fmts; f++)
			one(inputs[i], fmts[f]);
		allocated(inputs[i]);
		wide_targets(inputs[i]);
	}
	setlocale(LC_ALL, "C.UTF-8");
	wide_targets("gr\xc3\xbc\xc3\x9f");
	wide_targets("\xe2\x82\xac");
	char a[20] = "", b[20] = "";
	int n = sscanf("key = value # rest", "%19[^= ] = %19s", a, b);
	printf("%d %s %s\n", n, a, b);
	n = sscanf("2026-11-15T21:12", "%4s-%2s", a, b);
	printf("%d %s %s\n", n, a, b);
	int y, m, d;
	n = sscanf("2026-11-15", "%4d-%2d-%2d", &y, &m, &d);
	printf("%d %d %d %d\n", n, y, m, d);
	n = sscanf("x y", "%*s %s", a);
	printf("%d %s\n", n, a);
	return 0;
}
