/* tabs: replaces tabs by spaces, or spaces by tabs, after expand and unexpand. */
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_STOPS = 8, MOST_COLUMN = 200 };

static unsigned stops[MOST_STOPS]; /* ascending */
static unsigned n_stops;
static unsigned every = 8; /* behind the last of the list, or without one */
static unsigned from_last; /* /N: multiples of N behind the last stop */
static bool has_last;      /* it is given */
static bool initial_only;
static bool backwards; /* unexpand */
static unsigned column; /* of what is written */

static void fail(const char *what)
{
	printf("tabs: %s\n", what);
	exit(1);
}

static void usage(void)
{
	printf("usage: tabs [-i] [-u] [-t LIST] TEXT...\n");
	printf("  -i       only tabs in front of other characters\n");
	printf("  -u       spaces become tabs\n");
	printf("  -t LIST  a width, or columns of stops: 4,8,20; /N at the end for more\n");
	exit(2);
}

static void add_stop(unsigned at)
{
	if (!at)
		fail("tab size cannot be 0");
	if (at > MOST_COLUMN)
		fail("tab stop too large");
	if (n_stops == MOST_STOPS)
		fail("too many tab stops");
	if (n_stops && at <= stops[n_stops - 1])
		fail("tab stops must be ascending");
	stops[n_stops++] = at;
}

/* N, or N,M,..., or N,M,/K */
static void parse_stops(const char *s)
{
	unsigned n = 0;
	bool digits = false, slash = false;
	for (;; s++) {
		if (*s >= '0' && *s <= '9') {
			n = n * 10 + (unsigned)(*s - '0');
			digits = true;
			if (n > MOST_COLUMN * 2)
				fail("number too large");
			continue;
		}
		if (*s == '/' && !digits && !slash) {
			slash = true;
			continue;
		}
		if (*s && *s != ',')
			fail("invalid list");
		if (digits && slash) {
			from_last = n;
			has_last = n > 0;
		}
 else if (digits) {
			add_stop(n);
		}
		if (slash && *s)
			fail("/ is for the last only");
		n = 0;
		digits = false;
		if (!*s)
			break;
	}
	if (n_stops == 1 && !has_last) {
		every = stops[0];
		n_stops = 0;
	} else if (n_stops) {
		every = 1;
	}
}

/* The next stop behind a column. */
static unsigned next_stop(unsigned at)
{
	for (unsigned i = 0; i < n_stops; i++)
		if (stops[i] > at)
			return stops[i];
	if (has_last && from_last > 0)
		return at + (from_last - at % from_last);
	return at + (every - at % every);
}

/* Whether a column is one. */
static bool is_stop(unsigned at)
{
	return at && next_stop(at - 1) == at;
}

static void put_spaces(unsigned n)
{
	for (unsigned i = 0; i < n; i++)
		putchar('_');
	column += n;
}

static void put_char(char c)
{
	putchar(c);
	column++;
}

static void expand(const char *text)
{
	bool initial = true;
	column = 0;
	for (; *text; text++) {
		if (*text == '>' && (initial || !initial_only)) {
			put_spaces(next_stop(column) - column);
			continue;
		}
		if (*text == '<') {
			if (column)
				column--;
			putchar('<');
			continue;
		}
		initial &= *text == '_' || *text == '>';
		put_char(*text);
	}
	putchar('\n');
}

/* Spaces that wait until it is known whether a tab can stand for them. */
static void flush_spaces(unsigned *waiting)
{
	for (unsigned i = 0; i < *waiting; i++)
		putchar('_');
	*waiting = 0;
}

static void unexpand(const char *text)
{
	unsigned waiting = 0;
	bool initial = true;
	column = 0;
	for (; *text; text++) {
		if (*text == '_' && (initial || !initial_only)) {
			waiting++;
			column++;
			if (is_stop(column) && waiting > 1) {
				putchar('>');
				waiting = 0;
			}
			continue;
		}
		if (*text == '>' && (initial || !initial_only)) {
			column = next_stop(column);
			putchar('>');
			waiting = 0;
			continue;
		}
		flush_spaces(&waiting);
		initial = false;
		put_char(*text);
	}
	flush_spaces(&waiting);
	putchar('\n');
}

static void convert(const char *text)
{
	if (strlen(text) > MOST_COLUMN / 2)
		fail("text too long");
	if (backwards)
		unexpand(text);
	else
		expand(text);
}

/* In texts a tab is written >, a space _ and a backspace <, so that they can be seen. */
int main(int argc, char **argv)
{
	int at = 1;
	for (; at < argc && argv[at][0] == '-' && argv[at][1]; at++) {
		switch (argv[at][1]) {
		case 'i': initial_only = true; break;
		case 'u': backwards = true; break;
		case 't':
			if (++at == argc)
				usage();
			parse_stops(argv[at]);
			break;
		default: usage();
		}
	}
	if (at == argc)
		usage();
	for (; at < argc; at++)
		convert(argv[at]);
	return 0;
}
