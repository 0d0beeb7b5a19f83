/* heads: prints the first or last items of a list, after head and tail. */
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_ITEMS = 32 };

enum unit { LINES, BYTES };

struct request {
	enum unit unit;
	bool last;       /* tail instead of head */
	bool all_but;    /* -N for head, +N for tail: what is left out is counted */
	unsigned count;
	bool quiet;
	bool verbose;
	char separator;
};

static void fail(const char *what, const char *text)
{
	printf("heads: %s: '%s'\n", what, text);
	exit(1);
}

static void usage(void)
{
	printf("usage: heads [-t] [-n [-+]N[kmb]] [-c [-+]N[kmb]] [-q] [-v] [-z] TEXT...\n");
	printf("  -t  the last items, not the first\n");
	printf("  -n  lines, 3 unless it is given; with - all but the last, with + from there on\n");
	printf("  -c  characters\n");
	printf("  -q  no headings\n");
	printf("  -v  headings in any case\n");
	printf("  -V  version\n");
	printf("  -z  items end with a colon, not with a slash\n");
	exit(2);
}

static void about(void)
{
	printf("heads 1.2\n");
	printf("Texts are given as arguments, so that a test is one line. A line of a\n");
	printf("text ends with a slash. Several texts have headings with their number,\n");
	printf("as head and tail have them with names of files.\n");
	exit(0);
}

/* A suffix multiplies: b by 2, k by 4, m by 16 (all of this is small). */
static unsigned multiplier(char c)
{
	switch (c) {
	case 'b': return 2;
	case 'k': return 4;
	case 'm': return 16;
	}
	return 0;
}

static void read_count(struct request *r, const char *text)
{
	const char *at = text;
	unsigned n = 0;
	r->all_but = false;
	if (*at == '-' || *at == '+') {
		if ((*at == '+') == r->last)
			r->all_but = true;
		else if (*at == '+')
			fail("+ is for the last items", text);
		at++;
	}
	if (*at < '0' || *at > '9')
		fail("invalid number", text);
	for (; *at >= '0' && *at <= '9'; at++) {
		n = n * 10 + (unsigned)(*at - '0');
		if (n > 999)
			fail("number too large", text);
	}
	if (*at) {
		unsigned m = multiplier(*at);
		if (!m || at[1])
			fail("invalid suffix", text);
		n *= m;
	}
	r->count = n;
}

/* Items end with the separator; the last may do without. */
static unsigned split(const struct request *r, const char *text, const char **items,
					  unsigned *lengths)
{
	unsigned n = 0;
	while (*text) {
		unsigned length = 0;
		if (r->unit == BYTES) {
			length = 1;
		} else {
			while (text[length] && text[length] != r->separator)
				length++;
			if (text[length])
				length++;
		}
		if (n == MOST_ITEMS)
			fail("too many items", text);
		items[n] = text;
		lengths[n++] = length;
		text += length;
	}
	return n;
}

/* The first item that is printed, and the one behind the last. */
static void choose(const struct request *r, unsigned n, unsigned *from, unsigned *to)
{
	*from = 0;
	*to = n;
	if (!r->last && !r->all_but) {
		if (r->count < n)
			*to = r->count;
	} else if (!r->last) {
		*to = r->count < n ? n - r->count : 0;
	} else if (!r->all_but) {
		*from = r->count < n ? n - r->count : 0;
	} else {
		*from = r->count ? r->count - 1 : 0;
		if (*from > n)
			*from = n;
	}
}

static void put_items(const struct request *r, const char *const *items, const unsigned *lengths,
					  unsigned from, unsigned to)
{
	for (unsigned i = from; i < to; i++) {
		unsigned n = lengths[i];
		bool ended = r->unit == LINES && n && items[i][n - 1] == r->separator;
		printf("%.*s", (int)(ended ? n - 1 : n), items[i]);
		if (ended || (r->unit == LINES && i + 1 < to))
			putchar('\n');
	}
	if (r->unit == BYTES && from < to)
		putchar('\n');
}

static void put_heading(const struct request *r, unsigned number, unsigned texts)
{
	if (r->quiet || (texts < 2 && !r->verbose))
		return;
	if (number > 1)
		putchar('\n');
	printf("==> %u <==\n", number);
}

static void put_text(const struct request *r, const char *text)
{
	const char *items[MOST_ITEMS];
	unsigned lengths[MOST_ITEMS], from, to;
	unsigned n = split(r, text, items, lengths);
	choose(r, n, &from, &to);
	put_items(r, items, lengths, from, to);
}

int main(int argc, char **argv)
{
	struct request r = {.unit = LINES, .count = 3, .separator = '/'};
	int at = 1;
	for (; at < argc && argv[at][0] == '-' && argv[at][1]; at++) {
		switch (argv[at][1]) {
		case 't': r.last = true; break;
		case 'q':
			r.quiet = true;
			r.verbose = false;
			break;
		case 'v':
			r.verbose = true;
			r.quiet = false;
			break;
		case 'z': r.separator = ':'; break;
		case 'V': about(); break;
		case 'n':
		case 'c':
			r.unit = argv[at][1] == 'n' ? LINES : BYTES;
			if (++at == argc)
				usage();
			read_count(&r, argv[at]);
			break;
		default: usage();
		}
	}
	if (at == argc)
		usage();
	/* No item at all was asked for: headings alone say nothing. */
	if (!r.count && !r.all_but)
		return 0;
	for (int i = at; i < argc; i++) {
		put_heading(&r, (unsigned)(i - at) + 1, (unsigned)(argc - at));
		put_text(&r, argv[i]);
	}
	return 0;
}
